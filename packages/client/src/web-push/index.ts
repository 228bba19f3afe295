export type { WebPushErrorCode } from './failures.ts';
export { type BrowserNotifications, webPush } from './web-push.ts';
export type { WebPushOptions, WebPushState, WebPushTarget } from './web-push-options.ts';
