import Type, { type TSchema } from 'typebox';
import { ERRORS, type ErrorCode, MAX_ERRORS, MAX_FIELD_CHARS } from './errors.ts';
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

/** Envelope of a page of what may be large: it can have fewer elements than `limit`, and `has_more` says how it goes on. */
export function pageOf(item: TSchema) {
  return Type.Object({
    ...successFields,
    data: Type.Array(item),
    has_more: Type.Boolean({
      description:
        'Whether there is more. A page ends at `limit`, or sooner where its elements are large (about 1 MiB in all).',
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
        'Path of the faulty field, such as `body.metadata[0].width`. A longer one is cut off, and ends with `…`.',
    }),
    rule: Type.String({ description: 'The rule that was broken, as a stable word.' }),
    message: Type.String({ maxLength: MAX_FIELD_CHARS, description: 'What is wrong, in a sentence.' }),
  },
  model('FieldError', 'One faulty field.'),
);

export const FailureSchema = Type.Object(
  {
    message_code: Type.Unsafe<ErrorCode>({ type: 'string', enum: Object.keys(ERRORS) }),
    message: Type.String({ description: 'Text of the message code.' }),
    request_id: Type.String({ description: 'The request id, as in the header `X-Request-Id`.' }),
    errors: Type.Optional(
      Type.Array(FieldErrorSchema, {
        maxItems: MAX_ERRORS,
        description: `The faulty fields, not only the first: up to ${MAX_ERRORS}.`,
      }),
    ),
  },
  model('Failure', 'The body of every failure. Which codes an endpoint may answer stands with it.'),
);
