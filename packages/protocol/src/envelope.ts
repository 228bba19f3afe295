import Type, { type TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from './errors.ts';
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

/** Envelope that may carry `data`: only when the caller asked for it (`Prefer: return=representation`). */
export function envelopeWithOptional(data: TSchema) {
  return Type.Object({ ...successFields, data: Type.Optional(data) });
}

export const FieldErrorSchema = Type.Object(
  {
    field: Type.String({ description: 'Path of the faulty field, such as `body.metadata[0].width`.' }),
    rule: Type.String({ description: 'The rule that was broken, as a stable word.' }),
    message: Type.String({ description: 'What is wrong, in a sentence.' }),
  },
  model('FieldError', 'One faulty field.'),
);

export const FailureSchema = Type.Object(
  {
    message_code: Type.Unsafe<ErrorCode>({ type: 'string', enum: Object.keys(ERRORS) }),
    message: Type.String({ description: 'Text of the message code.' }),
    request_id: Type.String({ description: 'The request id, as in the header `X-Request-Id`.' }),
    errors: Type.Optional(
      Type.Array(FieldErrorSchema, { description: 'Every faulty field, not only the first.' }),
    ),
  },
  model('Failure', 'The body of every failure. Which codes an endpoint may answer stands with it.'),
);
