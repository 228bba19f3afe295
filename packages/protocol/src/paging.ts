import Type from 'typebox';

/** Page size of every list (interface §2, §4). */
export const LimitSchema = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 30,
  description: 'Maximum number of elements in a page.',
});

/** Paging of the lists that the contract does not define: by the decimal id of the last element. */
export const PageQuery = Type.Object({
  last_id: Type.Optional(
    Type.String({
      format: 'decimal-position',
      default: '0',
      description: 'The `ext_user_id` of the last element of the previous page; `0` starts at the beginning.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
});
