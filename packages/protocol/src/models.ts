import { Bot, CreatedBot, RotatedSecret } from './bots.ts';
import {
  ClientThread,
  MemberReadPosition,
  Membership,
  NewDirect,
  NewGroup,
  Peer,
  ReadPosition,
  UnreadTotal,
  UserThread,
} from './client-threads.ts';
import { DeskReading, DeskThread, DeskUser } from './desk.ts';
import { Device, WebPushSubscription } from './devices.ts';
import { EmailAttempt, EmailSettings, EmailTemplate, UserEmail } from './emails.ts';
import { FailureSchema, FieldErrorSchema } from './envelope.ts';
import { EventStream, PulledEvent } from './events.ts';
import { FileTicket, FileUsage, UploadedFile } from './files.ts';
import { ChangedMember, ChangeEntry, ThreadCounters, ThreadFace, WebhookEntry } from './log.ts';
import { ClientMember, Member } from './members.ts';
import { KINDS, MetadataSchema, PromotionButton, SENT_KINDS, SentMetadataSchema } from './message-kinds.ts';
import { CustomNotify } from './message-requests.ts';
import {
  ClientMessage,
  ClientSender,
  Message,
  Reaction,
  ReplyPreview,
  Sender,
  SentMessage,
  SentMessages,
} from './messages.ts';
import { NotificationChoices, QuietHours, ThreadNotifications } from './notification-choices.ts';
import { NotificationProvider, ProviderTest } from './notification-providers.ts';
import {
  NotificationAttempt,
  NotificationDelivery,
  NotificationSettings,
  NotificationTemplate,
} from './notifications.ts';
import { LinkedThreadPermissions, Permissions, Policy } from './policy.ts';
import { ClientSearchHit, SearchHit, TextRange } from './search.ts';
import { CreatedStickerPack, Sticker, StickerPack, StickerPackWithStickers } from './stickers.ts';
import { CreatedThread, Thread, ThreadListItem } from './threads.ts';
import { IssuedToken } from './tokens.ts';
import { User } from './users.ts';
import {
  CreatedWebhookEndpoint,
  Replayed,
  WEBHOOK_EVENTS,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
} from './webhooks.ts';

/**
 * Every named schema (`model`): `components.schemas` of the OpenAPI document, and types of the SDK. `LogEntry` is missing
 * because only realtime frames contain it.
 */
export const MODELS = [
  FailureSchema,
  FieldErrorSchema,
  User,
  IssuedToken,
  Bot,
  CreatedBot,
  RotatedSecret,
  Thread,
  ThreadListItem,
  CreatedThread,
  ThreadFace,
  ThreadCounters,
  Member,
  ClientMember,
  Message,
  ClientMessage,
  TextRange,
  SearchHit,
  ClientSearchHit,
  Sender,
  ClientSender,
  ReplyPreview,
  Reaction,
  MetadataSchema,
  ...KINDS,
  SentMetadataSchema,
  ...SENT_KINDS.filter((kind) => !(KINDS as readonly unknown[]).includes(kind)),
  PromotionButton,
  CustomNotify,
  SentMessage,
  SentMessages,
  UploadedFile,
  FileTicket,
  FileUsage,
  CreatedStickerPack,
  StickerPack,
  Sticker,
  StickerPackWithStickers,
  ClientThread,
  UserThread,
  Peer,
  Membership,
  ReadPosition,
  MemberReadPosition,
  UnreadTotal,
  ChangeEntry,
  ChangedMember,
  NewGroup,
  NewDirect,
  DeskUser,
  DeskThread,
  DeskReading,
  Device,
  WebPushSubscription,
  UserEmail,
  EmailAttempt,
  NotificationChoices,
  QuietHours,
  ThreadNotifications,
  WebhookEntry,
  Policy,
  Permissions,
  LinkedThreadPermissions,
  WebhookEndpoint,
  CreatedWebhookEndpoint,
  WebhookDelivery,
  WebhookAttempt,
  Replayed,
  EventStream,
  PulledEvent,
  NotificationProvider,
  ProviderTest,
  NotificationSettings,
  NotificationTemplate,
  EmailSettings,
  EmailTemplate,
  NotificationAttempt,
  NotificationDelivery,
  ...WEBHOOK_EVENTS,
] as const;
