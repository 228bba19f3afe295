export type * from './api.ts';
export { Chat, type ClientLimits, type ConnectOptions, connect } from './chat/chat.ts';
export type { ConnectionState, WebSocketConstructor, WebSocketLike } from './chat/connection.ts';
export type { OutboxStorage } from './chat/outbox.ts';
export type { Readable } from './chat/store.ts';
export { type NewMessage, Thread } from './chat/thread.ts';
export type { KeptMessage, ShownMessage, ThreadState, UnsentMessage } from './chat/thread-store.ts';
export type { TokenProvider } from './chat/token-source.ts';
export { type LocalErrorCode, PalaverError } from './error.ts';
