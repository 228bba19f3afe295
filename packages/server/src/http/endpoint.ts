import type { ErrorCode, Fault } from '@palaver/protocol/errors';
import type { Static, TSchema } from 'typebox';
import type { Config } from '../config/config.ts';
import type { Context } from '../domain/context.ts';
import { type IdempotentResult, runOnce } from '../domain/operations/idempotency/run-once.ts';
import type { TokenBearer } from '../domain/operations/tokens/authenticate-token.ts';
import type { IdempotencyKey } from '../domain/records/idempotency-keys.ts';
import type { Scope } from '../domain/rules/scopes.ts';
import type { Ids } from '../edge/ids.ts';
import type { EndpointServices } from './endpoint-services.ts';
import type { ApiRequest } from './exchange.ts';
import type { Upload } from './multipart-upload.ts';

/** The argument of a handler, already checked against the endpoint's schemas. */
export interface EndpointCall<Params, Query, Body> {
  ctx: Context;
  params: Params;
  query: Query;
  body: Body;
  /** Set for a POST that has an idempotency key. */
  idempotency: IdempotencyKey | undefined;
  /** Set for an endpoint with `files`, which exist until the response is sent. */
  upload: Upload | undefined;
  request: ApiRequest;
  /** Aborts when the client disconnects. (Only few endpoints need it.) */
  clientLeft: () => AbortSignal;
  /** The id of the API key, or of the signed-in user. */
  callerId: string;
  /** The token of a signed-in user. */
  bearer: TokenBearer | undefined;
  /** Authenticates the request again, for an endpoint that waits: refuses if, for example, the key has been revoked meanwhile. */
  authorizeAgain: () => Promise<void>;
  services: EndpointServices;
}

/** Groups of endpoints for signed-in users. */
type ClientTag =
  | 'Client: Users'
  | 'Client: Threads'
  | 'Client: Members'
  | 'Client: Messages'
  | 'Client: Notifications'
  | 'Client: Files'
  | 'Client: Stickers'
  | 'Client: Desk';

/**
 * A whole response with status 200, as JSON text, for data whose bytes must not change. Only for a GET by API key: for signed-in
 * users, responses may have to hide `user_id`s.
 */
export class ReadyResponse {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/**
 * One endpoint: its request and response, who may call it, and the codes that it may respond with, beyond those of every
 * endpoint of its shape (see openapi/document.ts). `handle` only translates: rules and SQL belong to the domain.
 */
export interface Endpoint<
  Params extends TSchema | undefined,
  Query extends TSchema | undefined,
  Body extends TSchema | undefined,
> {
  /** `operationId` in the OpenAPI document; generated clients use it as the method name. */
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
    | 'Files'
    | 'Webhooks'
    | 'Events'
    | 'Notifications'
    | 'Applications'
    | ClientTag;
  /**
   * The scope that the API key needs, or `token` for endpoints of signed-in users. Required, so that no endpoint is open by
   * omission.
   */
  access: Scope | 'token';
  /** The endpoint is about the application, not about a space: a request for a tenant is M40302. */
  ofApplication?: true;
  /** The ids that are of another kind than their names say. (Fields that are neither must be known to the isolation matrix.) */
  ids?: Ids;
  params?: Params;
  query?: Query;
  body?: Body;
  /** A missing body counts as `{}`. */
  optionalBody?: true;
  /** The request may act as a user: `X-Acting-User-Id`. */
  actsAs?: true;
  /** Makes the body `multipart/form-data`: its files, by part name, with their descriptions. */
  files?: Readonly<Record<string, string>>;
  /** Which of the files may be absent. */
  optionalFiles?: readonly string[];
  /** The files are for messages: they count toward the quotas while they arrive, and afterwards. */
  countsTowardQuotas?: true;
  /** The fields that may take the place of a file, by its part name. */
  inPlaceOf?: Readonly<Record<string, string>>;
  /** Refuses a request whose path alone shows that it must fail, before its files are read. The operation checks again. */
  checkBeforeFiles?: (ctx: Context, params: StaticOf<Params>) => Promise<void>;
  /** The maximum size of the whole body in bytes; by default that of uploads, or of JSON bodies. */
  maxBytes?: (config: Config) => number;
  /** Rules that involve both path and query. The input is unchecked and may have any shape. */
  checkParams?: (params: unknown, query: unknown) => Fault[];
  /** Rules of the query that the schema cannot express. The input is unchecked and may have any shape. */
  checkQuery?: (query: unknown) => Fault[];
  /** Brings the body into the form that the schema describes, in place, before it is checked. */
  normalizeBody?: (body: unknown) => Fault[];
  /** Rules of the body that the schema cannot express. The input is unchecked and may have any shape. */
  checkBody?: (body: unknown, params: unknown) => Fault[];
  /** How many members a request adds; signed-in users have a limit per minute. */
  addsMembers?: (body: StaticOf<Body>) => number;
  /** The whole response with status 200, including the envelope. */
  response: TSchema;
  /** The codes of its own, beside those that follow from its ids ({@link errorsOfIds}) and its shape. */
  errors?: readonly ErrorCode[];
  /** Returns `data` only if the request has `Prefer: return=representation` (RFC 7240). */
  dataOnRequest?: true;
  /** Fields of `data` that are shown only once: a replay with the same idempotency key omits them. */
  secrets?: readonly string[];
  /**
   * Concurrent GETs do not share a read: it may wait for something to happen, or depends on the token and not only on its user.
   */
  unshared?: true;
  /** It sends messages, which the audit log includes only on request. */
  isSend?: true;
  /** There is a short way for its requests (short-way.ts). */
  isShort?: true;
  /** What each request makes the server hold in memory, besides its body. */
  holds?: 'searches' | 'long_polls';
  /** The request may wait for something that takes no work of the server. It has a limit of its own, and does not count as a whole toward the load of the node. */
  waits?: true;
  /** Resolves to `data`, or a {@link ReadyResponse}; undefined for the envelope alone. Its transactions join the one that stores the idempotency key. */
  handle?: (call: EndpointCall<StaticOf<Params>, StaticOf<Query>, StaticOf<Body>>) => Promise<unknown>;
  /** Instead of `handle`, for an operation that stores the idempotency key itself. */
  handleOnce?: (
    call: EndpointCall<StaticOf<Params>, StaticOf<Query>, StaticOf<Body>>,
  ) => Promise<IdempotentResult<unknown>>;
}

/** An endpoint as the server runs it, without the types of its schemas. */
export type AnyEndpoint = Omit<
  Endpoint<TSchema, TSchema, TSchema>,
  'handle' | 'handleOnce' | 'addsMembers' | 'checkBeforeFiles'
> & {
  checkBeforeFiles?: (ctx: Context, params: unknown) => Promise<void>;
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
    if (handle === undefined) throw new Error(`the endpoint ${definition.id} has no handler`);
    return runOnce(call.ctx, call.idempotency, (ctx) => handle({ ...call, ctx }), definition.secrets);
  };
  return { ...definition, run } as unknown as AnyEndpoint;
}
