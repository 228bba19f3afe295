import type { ErrorCode, Fault } from '@palaver/protocol/errors';
import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Context } from '../domain/context.ts';
import type { KeyedMutex } from '../domain/operations/idempotency/keyed-mutex.ts';
import { type IdempotentResult, runOnce } from '../domain/operations/idempotency/run-once.ts';
import type { SendQueue } from '../domain/operations/messages/send-queue.ts';
import type { ThreadQueue } from '../domain/operations/threads/thread-queue.ts';
import type { TokenPolicy } from '../domain/operations/tokens/issue-token.ts';
import type { IdempotencyKey } from '../domain/records/idempotency-keys.ts';
import type { Scope } from '../domain/rules/scopes.ts';
import type { ArchiveLimits } from '../domain/sticker-archive/check-archive.ts';
import type { Ids } from '../edge/ids.ts';
import type { FairQueue } from '../platform/fair-queue.ts';
import type { Objects } from '../storage/objects/objects.ts';
import type { Upload } from './upload.ts';

/** What a handler is given: everything has been checked against the endpoint's schemas. */
export interface EndpointCall<Params, Query, Body> {
  ctx: Context;
  params: Params;
  query: Query;
  body: Body;
  /** Of a POST that has one. */
  idempotency: IdempotencyKey | undefined;
  /** Of an endpoint with `files`: they are there until the request is answered. */
  upload: Upload | undefined;
  request: FastifyRequest;
  /** Messages with an id of their client that are on their way. */
  clientMessages: KeyedMutex;
  /** The queue of sends to threads. */
  sends: SendQueue;
  newThreads: ThreadQueue;
  newPairs: FairQueue;
  objects: Objects;
  archiveLimits: ArchiveLimits;
  tokenPolicy: TokenPolicy;
  maxMessageBytes: number;
  /** What addresses of files begin with; empty: what the request was sent to. */
  publicUrl: string | undefined;
}

/** Groups of endpoints for signed-in users. */
type ClientTag =
  | 'Client: Users'
  | 'Client: Threads'
  | 'Client: Members'
  | 'Client: Messages'
  | 'Client: Stickers';

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/**
 * One endpoint: what it takes, what it answers, who may call it, and which codes it may
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
  tag:
    | 'Threads'
    | 'Members'
    | 'Messages'
    | 'Users'
    | 'Bots'
    | 'Stickers'
    | 'Webhooks'
    | 'Applications'
    | ClientTag;
  /**
   * The scope that the API key must have; or `token`: it is for signed-in users. Required: no endpoint is open by omission.
   */
  access: Scope | 'token';
  /** It is about the application and not about a space: a request for a tenant is M40302. */
  ofApplication?: true;
  /** Every id that a request may name. Required: no id is outside of the isolation matrix by omission. */
  ids: Ids;
  params?: Params;
  query?: Query;
  body?: Body;
  /** No body at all counts as `{}`. */
  optionalBody?: true;
  /** The request may say in whose name it acts: `X-Acting-User-Id`. */
  actsAs?: true;
  /** Makes the body `multipart/form-data`: its files, by the names of their parts, with their descriptions. */
  files?: Readonly<Record<string, string>>;
  /** Rules of path and query together. Gets what the client sent, so it must expect any shape. */
  checkParams?: (params: unknown, query: unknown) => Fault[];
  /** Rules of the query that the schema cannot say. Gets what the client sent, so it must expect any shape. */
  checkQuery?: (query: unknown) => Fault[];
  /** Puts the body into the one form that the schema knows, in place, before the schema is applied. */
  normalizeBody?: (body: unknown) => Fault[];
  /** Rules that the schema cannot say. Gets what the client sent, so it must expect any shape. */
  checkBody?: (body: unknown) => Fault[];
  /** How many members a request adds, of which a signed-in user may add so many per minute. */
  addsMembers?: (body: StaticOf<Body>) => number;
  /** The whole answer with status 200, the envelope included. */
  response: TSchema;
  errors: readonly ErrorCode[];
  /** Answers `data` only when the request says `Prefer: return=representation` (RFC 7240). */
  dataOnRequest?: true;
  /** Fields of `data` that are shown once: a repeat with the same idempotency key has them not. */
  secrets?: readonly string[];
  /**
   * Resolves to what stands under `data`; undefined: the envelope only. Its transactions are made part of the one that
   * stores the idempotency key.
   */
  handle?: (call: EndpointCall<StaticOf<Params>, StaticOf<Query>, StaticOf<Body>>) => Promise<unknown>;
  /** In the place of `handle`, for an operation that stores the idempotency key itself. */
  handleOnce?: (
    call: EndpointCall<StaticOf<Params>, StaticOf<Query>, StaticOf<Body>>,
  ) => Promise<IdempotentResult<unknown>>;
}

/** An endpoint as the server runs it; its schemas have been forgotten by the type system. */
export type AnyEndpoint = Omit<
  Endpoint<TSchema, TSchema, TSchema>,
  'handle' | 'handleOnce' | 'addsMembers'
> & {
  addsMembers?: (body: unknown) => number;
  run: (call: EndpointCall<unknown, unknown, unknown>) => Promise<IdempotentResult<unknown>>;
};

export function endpoint<
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>({ handle, handleOnce, ...definition }: Endpoint<Params, Query, Body>): AnyEndpoint {
  const run: typeof handleOnce = async (call) => {
    if (handleOnce !== undefined) return handleOnce(call);
    if (handle === undefined) throw new Error(`the endpoint ${definition.id} does nothing`);
    return runOnce(call.ctx, call.idempotency, (ctx) => handle({ ...call, ctx }), definition.secrets);
  };
  return { ...definition, run } as unknown as AnyEndpoint;
}
