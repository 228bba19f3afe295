import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { failureBody } from '../src/edge/failure.ts';
import { codesOf } from '../src/http/openapi/document.ts';
import { ROUTES, type Route } from '../src/http/routes.ts';
import type { ErrorCause, ErrorExample } from './error-causes/error-cause.ts';
import { CAUSES } from './error-causes.ts';
import { anchorOf, blocks, code, table, wrap } from './markdown.ts';

/** The section of docs/reference/errors.md for a code. The site makes a page of it (`site/reference.ts`), and counts on its form. */
export function errorSection(errorCode: ErrorCode): string {
  const { status, text, retryable } = ERRORS[errorCode];
  const cause = CAUSES[errorCode];
  const routes = ROUTES.filter(({ method, endpoint }) => codesOf(method, endpoint).includes(errorCode));
  if (cause === null && routes.length > 0)
    throw new Error(`${errorCode} is answered by an endpoint: error-causes/ must tell its cause`);
  const retry = retryable
    ? 'The same request may succeed when you send it again unchanged.'
    : 'The same request fails again until its cause is fixed.';
  return blocks(
    `## ${errorCode}`,
    `**${text}**`,
    wrap(`Status ${status}. ${cause === null ? NOWHERE_YET : retry}`),
    cause === null ? '' : explanation(errorCode, cause, routes),
  );
}

const NOWHERE_YET = 'No endpoint returns it yet.';

/** (Headings would appear in the outline of the page as often as there are codes.) */
function explanation(errorCode: ErrorCode, cause: ErrorCause, routes: readonly Route[]): string {
  return blocks(
    '**Cause**',
    list(cause.cause),
    cause.faults === undefined ? '' : faultTable(cause.faults),
    '**Remedy**',
    list(cause.cure),
    cause.example === undefined ? '' : exampleBlocks(errorCode, cause.example),
    '**Returned by**',
    cause.answeredBy ?? routeTable(routes),
  );
}

/** A single item is a paragraph, not a list. */
function list(items: readonly string[]): string {
  return items.length === 1 ? wrap(items.join()) : items.map((item) => wrap(`- ${item}`, '  ')).join('\n');
}

function faultTable(faults: NonNullable<ErrorCause['faults']>): string {
  const rows = faults.map(({ rule, field, when }) => [code(rule), field, when]);
  return blocks('The fields that `errors` names:', table(['Rule', 'Field', 'What is wrong'], rows));
}

function exampleBlocks(errorCode: ErrorCode, { request, errors }: ErrorExample): string {
  const answer = ['```json', answerText(errorCode, errors), '```'].join('\n');
  if (request === undefined) return blocks('**Example**', answer);
  return blocks('**Example**', ['```http', request, '```'].join('\n'), 'returns', answer);
}

/** JSON with one line for each faulty field. */
function answerText(errorCode: ErrorCode, errors: ErrorExample['errors']): string {
  const text = JSON.stringify;
  const fields = Object.entries(failureBody({ code: errorCode }, '0b8a…')).map(
    ([name, value]) => `  ${text(name)}: ${text(value)},`,
  );
  const faults = errors.map(
    ({ field, rule, message }) =>
      `    {"field": ${text(field)}, "rule": ${text(rule)}, "message": ${text(message)}}`,
  );
  return ['{', ...fields, '  "errors": [', faults.join(',\n'), '  ]', '}'].join('\n');
}

function routeTable(routes: readonly Route[]): string {
  if (routes.length === 0) return NOWHERE_YET;
  const isForUsers = ({ endpoint }: Route) => endpoint.access === 'token';
  const isForKeys = (route: Route) => !isForUsers(route);
  return blocks(
    routesOf(routes, isForKeys, 'Every endpoint that takes an API key.', 'api.md'),
    routesOf(routes, isForUsers, 'Every endpoint of the client API.', 'client-api.md'),
  );
}

/** Names them in a sentence, or lists them; a reader opens the list, which may be long. */
function routesOf(
  routes: readonly Route[],
  isMeant: (route: Route) => boolean,
  sentence: string,
  page: string,
): string {
  const some = routes.filter(isMeant);
  if (some.length === 0) return '';
  if (some.length === ROUTES.filter(isMeant).length) return sentence;
  const rows = some.map(({ method, url, endpoint }) => [
    code(`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`),
    `[${endpoint.summary}](${page}#${anchorOf(endpoint.summary)})`,
  ]);
  const count = `${rows.length} ${rows.length === 1 ? 'endpoint' : 'endpoints'}`;
  const summary = `${count} ${page === 'api.md' ? 'with an API key' : "with a user's token"}`;
  return blocks(
    `<details>\n<summary>${summary}</summary>`,
    table(['Endpoint', 'Operation'], rows),
    '</details>',
  );
}
