import {
  createBotEndpoint,
  deleteBotEndpoint,
  getBotEndpoint,
  listBotsEndpoint,
  rotateBotSecretEndpoint,
  updateBotEndpoint,
} from './back-end-api/bots.ts';
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
} from './back-end-api/members.ts';
import {
  deleteMessageEndpoint,
  editMessageEndpoint,
  getMessageEndpoint,
  listMessagesEndpoint,
  pinMessageEndpoint,
  sendMessageEndpoint,
  unpinMessageEndpoint,
} from './back-end-api/messages.ts';
import { getPolicyEndpoint, updatePolicyEndpoint } from './back-end-api/policy.ts';
import {
  createStickerPackEndpoint,
  deleteStickerPackEndpoint,
  getStickerPackEndpoint,
  listStickerPacksEndpoint,
} from './back-end-api/stickers.ts';
import {
  createThreadEndpoint,
  deleteThreadEndpoint,
  getThreadEndpoint,
  listThreadsEndpoint,
  updateThreadEndpoint,
} from './back-end-api/threads.ts';
import { issueTokenEndpoint, revokeTokensEndpoint } from './back-end-api/tokens.ts';
import {
  changeUserIdEndpoint,
  deleteUserEndpoint,
  getUserEndpoint,
  listUsersEndpoint,
  putUserEndpoint,
  putUsersBatchEndpoint,
} from './back-end-api/users.ts';
import {
  createEndpointEndpoint,
  deleteEndpointEndpoint,
  getDeliveryEndpoint,
  getEndpointEndpoint,
  listDeliveriesEndpoint,
  listEndpointsEndpoint,
  replayDeliveriesEndpoint,
  replayDeliveryEndpoint,
  rotateEndpointSecretEndpoint,
  updateEndpointEndpoint,
} from './back-end-api/webhooks.ts';
import { asUser } from './client-api/as-user.ts';
import { getMeEndpoint } from './client-api/me.ts';
import {
  addReactionEndpoint,
  pressButtonEndpoint,
  removeReactionEndpoint,
  sendAsUserEndpoint,
} from './client-api/messages.ts';
import { listMyStickerPacksEndpoint } from './client-api/stickers.ts';
import {
  createMyThreadEndpoint,
  getMyThreadEndpoint,
  listMyThreadsEndpoint,
  listReadPositionsEndpoint,
  markReadEndpoint,
} from './client-api/threads.ts';
import type { AnyEndpoint } from './endpoint.ts';

const THREAD = '/open-api/v1.0/chat/threads/:thread_id';
const A_MEMBER = '/members/:member_id';
const A_MESSAGE = '/messages/:seq';
const MEMBER = `${THREAD}${A_MEMBER}`;
const MESSAGE = `${THREAD}${A_MESSAGE}`;
const ENDPOINT = '/webhook/v1.0/endpoint/:endpoint_id';
const MY_THREAD = '/client/v1.0/threads/:thread_id';

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

  { method: 'POST', url: '/user/v1.0/user/:user_id/token', endpoint: issueTokenEndpoint },
  { method: 'DELETE', url: '/user/v1.0/user/:user_id/tokens', endpoint: revokeTokensEndpoint },

  // Bots
  { method: 'POST', url: '/bot/v1.0/bot', endpoint: createBotEndpoint },
  { method: 'GET', url: '/bot/v1.0/bot', endpoint: listBotsEndpoint },
  { method: 'GET', url: '/bot/v1.0/bot/:bot_id', endpoint: getBotEndpoint },
  { method: 'PATCH', url: '/bot/v1.0/bot/:bot_id', endpoint: updateBotEndpoint },
  { method: 'DELETE', url: '/bot/v1.0/bot/:bot_id', endpoint: deleteBotEndpoint },
  { method: 'POST', url: '/bot/v1.0/bot/:bot_id/rotate-secret', endpoint: rotateBotSecretEndpoint },

  // Webhooks
  { method: 'POST', url: '/webhook/v1.0/endpoint', endpoint: createEndpointEndpoint },
  { method: 'GET', url: '/webhook/v1.0/endpoint', endpoint: listEndpointsEndpoint },
  { method: 'GET', url: ENDPOINT, endpoint: getEndpointEndpoint },
  { method: 'PATCH', url: ENDPOINT, endpoint: updateEndpointEndpoint },
  { method: 'DELETE', url: ENDPOINT, endpoint: deleteEndpointEndpoint },
  { method: 'POST', url: `${ENDPOINT}/rotate-secret`, endpoint: rotateEndpointSecretEndpoint },
  { method: 'GET', url: '/webhook/v1.0/delivery', endpoint: listDeliveriesEndpoint },
  { method: 'GET', url: '/webhook/v1.0/delivery/:delivery_id', endpoint: getDeliveryEndpoint },
  {
    method: 'POST',
    url: '/webhook/v1.0/delivery/:delivery_id/replay',
    endpoint: replayDeliveryEndpoint,
  },
  { method: 'POST', url: '/webhook/v1.0/replay', endpoint: replayDeliveriesEndpoint },

  // What signed-in users may do
  { method: 'GET', url: '/app/v1.0/policy', endpoint: getPolicyEndpoint },
  { method: 'PATCH', url: '/app/v1.0/policy', endpoint: updatePolicyEndpoint },

  // The client API, for signed-in users
  { method: 'GET', url: '/client/v1.0/me', endpoint: getMeEndpoint },
  { method: 'GET', url: '/client/v1.0/threads', endpoint: listMyThreadsEndpoint },
  { method: 'POST', url: '/client/v1.0/threads', endpoint: createMyThreadEndpoint },
  { method: 'GET', url: MY_THREAD, endpoint: getMyThreadEndpoint },
  // (In a direct thread, which has no name to change, nobody has a role that may.)
  { method: 'PATCH', url: MY_THREAD, endpoint: asUser(updateThreadEndpoint, ['M40903']) },
  { method: 'DELETE', url: MY_THREAD, endpoint: asUser(deleteThreadEndpoint) },
  { method: 'GET', url: `${MY_THREAD}/read`, endpoint: listReadPositionsEndpoint },
  { method: 'PUT', url: `${MY_THREAD}/read`, endpoint: markReadEndpoint },
  { method: 'GET', url: `${MY_THREAD}/members`, endpoint: asUser(listMembersEndpoint) },
  { method: 'POST', url: `${MY_THREAD}/members`, endpoint: asUser(addMembersEndpoint) },
  { method: 'PATCH', url: `${MY_THREAD}${A_MEMBER}`, endpoint: asUser(changeMemberRoleEndpoint) },
  { method: 'DELETE', url: `${MY_THREAD}${A_MEMBER}`, endpoint: asUser(removeMemberEndpoint) },
  { method: 'POST', url: `${MY_THREAD}${A_MEMBER}/mute`, endpoint: asUser(muteMemberEndpoint) },
  { method: 'POST', url: `${MY_THREAD}${A_MEMBER}/unmute`, endpoint: asUser(unmuteMemberEndpoint) },
  { method: 'POST', url: `${MY_THREAD}${A_MEMBER}/ban`, endpoint: asUser(banMemberEndpoint) },
  { method: 'POST', url: `${MY_THREAD}${A_MEMBER}/unban`, endpoint: asUser(unbanMemberEndpoint) },
  { method: 'POST', url: `${MY_THREAD}/owner`, endpoint: asUser(transferOwnershipEndpoint) },
  { method: 'GET', url: `${MY_THREAD}/messages`, endpoint: asUser(listMessagesEndpoint) },
  { method: 'POST', url: `${MY_THREAD}/messages`, endpoint: sendAsUserEndpoint },
  { method: 'GET', url: `${MY_THREAD}${A_MESSAGE}`, endpoint: asUser(getMessageEndpoint) },
  { method: 'PATCH', url: `${MY_THREAD}${A_MESSAGE}`, endpoint: asUser(editMessageEndpoint) },
  { method: 'DELETE', url: `${MY_THREAD}${A_MESSAGE}`, endpoint: asUser(deleteMessageEndpoint) },
  { method: 'PUT', url: `${MY_THREAD}${A_MESSAGE}/pin`, endpoint: asUser(pinMessageEndpoint) },
  { method: 'DELETE', url: `${MY_THREAD}${A_MESSAGE}/pin`, endpoint: asUser(unpinMessageEndpoint) },
  { method: 'PUT', url: `${MY_THREAD}${A_MESSAGE}/reactions/:key`, endpoint: addReactionEndpoint },
  { method: 'DELETE', url: `${MY_THREAD}${A_MESSAGE}/reactions/:key`, endpoint: removeReactionEndpoint },
  { method: 'POST', url: `${MY_THREAD}${A_MESSAGE}/press`, endpoint: pressButtonEndpoint },
  { method: 'GET', url: '/client/v1.0/sticker-packs', endpoint: listMyStickerPacksEndpoint },
  { method: 'GET', url: '/client/v1.0/sticker-packs/:pack_id', endpoint: asUser(getStickerPackEndpoint) },
];
