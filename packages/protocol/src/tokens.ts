import Type, { type Static } from 'typebox';
import { model } from './model.ts';

/** A token with which a user signs in to the client API. */
export const IssuedToken = Type.Object(
  {
    token: Type.Optional(
      Type.String({
        description:
          'A JWT for `Authorization: Bearer`. To a client it is opaque. A repeat with the same `Idempotency-Key` does not show it again.',
      }),
    ),
    expires_at: Type.Integer({ description: 'When it expires, in Unix milliseconds.' }),
  },
  model('IssuedToken', 'A token with which a user signs in to the client API.'),
);
export type IssuedToken = Static<typeof IssuedToken>;
