import type { AnyEndpoint } from './endpoint.ts';
import {
  createBotEndpoint,
  deleteBotEndpoint,
  getBotEndpoint,
  listBotsEndpoint,
  rotateBotSecretEndpoint,
  updateBotEndpoint,
} from './open-api/bots.ts';
import {
  addMembersEndpoint,
  banMemberEndpoint,
  changeMemberRoleEndpoint,
  listMembersEndpoint,
  muteMemberEndpoint,
  removeMemberEndpoint,
  transferOwnershipEndpoint,
  unbanMemberEndpoint,
  unmuteMemberEndpoint,
} from './open-api/members.ts';
import {
  deleteMessageEndpoint,
  editMessageEndpoint,
  getMessageEndpoint,
  listMessagesEndpoint,
  pinMessageEndpoint,
  sendMessageEndpoint,
  unpinMessageEndpoint,
} from './open-api/messages.ts';
import {
  createStickerPackEndpoint,
  deleteStickerPackEndpoint,
  getStickerPackEndpoint,
  listStickerPacksEndpoint,
} from './open-api/stickers.ts';
import {
  createThreadEndpoint,
  deleteThreadEndpoint,
  getThreadEndpoint,
  listThreadsEndpoint,
  updateThreadEndpoint,
} from './open-api/threads.ts';
import {
  changeUserIdEndpoint,
  deleteUserEndpoint,
  getUserEndpoint,
  listUsersEndpoint,
  putUserEndpoint,
  putUsersBatchEndpoint,
} from './open-api/users.ts';

const THREAD = '/open-api/v1.0/chat/threads/:thread_id';
const MEMBER = `${THREAD}/members/:member_id`;
const MESSAGE = `${THREAD}/messages/:seq`;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  method: Method;
  url: string;
  endpoint: AnyEndpoint;
}

/** Every URL of the API. What is no API (`/health`, `/metrics`, `/openapi.json`, `/docs`) stands in system.ts. */
export const ROUTES: readonly Route[] = [
  // The interface's endpoints 1 to 6
  {
    method: 'PATCH',
    url: '/user/v1.0/user/:current_user_id/change-user-id/:new_user_id',
    endpoint: changeUserIdEndpoint,
  },
  { method: 'GET', url: '/open-api/v1.0/chat/threads', endpoint: listThreadsEndpoint },
  { method: 'GET', url: THREAD, endpoint: getThreadEndpoint },
  { method: 'GET', url: `${THREAD}/members`, endpoint: listMembersEndpoint },
  { method: 'POST', url: '/open-api/v1.0/chat/messages', endpoint: sendMessageEndpoint },
  { method: 'POST', url: '/open-api/v1.0/chat/threads', endpoint: createThreadEndpoint },

  // Managing threads, members and messages
  { method: 'PATCH', url: THREAD, endpoint: updateThreadEndpoint },
  { method: 'DELETE', url: THREAD, endpoint: deleteThreadEndpoint },
  { method: 'POST', url: `${THREAD}/members`, endpoint: addMembersEndpoint },
  { method: 'PATCH', url: MEMBER, endpoint: changeMemberRoleEndpoint },
  { method: 'DELETE', url: MEMBER, endpoint: removeMemberEndpoint },
  { method: 'POST', url: `${MEMBER}/mute`, endpoint: muteMemberEndpoint },
  { method: 'POST', url: `${MEMBER}/unmute`, endpoint: unmuteMemberEndpoint },
  { method: 'POST', url: `${MEMBER}/ban`, endpoint: banMemberEndpoint },
  { method: 'POST', url: `${MEMBER}/unban`, endpoint: unbanMemberEndpoint },
  { method: 'POST', url: `${THREAD}/owner`, endpoint: transferOwnershipEndpoint },
  { method: 'GET', url: `${THREAD}/messages`, endpoint: listMessagesEndpoint },
  { method: 'GET', url: MESSAGE, endpoint: getMessageEndpoint },
  { method: 'PATCH', url: MESSAGE, endpoint: editMessageEndpoint },
  { method: 'DELETE', url: MESSAGE, endpoint: deleteMessageEndpoint },
  { method: 'PUT', url: `${MESSAGE}/pin`, endpoint: pinMessageEndpoint },
  { method: 'DELETE', url: `${MESSAGE}/pin`, endpoint: unpinMessageEndpoint },

  // The interface's endpoints 7 and 8, and what belongs to them
  { method: 'GET', url: '/sticker/v1.0/pack', endpoint: listStickerPacksEndpoint },
  { method: 'POST', url: '/sticker/v1.0/pack', endpoint: createStickerPackEndpoint },
  { method: 'GET', url: '/sticker/v1.0/pack/:pack_id', endpoint: getStickerPackEndpoint },
  { method: 'DELETE', url: '/sticker/v1.0/pack/:pack_id', endpoint: deleteStickerPackEndpoint },

  // Users
  { method: 'PUT', url: '/user/v1.0/user/:user_id', endpoint: putUserEndpoint },
  { method: 'GET', url: '/user/v1.0/user/:user_id', endpoint: getUserEndpoint },
  { method: 'DELETE', url: '/user/v1.0/user/:user_id', endpoint: deleteUserEndpoint },
  { method: 'GET', url: '/user/v1.0/users', endpoint: listUsersEndpoint },
  { method: 'POST', url: '/user/v1.0/users/batch', endpoint: putUsersBatchEndpoint },

  // Bots
  { method: 'POST', url: '/bot/v1.0/bot', endpoint: createBotEndpoint },
  { method: 'GET', url: '/bot/v1.0/bot', endpoint: listBotsEndpoint },
  { method: 'GET', url: '/bot/v1.0/bot/:bot_id', endpoint: getBotEndpoint },
  { method: 'PATCH', url: '/bot/v1.0/bot/:bot_id', endpoint: updateBotEndpoint },
  { method: 'DELETE', url: '/bot/v1.0/bot/:bot_id', endpoint: deleteBotEndpoint },
  { method: 'POST', url: '/bot/v1.0/bot/:bot_id/rotate-secret', endpoint: rotateBotSecretEndpoint },
];
