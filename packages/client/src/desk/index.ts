export { type Desk, type DeskOptions, openDesk } from './desk.ts';
export type { DeskThreads } from './desk-list.ts';
export type { WatchedThreadState } from './thread-watch.ts';
export type { WatchedThread } from './watched-thread.ts';
