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

/** A push that a browser has got. */
export interface ReceivedPush {
  /** That of the subscription. */
  endpoint: string;
  /** What the server asked of the push service, such as `ttl`, `topic` and `urgency`; by their names in lower case. */
  headers: Record<string, string>;
  // Decrypted; a test knows the fields of its payloads.
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

/** What `pushManager.subscribe()` resolves to in a browser, as JSON. */
export interface WebPushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
