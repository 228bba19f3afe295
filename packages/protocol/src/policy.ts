import Type, { type Static } from 'typebox';
import { UserIdSchema } from './ids.ts';
import { model } from './model.ts';

/**
 * Whom a signed-in user may address: anybody in their space; those with whom they share a thread, contacts and bots; or
 * nobody.
 */
export const ADDRESSEES = ['anyone', 'shared', 'nobody'] as const;
export type Addressees = (typeof ADDRESSEES)[number];

/** Most members that a policy lets a request add: as many as a request may name by default. */
export const MAX_MEMBERS = 1_000;
export const MAX_CONTACTS = 100;

const addressees = (description: string) =>
  Type.Unsafe<Addressees>({
    type: 'string',
    enum: ADDRESSEES,
    description: `${description}: \`anyone\` in their space; \`shared\`: those with whom they share a thread, the contacts of the policy, and bots; \`nobody\`.`,
  });

const rules = {
  create_groups: Type.Boolean({ description: 'Whether they may make groups.' }),
  open_direct_threads: addressees('With whom they may begin a direct thread'),
  add_members: addressees('Whom they may add to groups, new ones too, where their role permits it'),
  members_at_a_time: Type.Integer({
    minimum: 1,
    maximum: MAX_MEMBERS,
    description: 'Most members that one request may add.',
  }),
  see_user_ids: Type.Boolean({
    description:
      "Whether they are shown the `user_id`s of others. False: the client API has null in their place, but for the user's own and those of bots.",
  }),
};

export const Permissions = Type.Object(
  rules,
  model('Permissions', 'What signed-in users may do by themselves, and what they are shown.'),
);
export type Permissions = Static<typeof Permissions>;

const contacts = Type.Array(UserIdSchema, {
  maxItems: MAX_CONTACTS,
  description:
    'Users (by `user_id`, in every tenant) whom everybody may address who may address anybody: your support, for instance.',
});

export const Policy = Type.Object(
  { guests: Permissions, users: Permissions, contacts },
  model('Policy', 'What guests and all other users of an application may do with the client API.'),
);
export type Policy = Static<typeof Policy>;

const changes = Type.Object(
  {
    create_groups: Type.Optional(rules.create_groups),
    open_direct_threads: Type.Optional(rules.open_direct_threads),
    add_members: Type.Optional(rules.add_members),
    members_at_a_time: Type.Optional(rules.members_at_a_time),
    see_user_ids: Type.Optional(rules.see_user_ids),
  },
  { description: 'What is left out keeps its value.' },
);

export const UpdatePolicy = Type.Object({
  guests: Type.Optional(changes),
  users: Type.Optional(changes),
  contacts: Type.Optional(contacts),
});
export type UpdatePolicy = Static<typeof UpdatePolicy>;
