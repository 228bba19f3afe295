import Type, { type Static } from 'typebox';
import { UserIdSchema } from './ids.ts';
import { MEMBER_ROLES, type MemberRole } from './members.ts';
import { model } from './model.ts';

/**
 * The users whom a signed-in user may address or find: everyone in the space; users who share a thread with them, contacts and
 * bots; or no one.
 */
export const ADDRESSEES = ['anyone', 'shared', 'nobody'] as const;
export type Addressees = (typeof ADDRESSEES)[number];

/** Upper bound of `members_at_a_time`: as many members as a request may name by default. */
export const MAX_MEMBERS = 1_000;
export const MAX_CONTACTS = 100;

const addressees = (description: string) =>
  Type.Unsafe<Addressees>({
    type: 'string',
    enum: ADDRESSEES,
    description: `${description}. \`anyone\`: every user of the space; \`shared\`: users who share a thread with them, the contacts of the policy, and bots; \`nobody\`: no one.`,
  });

const rules = {
  create_groups: Type.Boolean({ description: 'Whether these users may create groups.' }),
  open_direct_threads: addressees('Users with whom they may start a direct thread'),
  add_members: addressees(
    'Users whom they may add to groups (new groups included), if their role permits it',
  ),
  search_people: addressees('Users whom they may find by name'),
  members_at_a_time: Type.Integer({
    minimum: 1,
    maximum: MAX_MEMBERS,
    description: 'Maximum number of members that one request may add.',
  }),
  see_user_ids: Type.Boolean({
    description:
      "Whether these users see the `user_id`s of other users. If false, the client API returns null instead, except for the user's own and those of bots.",
  }),
};

export const Permissions = Type.Object(
  rules,
  model('Permissions', 'What signed-in users may do by themselves, and what they may see.'),
);
export type Permissions = Static<typeof Permissions>;

const linkedThreadRules = {
  delete: Type.Boolean({ description: 'Delete the thread.' }),
  rename: Type.Boolean({ description: 'Change its name, description, picture or metadata.' }),
  add: Type.Boolean({ description: 'Add members.' }),
  remove: Type.Boolean({ description: 'Remove other members, and ban and unban users.' }),
  leave: Type.Boolean({ description: 'Leave the thread.' }),
  mute: Type.Boolean({ description: 'Mute and unmute members.' }),
};

export const LinkedThreadPermissions = Type.Object(
  linkedThreadRules,
  model(
    'LinkedThreadPermissions',
    'What members with a role may do with the client API in threads that are tied to an object. False takes a permission away; true leaves it to the role, and so permits nothing that the role does not.',
  ),
);
export type LinkedThreadPermissions = Static<typeof LinkedThreadPermissions>;
export type LinkedThreadRule = keyof LinkedThreadPermissions;

/** An object with a value for each role. */
const byRole = <Value>(value: Value): Record<MemberRole, Value> =>
  Object.fromEntries(MEMBER_ROLES.map((role) => [role, value])) as Record<MemberRole, Value>;

const ofLinkedThreads = {
  description:
    'By role: what members may do in threads that are tied to an object (`reference_id` or `satl_reference_id`). By default, only back ends delete, rename, add and remove.',
};
const linkedThreads = Type.Object(byRole(LinkedThreadPermissions), ofLinkedThreads);
export type LinkedThreadPolicy = Static<typeof linkedThreads>;

const contacts = Type.Array(UserIdSchema, {
  maxItems: MAX_CONTACTS,
  description:
    'Users (by `user_id`, in every tenant) whom everyone may address and find whose rule is not `nobody`: for example your support team.',
});

const supportWriteRules = {
  direct: Type.Boolean({ description: 'In direct threads that the user is reading.' }),
  group: Type.Boolean({ description: 'In groups that are tied to no object.' }),
  linked: Type.Boolean({ description: 'In threads that are tied to an object.' }),
};
const supportWrite = Type.Object(supportWriteRules, {
  description:
    'Where users of the support desk write to threads of which they are no members, by kind of thread.',
});
export type SupportWrite = Static<typeof supportWrite>;
const ofSupport = {
  description: 'What users of the support desk may do in threads of which they are no members.',
};

export const Policy = Type.Object(
  {
    guests: Permissions,
    users: Permissions,
    contacts,
    support: Type.Object({ write: supportWrite }, ofSupport),
    linked_threads: linkedThreads,
  },
  model('Policy', 'What guests and all other users of an application may do with the client API.'),
);
export type Policy = Static<typeof Policy>;

const changes = Type.Object(
  {
    create_groups: Type.Optional(rules.create_groups),
    open_direct_threads: Type.Optional(rules.open_direct_threads),
    add_members: Type.Optional(rules.add_members),
    search_people: Type.Optional(rules.search_people),
    members_at_a_time: Type.Optional(rules.members_at_a_time),
    see_user_ids: Type.Optional(rules.see_user_ids),
  },
  { description: 'Fields that are left out keep their value.' },
);

const linkedThreadChanges = Type.Object(
  {
    delete: Type.Optional(linkedThreadRules.delete),
    rename: Type.Optional(linkedThreadRules.rename),
    add: Type.Optional(linkedThreadRules.add),
    remove: Type.Optional(linkedThreadRules.remove),
    leave: Type.Optional(linkedThreadRules.leave),
    mute: Type.Optional(linkedThreadRules.mute),
  },
  { description: 'Fields that are left out keep their value.' },
);

export const UpdatePolicy = Type.Object({
  guests: Type.Optional(changes),
  users: Type.Optional(changes),
  contacts: Type.Optional(contacts),
  support: Type.Optional(
    Type.Object(
      {
        write: Type.Optional(
          Type.Object({
            direct: Type.Optional(supportWriteRules.direct),
            group: Type.Optional(supportWriteRules.group),
            linked: Type.Optional(supportWriteRules.linked),
          }),
        ),
      },
      ofSupport,
    ),
  ),
  linked_threads: Type.Optional(Type.Object(byRole(Type.Optional(linkedThreadChanges)), ofLinkedThreads)),
});
export type UpdatePolicy = Static<typeof UpdatePolicy>;
