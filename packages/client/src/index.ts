export type * from './api.ts';
export { Chat } from './chat/chat.ts';
export type { ClientLimits } from './chat/client-limits.ts';
export { connect } from './chat/connect.ts';
export type { ConnectOptions } from './chat/connect-options.ts';
export type { ConnectionState } from './chat/connection.ts';
export type { SendFileOptions } from './chat/file-message.ts';
export type { FileStorage } from './chat/file-storage.ts';
export type { FileReference, FileUrls } from './chat/file-urls.ts';
export { highlight, type TextPart } from './chat/highlight.ts';
export { MessageSearch } from './chat/message-search.ts';
export type { Devices } from './chat/my-devices.ts';
export type { PeoplePage } from './chat/name-search.ts';
export type { Notifications, NotificationsOfThread } from './chat/notifications.ts';
export type { OutboxStorage } from './chat/outgoing-message.ts';
export type { SearchFilters, SearchOptions, SearchState } from './chat/search-state.ts';
export type { Readable } from './chat/store.ts';
export { Thread } from './chat/thread.ts';
export type { NewMessage, ThreadChanges } from './chat/thread-actions.ts';
export type {
  KeptMessage,
  ShownChange,
  ShownMessage,
  ThreadState,
  UnsentMessage,
  UnsentUpload,
} from './chat/thread-state.ts';
export type { TokenProvider } from './chat/token-source.ts';
export type { UploadOptions, UploadProgress } from './chat/upload.ts';
export type { WebSocketConstructor, WebSocketLike } from './chat/wire.ts';
export { type LocalErrorCode, PalaverError } from './error.ts';
