import { normalizeEditAsUser } from '@palaver/protocol/message-requests';
import { botEndpoints } from './back-end-api/bots.ts';
import { deskEndpoints } from './back-end-api/desk.ts';
import { deviceEndpoints } from './back-end-api/devices.ts';
import { emailEndpoints } from './back-end-api/emails.ts';
import { eventEndpoints } from './back-end-api/events.ts';
import { fileEndpoints } from './back-end-api/files.ts';
import { memberEndpoints } from './back-end-api/members.ts';
import { messageEndpoints } from './back-end-api/messages.ts';
import {
  notificationDeliveryEndpoints,
  notificationProviderEndpoints,
  notificationSettingsEndpoints,
} from './back-end-api/notifications.ts';
import { policyEndpoints } from './back-end-api/policy.ts';
import { searchEndpoints } from './back-end-api/search.ts';
import { stickerPackEndpoints } from './back-end-api/stickers.ts';
import { threadEndpoints } from './back-end-api/threads.ts';
import { tokenEndpoints } from './back-end-api/tokens.ts';
import { userEndpoints } from './back-end-api/users.ts';
import { deliveryEndpoints, webhookEndpoints } from './back-end-api/webhooks.ts';
import { asUser } from './client-api/as-user.ts';
import { clientDeskEndpoints } from './client-api/desk.ts';
import { clientFileEndpoints } from './client-api/files.ts';
import { clientUserEndpoints } from './client-api/me.ts';
import { clientMessageEndpoints } from './client-api/messages.ts';
import { clientNotificationEndpoints } from './client-api/notifications.ts';
import { clientPeopleEndpoints } from './client-api/people.ts';
import { clientStickerPackEndpoints } from './client-api/stickers.ts';
import { clientThreadEndpoints } from './client-api/threads.ts';
import type { AnyEndpoint } from './endpoint.ts';

const THREAD = '/open-api/v1.0/chat/threads/:thread_id';
const A_MEMBER = '/members/:member_id';
const A_MESSAGE = '/messages/:seq';
const MEMBER = `${THREAD}${A_MEMBER}`;
const MESSAGE = `${THREAD}${A_MESSAGE}`;
const ENDPOINT = '/webhook/v1.0/endpoint/:endpoint_id';
const PROVIDER = '/notification/v1.0/provider/:provider';
const DEVICES = '/user/v1.0/user/:user_id/devices';
const EMAIL = '/user/v1.0/user/:user_id/email';
const DESK = '/user/v1.0/user/:user_id/desk';
const MY_THREAD = '/client/v1.0/threads/:thread_id';
const MY_DEVICE = '/client/v1.0/devices/:device_id';
const MY_NOTIFICATIONS = '/client/v1.0/me/notifications';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  method: Method;
  url: string;
  endpoint: AnyEndpoint;
}

/** Every URL of the API. Other URLs (`/health`, `/metrics`, `/openapi.json`, `/docs`) are in system.ts. */
export const ROUTES: readonly Route[] = [
  // Endpoints 1 to 6 of the interface
  {
    method: 'PATCH',
    url: '/user/v1.0/user/:current_user_id/change-user-id/:new_user_id',
    endpoint: userEndpoints.changeId,
  },
  { method: 'GET', url: '/open-api/v1.0/chat/threads', endpoint: threadEndpoints.list },
  { method: 'GET', url: THREAD, endpoint: threadEndpoints.get },
  { method: 'GET', url: `${THREAD}/members`, endpoint: memberEndpoints.list },
  { method: 'POST', url: '/open-api/v1.0/chat/messages', endpoint: messageEndpoints.send },
  { method: 'POST', url: '/open-api/v1.0/chat/threads', endpoint: threadEndpoints.create },

  // Managing threads, members and messages
  { method: 'PATCH', url: THREAD, endpoint: threadEndpoints.update },
  { method: 'DELETE', url: THREAD, endpoint: threadEndpoints.delete },
  { method: 'POST', url: `${THREAD}/members`, endpoint: memberEndpoints.add },
  { method: 'PATCH', url: MEMBER, endpoint: memberEndpoints.changeRole },
  { method: 'DELETE', url: MEMBER, endpoint: memberEndpoints.remove },
  { method: 'POST', url: `${MEMBER}/mute`, endpoint: memberEndpoints.mute },
  { method: 'POST', url: `${MEMBER}/unmute`, endpoint: memberEndpoints.unmute },
  { method: 'POST', url: `${MEMBER}/ban`, endpoint: memberEndpoints.ban },
  { method: 'POST', url: `${MEMBER}/unban`, endpoint: memberEndpoints.unban },
  { method: 'POST', url: `${THREAD}/owner`, endpoint: memberEndpoints.transferOwnership },
  { method: 'GET', url: `${THREAD}/messages`, endpoint: messageEndpoints.list },
  { method: 'GET', url: MESSAGE, endpoint: messageEndpoints.get },
  { method: 'PATCH', url: MESSAGE, endpoint: messageEndpoints.edit },
  { method: 'DELETE', url: MESSAGE, endpoint: messageEndpoints.delete },
  { method: 'PUT', url: `${MESSAGE}/pin`, endpoint: messageEndpoints.pin },
  { method: 'DELETE', url: `${MESSAGE}/pin`, endpoint: messageEndpoints.unpin },
  { method: 'GET', url: '/open-api/v1.0/chat/search', endpoint: searchEndpoints.messages },

  // Endpoints 7 and 8 of the interface, and related ones
  { method: 'GET', url: '/sticker/v1.0/pack', endpoint: stickerPackEndpoints.list },
  { method: 'POST', url: '/sticker/v1.0/pack', endpoint: stickerPackEndpoints.create },
  { method: 'GET', url: '/sticker/v1.0/pack/:pack_id', endpoint: stickerPackEndpoints.get },
  { method: 'DELETE', url: '/sticker/v1.0/pack/:pack_id', endpoint: stickerPackEndpoints.delete },

  // Files
  { method: 'POST', url: '/file/v1.0/file', endpoint: fileEndpoints.upload },
  { method: 'GET', url: '/file/v1.0/usage', endpoint: fileEndpoints.usage },

  // Users
  { method: 'PUT', url: '/user/v1.0/user/:user_id', endpoint: userEndpoints.put },
  { method: 'GET', url: '/user/v1.0/user/:user_id', endpoint: userEndpoints.get },
  { method: 'DELETE', url: '/user/v1.0/user/:user_id', endpoint: userEndpoints.delete },
  { method: 'GET', url: '/user/v1.0/user/:user_id/threads', endpoint: threadEndpoints.listOfUser },
  { method: 'GET', url: '/user/v1.0/users', endpoint: userEndpoints.list },
  { method: 'POST', url: '/user/v1.0/users/batch', endpoint: userEndpoints.putBatch },

  { method: 'POST', url: '/user/v1.0/user/:user_id/token', endpoint: tokenEndpoints.issue },
  { method: 'DELETE', url: '/user/v1.0/user/:user_id/tokens', endpoint: tokenEndpoints.revoke },

  { method: 'PUT', url: `${DEVICES}/:device_id`, endpoint: deviceEndpoints.put },
  { method: 'DELETE', url: `${DEVICES}/:device_id`, endpoint: deviceEndpoints.delete },
  { method: 'GET', url: DEVICES, endpoint: deviceEndpoints.list },

  { method: 'PUT', url: EMAIL, endpoint: emailEndpoints.put },
  { method: 'GET', url: EMAIL, endpoint: emailEndpoints.get },
  { method: 'DELETE', url: EMAIL, endpoint: emailEndpoints.delete },

  { method: 'PUT', url: DESK, endpoint: deskEndpoints.put },
  { method: 'GET', url: DESK, endpoint: deskEndpoints.get },
  { method: 'DELETE', url: DESK, endpoint: deskEndpoints.delete },
  { method: 'GET', url: `${DESK}/readings`, endpoint: deskEndpoints.listReadings },

  // Bots
  { method: 'POST', url: '/bot/v1.0/bot', endpoint: botEndpoints.create },
  { method: 'GET', url: '/bot/v1.0/bot', endpoint: botEndpoints.list },
  { method: 'GET', url: '/bot/v1.0/bot/:bot_id', endpoint: botEndpoints.get },
  { method: 'PATCH', url: '/bot/v1.0/bot/:bot_id', endpoint: botEndpoints.update },
  { method: 'DELETE', url: '/bot/v1.0/bot/:bot_id', endpoint: botEndpoints.delete },
  { method: 'POST', url: '/bot/v1.0/bot/:bot_id/rotate-secret', endpoint: botEndpoints.rotateSecret },

  // Webhooks
  { method: 'POST', url: '/webhook/v1.0/endpoint', endpoint: webhookEndpoints.create },
  { method: 'GET', url: '/webhook/v1.0/endpoint', endpoint: webhookEndpoints.list },
  { method: 'GET', url: ENDPOINT, endpoint: webhookEndpoints.get },
  { method: 'PATCH', url: ENDPOINT, endpoint: webhookEndpoints.update },
  { method: 'DELETE', url: ENDPOINT, endpoint: webhookEndpoints.delete },
  { method: 'POST', url: `${ENDPOINT}/rotate-secret`, endpoint: webhookEndpoints.rotateSecret },
  { method: 'GET', url: '/webhook/v1.0/delivery', endpoint: deliveryEndpoints.list },
  { method: 'GET', url: '/webhook/v1.0/delivery/:delivery_id', endpoint: deliveryEndpoints.get },
  {
    method: 'POST',
    url: '/webhook/v1.0/delivery/:delivery_id/replay',
    endpoint: deliveryEndpoints.replay,
  },
  { method: 'POST', url: '/webhook/v1.0/replay', endpoint: deliveryEndpoints.replayMany },

  // The event stream
  { method: 'PUT', url: '/event/v1.0/stream', endpoint: eventEndpoints.putStream },
  { method: 'GET', url: '/event/v1.0/stream', endpoint: eventEndpoints.getStream },
  { method: 'GET', url: '/event/v1.0/events', endpoint: eventEndpoints.pull },

  // Notifications
  { method: 'GET', url: PROVIDER, endpoint: notificationProviderEndpoints.get },
  { method: 'PUT', url: PROVIDER, endpoint: notificationProviderEndpoints.put },
  { method: 'DELETE', url: PROVIDER, endpoint: notificationProviderEndpoints.delete },
  { method: 'POST', url: `${PROVIDER}/test`, endpoint: notificationProviderEndpoints.test },
  { method: 'GET', url: '/notification/v1.0/settings', endpoint: notificationSettingsEndpoints.get },
  { method: 'PUT', url: '/notification/v1.0/settings', endpoint: notificationSettingsEndpoints.put },
  { method: 'GET', url: '/notification/v1.0/delivery', endpoint: notificationDeliveryEndpoints.list },

  // The policy for signed-in users
  { method: 'GET', url: '/app/v1.0/policy', endpoint: policyEndpoints.get },
  { method: 'PATCH', url: '/app/v1.0/policy', endpoint: policyEndpoints.update },

  // The client API, for signed-in users
  { method: 'GET', url: '/client/v1.0/me', endpoint: clientUserEndpoints.getMe },
  { method: 'PUT', url: '/client/v1.0/me/avatar', endpoint: clientUserEndpoints.setAvatar },
  { method: 'DELETE', url: '/client/v1.0/me/avatar', endpoint: clientUserEndpoints.removeAvatar },
  { method: 'POST', url: '/client/v1.0/me/pictures', endpoint: clientFileEndpoints.uploadPicture },
  { method: 'GET', url: '/client/v1.0/me/file-ticket', endpoint: clientFileEndpoints.getTicket },
  { method: 'GET', url: '/client/v1.0/me/unread', endpoint: clientThreadEndpoints.getUnread },
  { method: 'GET', url: '/client/v1.0/people', endpoint: clientPeopleEndpoints.find },
  { method: 'GET', url: '/client/v1.0/threads', endpoint: clientThreadEndpoints.list },
  { method: 'POST', url: '/client/v1.0/threads', endpoint: clientThreadEndpoints.create },
  { method: 'GET', url: MY_THREAD, endpoint: clientThreadEndpoints.get },
  { method: 'PATCH', url: MY_THREAD, endpoint: clientThreadEndpoints.update },
  { method: 'DELETE', url: MY_THREAD, endpoint: asUser(threadEndpoints.delete) },
  { method: 'GET', url: '/client/v1.0/search', endpoint: asUser(searchEndpoints.messages) },
  { method: 'GET', url: `${MY_THREAD}/changes`, endpoint: clientThreadEndpoints.listChanges },
  { method: 'GET', url: `${MY_THREAD}/read`, endpoint: clientThreadEndpoints.listReadPositions },
  { method: 'PUT', url: `${MY_THREAD}/read`, endpoint: clientThreadEndpoints.markRead },
  { method: 'PUT', url: `${MY_THREAD}/unread`, endpoint: clientThreadEndpoints.markUnread },
  { method: 'GET', url: `${MY_THREAD}/members`, endpoint: asUser(memberEndpoints.list) },
  { method: 'POST', url: `${MY_THREAD}/members`, endpoint: asUser(memberEndpoints.add) },
  { method: 'PATCH', url: `${MY_THREAD}${A_MEMBER}`, endpoint: asUser(memberEndpoints.changeRole) },
  { method: 'DELETE', url: `${MY_THREAD}${A_MEMBER}`, endpoint: asUser(memberEndpoints.remove) },
  { method: 'POST', url: `${MY_THREAD}${A_MEMBER}/mute`, endpoint: asUser(memberEndpoints.mute) },
  { method: 'POST', url: `${MY_THREAD}${A_MEMBER}/unmute`, endpoint: asUser(memberEndpoints.unmute) },
  { method: 'POST', url: `${MY_THREAD}${A_MEMBER}/ban`, endpoint: asUser(memberEndpoints.ban) },
  { method: 'POST', url: `${MY_THREAD}${A_MEMBER}/unban`, endpoint: asUser(memberEndpoints.unban) },
  { method: 'POST', url: `${MY_THREAD}/owner`, endpoint: asUser(memberEndpoints.transferOwnership) },
  { method: 'GET', url: `${MY_THREAD}/messages`, endpoint: asUser(messageEndpoints.list) },
  { method: 'POST', url: `${MY_THREAD}/messages`, endpoint: clientMessageEndpoints.send },
  { method: 'GET', url: `${MY_THREAD}${A_MESSAGE}`, endpoint: asUser(messageEndpoints.get) },
  {
    method: 'PATCH',
    url: `${MY_THREAD}${A_MESSAGE}`,
    endpoint: asUser({ ...messageEndpoints.edit, normalizeBody: normalizeEditAsUser }),
  },
  { method: 'DELETE', url: `${MY_THREAD}${A_MESSAGE}`, endpoint: asUser(messageEndpoints.delete) },
  { method: 'PUT', url: `${MY_THREAD}${A_MESSAGE}/pin`, endpoint: asUser(messageEndpoints.pin) },
  { method: 'DELETE', url: `${MY_THREAD}${A_MESSAGE}/pin`, endpoint: asUser(messageEndpoints.unpin) },
  {
    method: 'PUT',
    url: `${MY_THREAD}${A_MESSAGE}/reactions/:key`,
    endpoint: clientMessageEndpoints.addReaction,
  },
  {
    method: 'DELETE',
    url: `${MY_THREAD}${A_MESSAGE}/reactions/:key`,
    endpoint: clientMessageEndpoints.removeReaction,
  },
  { method: 'POST', url: `${MY_THREAD}${A_MESSAGE}/press`, endpoint: clientMessageEndpoints.pressButton },
  { method: 'PUT', url: MY_DEVICE, endpoint: clientNotificationEndpoints.putDevice },
  { method: 'DELETE', url: MY_DEVICE, endpoint: clientNotificationEndpoints.deleteDevice },
  { method: 'GET', url: '/client/v1.0/devices', endpoint: clientNotificationEndpoints.listDevices },
  { method: 'GET', url: MY_NOTIFICATIONS, endpoint: clientNotificationEndpoints.getChoices },
  { method: 'PUT', url: MY_NOTIFICATIONS, endpoint: clientNotificationEndpoints.putChoices },
  {
    method: 'GET',
    url: `${MY_THREAD}/notifications`,
    endpoint: clientNotificationEndpoints.getThreadChoices,
  },
  {
    method: 'PUT',
    url: `${MY_THREAD}/notifications`,
    endpoint: clientNotificationEndpoints.putThreadChoices,
  },
  { method: 'POST', url: `${MY_THREAD}/files`, endpoint: clientFileEndpoints.upload },
  { method: 'GET', url: '/client/v1.0/sticker-packs', endpoint: clientStickerPackEndpoints.list },
  { method: 'GET', url: '/client/v1.0/sticker-packs/:pack_id', endpoint: asUser(stickerPackEndpoints.get) },

  // The client API for users of the support desk
  { method: 'GET', url: '/client/v1.0/desk/threads', endpoint: clientDeskEndpoints.listThreads },
  { method: 'GET', url: '/client/v1.0/desk/threads/:thread_id', endpoint: clientDeskEndpoints.getThread },
  { method: 'POST', url: '/client/v1.0/desk/readings', endpoint: clientDeskEndpoints.openReading },
];
