import Type, { type Static } from 'typebox';

/**
 * Branded identifiers: on the wire they are all strings, and two of them (`user_id`, `ext_user_id`) are easily
 * swapped. A brand is given where a value has been checked, and nowhere else.
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

const identifier = { minLength: 1, 'x-max-bytes': 255, format: 'identifier' };
const decimalId = { minLength: 1, format: 'decimal-id' };

export const UserIdSchema = Type.Unsafe<UserId>(
  Type.String({ ...identifier, description: "The user's identifier on the integrator's side." }),
);
export const BotIdSchema = Type.Unsafe<UserId>(
  Type.String({ ...identifier, description: "The bot's identifier: the integrator's choice, or made." }),
);
export const ReferenceIdSchema = Type.String({ ...identifier, description: 'Link code.' });
export function decimalIdSchema<Id extends string>(description: string) {
  return Type.Unsafe<Id>(Type.String({ ...decimalId, description }));
}

export const ExtUserIdSchema = decimalIdSchema<ExtUserId>("The user's identifier inside the service.");
export const ThreadIdSchema = decimalIdSchema<ThreadId>('Thread identifier.');

/**
 * How a list of user ids is to be read (interface §4, §6): `1` as the service's `ext_user_id`, `2` as the
 * integrator's `user_id`.
 */
export const IdTypeSchema = Type.Unsafe<1 | 2>({
  type: 'integer',
  enum: [1, 2],
  description: "1: ids are the service's `ext_user_id`; 2: ids are the integrator's `user_id`.",
});
export type IdType = Static<typeof IdTypeSchema>;
