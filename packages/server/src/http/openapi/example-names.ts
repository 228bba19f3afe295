/** What the example bodies name: objects of a space, and ids that are still free in it. */
export interface Names {
  /** The owner of the group, a member of it, and a former member. */
  owner: Account;
  member: Account;
  leaver: Account;
  bot: { bot_id: string; ext_user_id: string };
  group: string;
  /** A direct thread of the owner. */
  direct: string;
  pack: string;
  sticker: string;
  /** A file that a message of the group names. */
  file: string;
  /** A picture that the owner has uploaded. */
  picture: string;
  endpoint: string;
  /** A device of the owner, for Web Push. */
  device: string;
  /** The `reference_id` of the group. */
  reference: string;
  /** Keys for notification providers: a pair for Web Push, and private keys in PEM. */
  keys: { vapid: { public_key: string; private_key: string }; firebase: string; apple: string };
  /** Ids that are free: for users, a bot and a message. */
  newUsers: readonly string[];
  newBot: string;
  clientMessageId: string;
}

export interface Account {
  user_id: string;
  ext_user_id: string;
}

/** Examples of one body, by title. */
export type Bodies = Readonly<Record<string, object>>;

/** Schemas of bodies, each with its examples. */
export type Examples = readonly (readonly [schema: unknown, bodies: Bodies])[];
