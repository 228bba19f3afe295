import Type, { type Static } from 'typebox';
import { model } from './model.ts';

export const IssuedToken = Type.Object(
  {
    token: Type.Optional(
      Type.String({
        description:
          'A JWT for `Authorization: Bearer`. Clients treat it as opaque. A retry with the same `Idempotency-Key` leaves it out.',
      }),
    ),
    expires_at: Type.Integer({ description: 'When the token expires, in Unix milliseconds.' }),
  },
  model('IssuedToken', 'A token with which a user signs in to the client API.'),
);
export type IssuedToken = Static<typeof IssuedToken>;
