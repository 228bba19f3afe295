/** A call of a webhook, whose signature has been verified. */
export interface ReceivedWebhook {
  /** The header `webhook-id`: the same at each attempt to deliver an event. */
  id: string;
  /** The path that was called, such as `/orders`. */
  path: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
  /** As it was signed. */
  body: string;
  event: WebhookEvent;
}

export interface WebhookEvent {
  /** Such as `message.created`. */
  type: string;
  /** In RFC 3339. */
  timestamp: string;
  // Its fields depend on the type, and a test knows those of its events.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  data: any;
}

/** A push that a browser or a phone has got. */
export interface ReceivedPush {
  provider: 'web_push' | PhoneProvider;
  /** The endpoint of the browser's subscription, or the token of the app on the phone. */
  to: string;
  /** What the server asked of the push service, such as `ttl`, `topic` or `apns-priority`; by their names in lower case. */
  headers: Record<string, string>;
  // Of a browser: decrypted. Of Firebase: the `message`. Of Apple: the JSON with `aps`. A test knows the fields of its payloads.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  payload: any;
}

/** An e-mail that the mail server has accepted. */
export interface ReceivedMail {
  from: string;
  /** The recipients of the envelope. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
}

/** Everything that receivers receive. */
export interface Received {
  webhooks: ReceivedWebhook;
  pushes: ReceivedPush;
  mails: ReceivedMail;
}

/** The services that bring pushes to phones. */
export type PhoneProvider = 'fcm' | 'apns';

/** The app on a phone: the body of a device's registration. */
export interface Phone {
  provider: PhoneProvider;
  token: string;
}

/** An account of a service: what `PUT /notification/v1.0/provider/{provider}` takes. */
export type PushAccount =
  | { service_account: { project_id: string; client_email: string; private_key: string } }
  | { key_id: string; team_id: string; topic: string; private_key: string };

/** What `pushManager.subscribe()` resolves to in a browser, as JSON. */
export interface WebPushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
