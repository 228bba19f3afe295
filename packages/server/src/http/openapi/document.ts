import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { applyLimits, type Limits } from '@palaver/protocol/limits';
import { isRecord } from '@palaver/protocol/values';
import { WEBHOOK_EVENTS } from '@palaver/protocol/webhooks';
import type { FastifySchema } from 'fastify';
import type { TSchema, TSchemaOptions } from 'typebox';
import { failureBody } from '../../edge/failure.ts';
import { errorsOfIds } from '../../edge/ids.ts';
import { ACTING_HEADER } from '../auth.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { ignoresUnknownParameters } from '../query.ts';
import type { Method } from '../routes.ts';
import { type Paths, shareParts } from './components.ts';
import { NamedModels, referenceTo } from './models.ts';
import { examplesOf } from './request-examples.ts';
import { modelExamples, responseExamples } from './response-examples.ts';

/** Codes that any request may get. */
const EVERYWHERE: readonly ErrorCode[] = [
  'M40000',
  'M40800',
  'M42900',
  'M43100',
  'M50000',
  'M50300',
  'M50700',
];
/** Every endpoint takes at least one field: a header. */
const WITH_FIELDS: readonly ErrorCode[] = ['M40003'];
const WITH_API_KEY: readonly ErrorCode[] = ['M40101', 'M40102', 'M40103', 'M40104', 'M40301', 'M40302'];
const WITH_TOKEN: readonly ErrorCode[] = ['M40111', 'M40112'];
const WITH_PARAMS: readonly ErrorCode[] = ['M40002'];
const WITH_QUERY: readonly ErrorCode[] = ['M40010'];
const WITH_BODY: readonly ErrorCode[] = ['M40001', 'M40002'];
/** Every POST may have an `Idempotency-Key`. */
const WITH_KEY: readonly ErrorCode[] = ['M40902', 'M42201'];
/** The acting user does not exist, is muted, or has a role that does not permit it. */
const ACTING: readonly ErrorCode[] = ['M40402', 'M40304', 'M40306'];
/** Node also reads a body that the endpoint does not take; only GET responds before it. */
const READING_BODIES: readonly ErrorCode[] = ['M41300', 'M41500'];

/** Every code that the endpoint may respond with, in the order of the error table. */
export function codesOf(method: Method, endpoint: AnyEndpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...EVERYWHERE,
    ...WITH_FIELDS,
    ...(endpoint.access === 'token' ? WITH_TOKEN : WITH_API_KEY),
    ...(endpoint.params === undefined ? [] : WITH_PARAMS),
    ...(endpoint.query === undefined && ignoresUnknownParameters(endpoint.id) ? [] : WITH_QUERY),
    ...(endpoint.body === undefined ? [] : WITH_BODY),
    ...codesOfLimits(endpoint),
    ...(method === 'GET' ? [] : READING_BODIES),
    ...(method === 'POST' ? WITH_KEY : []),
    ...(endpoint.actsAs === true ? ACTING : []),
    ...errorsOfIds(endpoint),
    ...(endpoint.errors ?? []),
  ]);
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
}

/** M40004 and M40005, if anything in the path or body can be too long. */
function codesOfLimits({ params, body }: AnyEndpoint): ErrorCode[] {
  const schemas = JSON.stringify([params, body]);
  const hasLength = /"(maxLength|x-max-bytes|x-max-message-bytes)":/.test(schemas);
  return [
    ...(hasLength ? ['M40004' as const] : []),
    ...(schemas.includes('"maxItems":') ? ['M40005' as const] : []),
  ];
}

const TENANT_HEADER = {
  'X-Tenant-Id': {
    type: 'string',
    description: "Tenant: an identifier from the integrator's system. Absent: the application's own space.",
  },
};

export const IDEMPOTENCY_HEADER = {
  'Idempotency-Key': {
    type: 'string',
    description: 'Makes retries safe: the request has its effect once. 1 to 255 visible ASCII characters.',
  },
};

const ACTING_HEADER_DOC = {
  [ACTING_HEADER]: {
    type: 'string',
    description:
      'The `user_id` of a current member. The request acts as this member: the role must permit it, and the log names the member. Absent: the request acts as the integrator, who may do everything.',
  },
};

const PREFER_HEADER = {
  Prefer: { type: 'string', description: '`return=representation` requests `data` in the response.' },
};

/** The Fastify schema of an endpoint, from which the OpenAPI document is generated. */
export function documentation(method: Method, endpoint: AnyEndpoint, limits: Limits): FastifySchema {
  const plain = (schema: Parameters<typeof applyLimits>[0]) => applyLimits(schema, limits);
  const headers = {
    ...(endpoint.access === 'token' ? {} : TENANT_HEADER),
    ...(endpoint.actsAs === true ? ACTING_HEADER_DOC : {}),
    ...(method === 'POST' ? IDEMPOTENCY_HEADER : {}),
    ...(endpoint.dataOnRequest === true ? PREFER_HEADER : {}),
  };
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    tags: [endpoint.tag],
    security: [endpoint.access === 'token' ? { clientToken: [] } : { apiKey: [endpoint.access] }],
    ...(Object.keys(headers).length === 0 ? {} : { headers: { type: 'object', properties: headers } }),
    ...(endpoint.params === undefined ? {} : { params: plain(endpoint.params) }),
    ...(endpoint.query === undefined ? {} : { querystring: plain(endpoint.query) }),
    ...bodyDocumentation(endpoint, limits),
    response: {
      200: { ...plain(endpoint.response), ...success(endpoint.response) },
      ...errorResponses(codesOf(method, endpoint)),
    },
  };
}

/** The responses of a route without parameters and without authentication. */
export function openResponses(schema: TSchema): Record<number, object> {
  return { 200: { ...schema, ...success(schema) }, ...errorResponses(EVERYWHERE) };
}

/** Description and examples of a response, stored in its schema until the document is finished. */
function success(schema: TSchema): object {
  return { [RESPONSE_DESCRIPTION]: 'Success', [EXAMPLES]: responseExamples(schema) };
}

function bodyDocumentation(endpoint: AnyEndpoint, limits: Limits): FastifySchema {
  if (endpoint.body === undefined) return {};
  const body = applyLimits(endpoint.body, limits);
  if (endpoint.files === undefined) {
    const examples = examplesOf(endpoint.body);
    return {
      body: {
        ...body,
        ...(endpoint.optionalBody === true ? { [OPTIONAL]: true } : {}),
        ...(examples === undefined ? {} : { [EXAMPLES]: examples }),
      },
    };
  }
  const files = Object.entries(endpoint.files).map(([name, description]) => [
    name,
    { type: 'string', contentMediaType: 'application/octet-stream', description },
  ]);
  const properties = { ...(body.properties as object), ...(Object.fromEntries(files) as object) };
  const optional = [...(endpoint.optionalFiles ?? []), ...Object.keys(endpoint.inPlaceOf ?? {})];
  const required = [
    ...((body.required as string[] | undefined) ?? []),
    ...Object.keys(endpoint.files).filter((name) => !optional.includes(name)),
  ];
  return { consumes: ['multipart/form-data'], body: { ...body, properties, required } };
}

/** A success without a body. */
export function describedResponse(description: string, headers: object): object {
  return { [RESPONSE_DESCRIPTION]: description, type: 'null', headers };
}

/** The failures of a route that is no endpoint: these, and those of every route. */
export function failuresOf(codes: readonly ErrorCode[]): Record<number, object> {
  const all = new Set([...EVERYWHERE, ...codes]);
  return errorResponses((Object.keys(ERRORS) as ErrorCode[]).filter((code) => all.has(code)));
}

/** The response of a route that refuses every request. */
export function refusal(code: ErrorCode): Record<number, object> {
  const example = { value: failureBody({ code }, '0b8a…') };
  return { [ERRORS[code].status]: { ...failureResponse([code]), [EXAMPLES]: { Refused: example } } };
}

/** One response per status. It differs from {@link FAILURE} only in the codes that the endpoint may respond with. */
function errorResponses(codes: readonly ErrorCode[]): Record<number, object> {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, failureResponse(group)]));
}

function failureResponse(codes: readonly ErrorCode[]): object {
  return {
    [RESPONSE_DESCRIPTION]: codes.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join(' '),
    type: 'object',
    properties: { message_code: { type: 'string', enum: codes } },
  };
}

const FAILURE = referenceTo('Failure');

/** The generator moves this property from the schema to the media type, where the document keeps examples. */
const EXAMPLES = 'x-examples';

/** Likewise for the description of a response; `description` would also stay in the schema. */
const RESPONSE_DESCRIPTION = 'x-response-description';

/** Marks the schema of an optional body: the generator treats every body as required. */
const OPTIONAL = 'x-optional';

function markOptionalBody(operation: unknown): void {
  const body = isRecord(operation) && isRecord(operation.requestBody) ? operation.requestBody : {};
  const json = isRecord(body.content) ? body.content['application/json'] : undefined;
  if (!isRecord(json) || !isRecord(json.schema) || json.schema[OPTIONAL] !== true) return;
  delete json.schema[OPTIONAL];
  body.required = false;
}

/** Replaces models, the common shape of failures and shared parts by references, and marks optional bodies. */
function finish<Document extends { paths?: unknown; components?: object }>(
  document: Document,
  models: NamedModels,
): Document {
  for (const path of Object.values(isRecord(document.paths) ? document.paths : {})) {
    for (const operation of Object.values(isRecord(path) ? path : {})) {
      markOptionalBody(operation);
      const responses = isRecord(operation) && isRecord(operation.responses) ? operation.responses : {};
      for (const [status, response] of Object.entries(responses)) {
        const json =
          isRecord(response) && isRecord(response.content) ? response.content['application/json'] : {};
        if (status >= '400' && isRecord(json)) json.schema = { allOf: [FAILURE, json.schema] };
      }
    }
  }
  const { paths, components } = shareParts(models.refer(document.paths) as Paths);
  return { ...document, components: { ...document.components, ...components }, paths };
}

/** The path below which a proxy serves Palaver. (Its host may be one of several.) */
function pathOf(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '/' : new URL(publicUrl).pathname;
}

/** The frame of the document; each route that is registered later is added to it. */
export function openapiOptions(
  version: string,
  limits: Limits,
  publicUrl: string | undefined,
): FastifyDynamicSwaggerOptions {
  let models: NamedModels | undefined;
  // Created on demand, like the documentation of each route: few servers are asked for their document.
  const modelsOnce = () => (models ??= new NamedModels(limits));
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Palaver',
        description: DESCRIPTION,
        version,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: pathOf(publicUrl), description: 'This server' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((event) => documentEvent({ ...event }))),
      components: {
        get schemas() {
          return modelsOnce().components();
        },
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Key',
            description:
              "The application's API key. It needs the scope that the endpoint names, or `full`, which includes all scopes.",
          },
          clientToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The token of a signed-in user, issued with the API key (`issueToken`).',
          },
        },
      },
    },
    transformObject: (documented) =>
      'openapiObject' in documented
        ? finish(documented.openapiObject, modelsOnce())
        : documented.swaggerObject,
  };
}

/** The requests that Palaver sends to webhooks; signed, see docs/guides/webhooks.md. */
function documentEvent(event: TSchemaOptions) {
  const { title = '', description = '' } = event;
  const post = {
    operationId: title.charAt(0).toLowerCase() + title.slice(1),
    summary: description,
    // The receiver checks a signature of the body, which no OpenAPI security scheme can express.
    security: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: referenceTo(title), examples: modelExamples(title) } },
    },
    responses: {
      '2XX': {
        description:
          'The delivery succeeded. 410 disables the webhook; Palaver retries after any other response.',
      },
    },
  };
  return [title, { post }] as const;
}

/** The groups of operations, in the order of the pages. */
const TAGS: Readonly<Record<AnyEndpoint['tag'] | 'System' | 'Client: Realtime', string>> = {
  Threads: 'Group threads: create, list, change and delete them.',
  Members: 'The members of a thread, their roles, mutes and bans.',
  Messages: 'Send, read, edit, delete and pin messages.',
  Users: 'Synchronise your users, deactivate them, and issue the tokens that they sign in with.',
  Bots: 'Automated senders, whose webhooks receive pressed buttons.',
  Stickers: 'Upload sticker packs, and list them.',
  Files: 'Upload files for messages, and see how much they take.',
  Webhooks: 'Endpoints of your back end that receive events, and the deliveries to them.',
  Events: 'The event stream of your application, which your back end pulls.',
  Notifications: 'The services that deliver notifications to the devices of users, and what they say.',
  Applications: 'The policy: what users and guests may do with the client API.',
  System: 'Health checks, for load balancers and monitors.',
  'Client: Users':
    'The client API, which signed-in users call from an app or a web page. Each request acts as the user of its token, with the role of this user in the thread. For a thread that the user is not a member of, the response is M40401, as for a thread that does not exist. Here: the user of the token.',
  'Client: Threads': 'The chat list of the signed-in user, their threads, and how far they have read.',
  'Client: Members': 'The members of a thread of the signed-in user.',
  'Client: Messages': 'Send, read, edit and delete messages as the signed-in user, and react to them.',
  'Client: Desk':
    'For users whom your back end has put on the support desk: they read the threads of their tenant without being members.',
  'Client: Notifications':
    'The devices on which the signed-in user gets notifications, and what notifies them.',
  'Client: Files': 'Upload files for messages, and read them.',
  'Client: Stickers': 'The sticker packs that the signed-in user can send from.',
  'Client: Realtime': 'The WebSocket that delivers changes to signed-in users as they happen.',
};

const DESCRIPTION = `A self-hosted chat back end.

Every response has \`message_code\` and \`message\`; success is always HTTP 200 with \`M200\`. A failure has an HTTP
status, a code from the table in the reference, a \`request_id\`, and a list of all invalid fields under \`errors\`.
Times are Unix milliseconds. \`null\` or an empty string in an optional field counts as absent.`;
