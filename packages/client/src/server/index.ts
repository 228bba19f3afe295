export type * from '../api.ts';
export { type LocalErrorCode, PalaverError } from '../error.ts';
export type { CallOptions } from '../http/call.ts';
export type { UploadFile, UploadStream } from '../http/multipart.ts';
export type { ActingOptions, PostOptions } from './back-end.ts';
export type { Bots } from './bots.ts';
export type { DeskUsers } from './desk-users.ts';
export type { Devices } from './devices.ts';
export type { Emails } from './emails.ts';
export type { EventStreams } from './event-streams.ts';
export type { EventCursor, Events, EventsOptions } from './events.ts';
export type { Files, FileUploadOptions } from './files.ts';
export type { Listing } from './listing.ts';
export type { AddMembersOptions, MemberRef, Members, MembersFilter, SanctionOptions } from './members.ts';
export type { MessageFilters, MessagePeriod, Messages, NewMessage, Seq } from './messages.ts';
export type { Notifications, ProviderName } from './notifications.ts';
export { Palaver, type PalaverOptions } from './palaver.ts';
export type { Policies } from './policy.ts';
export type { NewStickerPack, Stickers } from './stickers.ts';
export type { NewThread, Threads } from './threads.ts';
export type { Users } from './users.ts';
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookFault,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts';
export type { Webhooks } from './webhooks.ts';
