export type { WaitOptions } from './inbox.ts';
export { Inbox } from './inbox.ts';
export type {
  Phone,
  PhoneProvider,
  PushAccount,
  ReceivedMail,
  ReceivedPush,
  ReceivedWebhook,
  WebhookEvent,
  WebPushSubscription,
} from './received.ts';
export { type StartOptions, startPalaver } from './start-palaver.ts';
export {
  type ClockStep,
  connectPalaver,
  PushInbox,
  type TestClock,
  type TestServer,
  WebhookInbox,
} from './test-server.ts';
