import Type, { type Static } from 'typebox';
import type { Fault } from './errors.ts';
import { type FileId, FileIdSchema } from './files.ts';
import { ExtUserIdSchema, UserIdSchema } from './ids.ts';
import { maxBytes, maxChars } from './limits.ts';
import { model } from './model.ts';
import { isRecord } from './values.ts';

const profileFields = {
  display_name: Type.Optional(Type.String({ ...maxChars('nameChars'), description: 'Display name.' })),
  avatar_url: Type.Optional(
    Type.String({ format: 'http-url', ...maxChars('urlChars'), description: 'Avatar address.' }),
  ),
  is_guest: Type.Optional(Type.Boolean({ description: 'Whether this is a guest account.' })),
  metadata: Type.Optional(
    Type.String({
      ...maxBytes('metadataBytes'),
      description: 'Any text of the integrator, stored verbatim.',
    }),
  ),
};

/**
 * Create or update a user. A field that is left out keeps its value (a new user starts with empty strings and
 * `is_guest` false); `null` or `""` clears it.
 */
export const PutUser = Type.Object(profileFields);
export type PutUser = Static<typeof PutUser>;

export const UserParams = Type.Object({ user_id: UserIdSchema });

export const PutUsersBatch = Type.Object({
  users: Type.Array(Type.Object({ user_id: UserIdSchema, ...profileFields }), {
    minItems: 1,
    maxItems: 100,
    description: 'Users to create or update; each at most once.',
  }),
});
export type PutUsersBatch = Static<typeof PutUsersBatch>;

/** A batch names each user once: two versions of one user in one call have no order. */
export function checkPutUsersBatch(body: unknown): Fault[] {
  if (!isRecord(body) || !Array.isArray(body.users)) return [];
  const seen = new Set<unknown>();
  const faults: Fault[] = [];
  for (const [index, user] of body.users.entries()) {
    const id = isRecord(user) ? user.user_id : undefined;
    if (typeof id === 'string' && seen.has(id)) {
      const field = `users[${index}].user_id`;
      faults.push({ code: 'M40003', field, rule: 'unique', message: 'names a user for the second time' });
    }
    seen.add(id);
  }
  return faults;
}

/** Choose the own picture. */
export const SetMyAvatar = Type.Object({
  file_id: Type.Unsafe<FileId>({
    ...FileIdSchema,
    description: 'A file of kind `image` that the user has uploaded.',
  }),
});

export const User = Type.Object(
  {
    user_id: UserIdSchema,
    ext_user_id: ExtUserIdSchema,
    display_name: Type.String({ description: 'Display name, or empty.' }),
    avatar_url: Type.String({ description: 'Avatar address, or empty.' }),
    is_guest: Type.Boolean({ description: 'Whether this is a guest account.' }),
    metadata: Type.String({ description: 'Metadata, verbatim, or empty.' }),
    created_at: Type.Integer({ description: 'Unix milliseconds.' }),
    updated_at: Type.Integer({ description: 'Unix milliseconds.' }),
    deactivated_at: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Unix milliseconds; null while the user is active.',
    }),
  },
  model('User', 'A user.'),
);
export type User = Static<typeof User>;

/** Change user identifier (interface §1). */
export const ChangeUserIdParams = Type.Object({ current_user_id: UserIdSchema, new_user_id: UserIdSchema });

export const ChangeUserIdQuery = Type.Object({
  end_connections: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Also ends the open connections of the user. Without it they stay open, and go on under the new identifier.',
    }),
  ),
});
