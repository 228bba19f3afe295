import type { ErrorCode, Fault } from '@palaver/protocol/errors';
import type { Static, TSchema } from 'typebox';
import type { Scope } from '../domain/apps/scopes.ts';
import type { Context } from '../domain/context.ts';

/** What a handler is given: everything has been checked against the endpoint's schemas. */
export interface Call<Params, Query, Body> {
  ctx: Context;
  params: Params;
  query: Query;
  body: Body;
  /** `Prefer: return=representation` (RFC 7240): the caller wants to see what was made. */
  prefersRepresentation: boolean;
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/**
 * One endpoint of the API-key interface: what it takes, what it answers, who may call it, and which codes it may
 * answer beyond those that every endpoint of its shape has (see openapi.ts). `handle` only translates: rules and
 * SQL are the domain's.
 */
export interface Endpoint<
  Params extends TSchema | undefined,
  Query extends TSchema | undefined,
  Body extends TSchema | undefined,
> {
  /** `operationId` in the OpenAPI document: what generated clients call it. */
  id: string;
  summary: string;
  description?: string;
  tag: 'Threads' | 'Messages' | 'Users' | 'Bots';
  /** The scope that the API key must have. Required: no endpoint is open by omission. */
  scope: Scope;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Rules of the query that the schema cannot say. Gets what the client sent, so it must expect any shape. */
  checkQuery?: (query: unknown) => Fault[];
  /** Puts the body into the one form that the schema knows, in place, before the schema is applied. */
  normalizeBody?: (body: unknown) => Fault[];
  /** Rules that the schema cannot say. Gets what the client sent, so it must expect any shape. */
  checkBody?: (body: unknown) => Fault[];
  /** The whole answer with status 200, the envelope included. */
  response: TSchema;
  errors: readonly ErrorCode[];
  /** Resolves to what stands under `data`; undefined: the envelope only. */
  handle: (call: Call<StaticOf<Params>, StaticOf<Query>, StaticOf<Body>>) => Promise<unknown>;
}

/** An endpoint whose schemas have been forgotten by the type system, for tables of endpoints. */
export type AnyEndpoint = Omit<Endpoint<TSchema, TSchema, TSchema>, 'handle'> & {
  handle: (call: Call<never, never, never>) => Promise<unknown>;
};

export function endpoint<
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(definition: Endpoint<Params, Query, Body>): AnyEndpoint {
  return definition as unknown as AnyEndpoint;
}
