import Type, { type TSchema } from 'typebox';
import {
  ERRORS,
  type ErrorCode,
  MAX_ERRORS,
  MAX_FIELD_CHARS,
  QUOTA_OWNERS,
  type QuotaOwner,
} from './errors.ts';
import { model } from './model.ts';

/** Success of every endpoint: HTTP 200 and `M200`, never 201 or 204 (interface, "Response envelope"). */
export const SUCCESS = { message_code: 'M200', message: 'Success' } as const;

const successFields = {
  message_code: Type.Literal('M200', { description: 'Message code; `M200` means success.' }),
  message: Type.String({ description: 'Text of the message code. Its wording is not part of the contract.' }),
};

export const EnvelopeSchema = Type.Object(successFields);

export function envelopeWith(data: TSchema) {
  return Type.Object({ ...successFields, data });
}

const HAS_MORE =
  'Whether more elements follow. A page ends at `limit`, or sooner if its elements reach about 1 MiB.';

/** Envelope of a page whose elements may be large: it can be shorter than `limit`, so `has_more` says whether more follow. */
export function pageOf(item: TSchema) {
  const has_more = Type.Boolean({ description: HAS_MORE });
  return Type.Object({ ...successFields, data: Type.Array(item), has_more });
}

/** The same of a list whose elements are large only if the query includes more of them: otherwise only the last page is short. */
export function pageOfIncluding(item: TSchema) {
  const has_more = Type.Optional(Type.Boolean({ description: `Only with \`include\`. ${HAS_MORE}` }));
  return Type.Object({ ...successFields, data: Type.Array(item), has_more });
}

/** Envelope of a page that continues at a cursor. A page may have fewer elements than `limit`, or none, although more follow. */
export function cursorPageOf(item: TSchema) {
  return Type.Object({
    ...successFields,
    data: Type.Array(item),
    next: Type.Union([Type.String(), Type.Null()], {
      description:
        'Where the list continues: pass it as `next` to get the next page. Null: there are no more elements. A page may have fewer elements than `limit`, or none, and still have a next one.',
    }),
  });
}

/** Envelope that may carry `data`: only when the caller asked for it (`Prefer: return=representation`). */
export function envelopeWithOptional(data: TSchema) {
  return Type.Object({ ...successFields, data: Type.Optional(data) });
}

export const FieldErrorSchema = Type.Object(
  {
    field: Type.String({
      maxLength: MAX_FIELD_CHARS,
      description:
        'Path of the invalid field, such as `body.metadata[0].width`. A path that is too long is truncated and ends with `…`.',
    }),
    rule: Type.String({ description: 'The rule that the field breaks, as a stable word.' }),
    message: Type.String({
      maxLength: MAX_FIELD_CHARS,
      description: 'Description of the problem, in a sentence.',
    }),
  },
  model('FieldError', 'One invalid field.'),
);

export const FailureSchema = Type.Object(
  {
    message_code: Type.Unsafe<ErrorCode>({ type: 'string', enum: Object.keys(ERRORS) }),
    message: Type.String({ description: 'Text of the message code.' }),
    request_id: Type.String({ description: 'The request id, as in the header `X-Request-Id`.' }),
    errors: Type.Optional(
      Type.Array(FieldErrorSchema, {
        maxItems: MAX_ERRORS,
        description: `All invalid fields, up to ${MAX_ERRORS}.`,
      }),
    ),
    first_position: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'With `M41000` and `M41001` only: the position of the first event to continue with.',
      }),
    ),
    quota: Type.Optional(
      Type.Unsafe<QuotaOwner>({
        type: 'string',
        enum: QUOTA_OWNERS,
        description:
          'With `M41301` only: which quota the files would exceed. `tenant`: that of the tenant, or of the application without a tenant. `user`: that of the user or guest.',
      }),
    ),
  },
  model('Failure', 'The body of every failure. Each endpoint lists its possible codes.'),
);
