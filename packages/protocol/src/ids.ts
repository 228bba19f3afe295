import Type, { type Static } from 'typebox';
import type { Fault } from './errors.ts';
import { isDecimalId } from './formats.ts';

/**
 * Branded identifiers. On the wire they are all strings, and `user_id` and `ext_user_id` are easily swapped. A value gets
 * its brand where it is checked, and nowhere else.
 */
declare const brand: unique symbol;
export type Branded<Name extends string> = string & { readonly [brand]: Name };

/** The application's id: a DNS label, because it may be part of the host name (interface, "Conventions"). */
export type AppId = Branded<'AppId'>;
/** The tenant's identifier from the integrator's system; empty is the application's own space. */
export type TenantId = Branded<'TenantId'>;
/** The user's (or bot's) identifier on the integrator's side. */
export type UserId = Branded<'UserId'>;
/** The user's (or bot's) identifier inside the service: a decimal string of a positive 63-bit integer. */
export type ExtUserId = Branded<'ExtUserId'>;
/** A decimal string of a positive 63-bit integer. */
export type ThreadId = Branded<'ThreadId'>;
/** The identifier that an app gives to an installation of itself; each user has their own. */
export type DeviceId = Branded<'DeviceId'>;
/** A message's number in the log of its thread, as a decimal string in a path. */
export type MessageSeq = Branded<'MessageSeq'>;

const identifier = { minLength: 1, 'x-max-bytes': 255, format: 'identifier' };
const decimalId = { minLength: 1, format: 'decimal-id' };

export const UserIdSchema = Type.Unsafe<UserId>(
  Type.String({ ...identifier, description: "The user's identifier on the integrator's side." }),
);
/** The `user_id` of another user, as signed-in users see it. */
export const ShownUserIdSchema = Type.Union([UserIdSchema, Type.Null()], {
  description:
    "The user's identifier on the integrator's side; null if the policy hides the identifiers of other users.",
});
export const BotIdSchema = Type.Unsafe<UserId>(
  Type.String({
    ...identifier,
    description: "The bot's identifier: chosen by the integrator, or generated.",
  }),
);
export const DeviceIdSchema = Type.Unsafe<DeviceId>(
  Type.String({
    ...identifier,
    description: "The device's identifier: chosen by the app, such as a random one for each installation.",
  }),
);
export const ReferenceIdSchema = Type.String({ ...identifier, description: 'Link code.' });
export function decimalIdSchema<Id extends string>(description: string) {
  return Type.Unsafe<Id>(Type.String({ ...decimalId, description }));
}

export const ExtUserIdSchema = decimalIdSchema<ExtUserId>("The user's identifier inside the service.");
export const ThreadIdSchema = decimalIdSchema<ThreadId>('Thread identifier.');

/** How the server reads the ids of a request (interface §4, §6). */
export const IdTypeSchema = Type.Unsafe<1 | 2>({
  type: 'integer',
  enum: [1, 2],
  description: "How to read the ids: 1 as the service's `ext_user_id`, 2 as the integrator's `user_id`.",
});
export type IdType = Static<typeof IdTypeSchema>;

/** With `id_type` 1 an id must be a decimal, which a schema cannot express. (The schema refuses other types.) */
export function decimalIdFault(field: string, id: unknown): Fault[] {
  if (typeof id !== 'string' || id === '' || isDecimalId(id)) return [];
  const message = 'must be an ext_user_id (id_type is 1): a positive decimal number in a string';
  return [{ code: 'M40003', field, rule: 'decimal_id', message }];
}

/** The same check for each id of a list. */
export function decimalIdFaults(field: string, ids: unknown): Fault[] {
  if (!Array.isArray(ids)) return [];
  return ids.flatMap((id: unknown, index) => decimalIdFault(`${field}[${index}]`, id));
}
