import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import type { FORMATS } from '@palaver/protocol/formats';
import { linkToError } from './errors-page.ts';
import { anchorOf, blocks, code, GENERATED, table, wrap } from './markdown.ts';
import { fieldTables, meaningOf, type Schema, typeOf } from './schema-tables.ts';

/** The parts of the OpenAPI document that the page uses. */
export interface OpenApi {
  tags: readonly { name: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: {
    securitySchemes: { apiKey: { name: string; description: string }; clientToken: { description: string } };
  };
}

interface Operation {
  operationId?: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  security?: readonly { apiKey?: readonly string[]; clientToken?: readonly string[] }[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Endpoint extends Operation {
  method: string;
  path: string;
}

/** Headers and codes shared by all endpoints with an API key, or with a token. Only the top of the page lists them. */
interface Shared {
  headers: readonly string[];
  codes: readonly ErrorCode[];
}

/** docs/reference/api.md: the endpoints with an API key or without authentication. */
export function apiPage(document: OpenApi): string {
  const endpoints = endpointsOf(document).filter((endpoint) => !isForUsers(endpoint));
  const { name, description } = document.components.securitySchemes.apiKey;
  const header = [code(name), 'string', 'yes', description];
  return page(document, endpoints, {
    introduction: API_INTRODUCTION,
    everyRequest: 'System endpoints take no API key. All other endpoints take these headers.',
    header,
  });
}

/** docs/reference/client-api.md: the endpoints with a user's token. */
export function clientApiPage(document: OpenApi): string {
  const { description } = document.components.securitySchemes.clientToken;
  return page(document, endpointsOf(document).filter(isForUsers), {
    introduction: CLIENT_INTRODUCTION,
    everyRequest: 'All endpoints but the WebSocket, whose first frame has the token, take this header.',
    header: [code('Authorization'), 'string', 'yes', `\`Bearer <token>\`. ${description}`],
  });
}

function endpointsOf(document: OpenApi): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, ...operation })),
  );
}

function isForUsers({ tags }: Operation): boolean {
  return tags.some((tag) => tag.startsWith('Client: '));
}

/** The endpoint is public. */
function isOpen({ security = [] }: Operation): boolean {
  return security.length === 0;
}

interface Frame {
  introduction: string;
  /** The first lines of the headers of every request. */
  everyRequest: string;
  /** The authentication header. */
  header: string[];
}

function page(document: OpenApi, endpoints: readonly Endpoint[], frame: Frame): string {
  const shared = sharedBy(endpoints.filter((endpoint) => !isOpen(endpoint)));
  const groups = document.tags
    .map(({ name }) => ({ name, endpoints: endpoints.filter(({ tags }) => tags.includes(name)) }))
    .filter((group) => group.endpoints.length > 0);
  const text = blocks(
    frame.introduction,
    table(['About', 'Endpoint', 'Address', 'Access'], groups.flatMap(overviewRows)),
    everyRequest(endpoints, shared, frame),
    FORMATS_AND_LIMITS,
    ...groups.map((group) =>
      blocks(`## ${group.name}`, ...group.endpoints.map((endpoint) => endpointSection(endpoint, shared))),
    ),
    modelSections(endpoints),
  );
  return `${text}\n`;
}

const API_INTRODUCTION = `${GENERATED}

# Endpoints

Every endpoint with its fields, generated from [openapi.json](openapi.json), the document that a server returns at
\`/openapi.json\`. [The API](../api.md) explains requests, tenants, scopes and idempotency, and [errors](../errors.md)
the format of failures. You can send requests from the page \`/docs\` of your server.`;

const CLIENT_INTRODUCTION = `${GENERATED}

# Endpoints for signed-in users

Every endpoint of the client API with its fields, generated from [openapi.json](openapi.json). [The
guide](../guides/client-api.md) explains how users sign in and chat. The endpoints for your back end have [their own
page](api.md).`;

const FORMAT_MEANINGS: Readonly<Record<keyof typeof FORMATS, string>> = {
  identifier: 'No control, bidirectional or zero-width characters, no leading or trailing spaces.',
  'decimal-id': 'A positive decimal number of at most 63 bits.',
  'decimal-position': 'The same, or `0`.',
  'position-or-empty': 'The same, or `0`, or empty.',
  'vapid-subject': 'A `mailto:` or `https:` address, without white space.',
  'http-url': 'An absolute http or https address, without credentials or white space.',
  'webhook-secret':
    '`whsec_` and 24 to 64 random bytes in base64, with padding. Bytes that are all equal, counted up, or a few repeated ones, are refused.',
  'json-document': 'A JSON document.',
  'reaction-key': 'Visible characters: letters, digits, signs, emoji.',
  'visible-text': 'Not only white space and invisible characters.',
  'list-position': 'The `list_position` of an element, or `0`.',
  'search-position': 'The `next` of a page.',
  'sealed-position': 'The `next` of a page.',
  'https-url': 'An absolute https address, without credentials or white space.',
  language: 'A BCP 47 language tag, such as `en-GB`.',
  'time-zone': 'A name of the IANA time zone database, such as `Europe/Berlin`.',
  'time-of-day': 'From `00:00` to `23:59`.',
  'email-address': 'One e-mail address in ASCII characters, without a name.',
  'thread-link':
    'An absolute https address, with the placeholders `{thread_id}`, `{reference_id}` and `{satl_reference_id}`, or empty.',
};

const FORMATS_AND_LIMITS = `## Formats and limits

The word beside the type of a string names its format. Characters are Unicode code points, and bytes are bytes of UTF-8.
Limits are shown with their defaults; some of them are [settings](configuration.md).

${table(
  ['Format', 'Meaning'],
  Object.entries(FORMAT_MEANINGS).map(([format, meaning]) => [code(format), meaning]),
)}`;

function sharedBy(endpoints: readonly Endpoint[]): Shared {
  const [first, ...others] = endpoints;
  if (first === undefined) return { headers: [], codes: [] };
  return {
    headers: headersOf(first).filter((name) => others.every((other) => headersOf(other).includes(name))),
    codes: codesOf(first).filter((one) => others.every((other) => codesOf(other).includes(one))),
  };
}

function headersOf({ parameters = [] }: Operation): string[] {
  return parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
}

/** A failure is documented as the common shape plus the codes of the endpoint. */
function codesOf({ responses }: Operation): ErrorCode[] {
  return Object.values(responses)
    .flatMap(({ content }) => content?.['application/json']?.schema.allOf?.slice(1) ?? [])
    .flatMap(({ properties }) => (properties?.message_code?.enum ?? []) as ErrorCode[]);
}

function overviewRows(group: { name: string; endpoints: readonly Endpoint[] }): string[][] {
  return group.endpoints.map((endpoint, index) => [
    index === 0 ? group.name : '',
    `[${endpoint.summary}](#${anchorOf(endpoint.summary)})`,
    addressOf(endpoint),
    accessOf(endpoint) || 'open',
  ]);
}

function addressOf({ method, path }: Endpoint): string {
  return code(`${method.toUpperCase()} ${path}`);
}

/** The required authentication: the scope of a key, or the token of a user; empty for a public endpoint. */
function accessOf({ security = [] }: Endpoint): string {
  return security
    .flatMap(({ apiKey }) =>
      apiKey === undefined ? ['token'] : apiKey.map((scope) => `scope ${code(scope)}`),
    )
    .join(', ');
}

function everyRequest(endpoints: readonly Endpoint[], shared: Shared, frame: Frame): string {
  const parameters = endpoints.flatMap((endpoint) => endpoint.parameters ?? []);
  const headers = shared.headers.flatMap((name) => parameters.find((one) => one.name === name) ?? []);
  const codes = shared.codes.map((one) => [linkToError(one), String(ERRORS[one].status), ERRORS[one].text]);
  return blocks(
    '## Every request',
    frame.everyRequest,
    table(
      ['Header', 'Type', 'Required', 'Meaning'],
      [frame.header, ...headers.map((header) => parameterRow(header).toSpliced(1, 1))],
    ),
    'Each of these endpoints can return the following codes, in addition to its own.',
    table(['Code', 'Status', 'Text'], codes),
  );
}

function endpointSection(endpoint: Endpoint, shared: Shared): string {
  const facts = [
    addressOf(endpoint),
    accessOf(endpoint) || 'open',
    endpoint.operationId === undefined ? '' : `operation ${code(endpoint.operationId)}`,
  ];
  return blocks(
    `### ${endpoint.summary}`,
    facts.filter((fact) => fact !== '').join(' · '),
    wrap(endpoint.description ?? ''),
    parameterTable(endpoint, shared),
    bodyTables(endpoint),
    answerLine(endpoint),
    codeLinks(endpoint, shared),
  );
}

const PLACES = ['path', 'query', 'header'] as const;

function parameterTable({ parameters = [] }: Endpoint, shared: Shared): string {
  const rows = PLACES.flatMap((place) => parameters.filter((parameter) => parameter.in === place))
    .filter(({ name }) => !shared.headers.includes(name))
    .map(parameterRow);
  return rows.length === 0 ? '' : table(['Parameter', 'In', 'Type', 'Required', 'Meaning'], rows);
}

function parameterRow({ name, in: place, required, description = '', schema }: Parameter): string[] {
  return [
    code(name),
    place,
    typeOf(schema),
    required === true ? 'yes' : 'no',
    meaningOf({ ...schema, description }),
  ];
}

function bodyTables({ requestBody }: Endpoint): string {
  const [content] = Object.entries(requestBody?.content ?? {});
  if (content === undefined) return '';
  const [mediaType, { schema }] = content;
  const heading = mediaType === 'application/json' ? '**Body**' : `**Body**, ${code(mediaType)}`;
  return blocks(heading, fieldTables(schema, 'Required'));
}

function answerLine(endpoint: Endpoint): string {
  const envelope = envelopeOf(endpoint);
  if (envelope === undefined) return '';
  const data = envelope.properties?.data;
  if (data === undefined) return '**Response**: the envelope alone';
  const condition = envelope.required?.includes('data') === true ? '' : ' if the request asks for it';
  const list = data.items === undefined ? '' : 'a list of ';
  const { title = '' } = data.items ?? data;
  const more = envelope.properties?.has_more === undefined ? '' : '; `has_more` says whether there is more';
  return `**Response**${condition}: \`data\` is ${list}[${code(title)}](#${anchorOf(title)})${more}`;
}

/** Undefined if it never succeeds. */
function envelopeOf({ responses }: Endpoint): Schema | undefined {
  return responses['200']?.content?.['application/json']?.schema;
}

/** Each model in responses, once. */
function modelSections(endpoints: readonly Endpoint[]): string {
  const models = endpoints.flatMap((endpoint) => {
    const data = envelopeOf(endpoint)?.properties?.data;
    const model = data?.items ?? data;
    return model === undefined ? [] : [[model.title ?? '', model] as const];
  });
  const sections = [...new Map(models)].map(([title, model]) =>
    blocks(`### ${title}`, wrap(model.description ?? ''), fieldTables(model, 'Always present')),
  );
  return blocks('## Models', 'The values of `data` in responses.', ...sections);
}

function codeLinks(endpoint: Endpoint, shared: Shared): string {
  const own = codesOf(endpoint).filter((one) => isOpen(endpoint) || !shared.codes.includes(one));
  return own.length === 0 ? '' : wrap(`**Codes**: ${own.map(linkToError).join(', ')}`);
}
