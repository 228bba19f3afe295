import type { IncomingMessage } from 'node:http';
import { isIdentifier } from '@palaver/protocol/formats';
import type { ExtUserId, TenantId, UserId } from '@palaver/protocol/ids';
import type { ActingUser, Space } from '../domain/context.ts';
import type { KeyAuthenticator } from '../domain/operations/apps/authenticate-key.ts';
import type { TokenAuthenticator, TokenBearer } from '../domain/operations/tokens/authenticate-token.ts';
import { Refusal } from '../domain/refusal.ts';
import { permits, type Scope } from '../domain/rules/scopes.ts';
import { namesAnotherApp } from '../edge/app-host.ts';
import type { ServerParts } from '../edge/services.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { ApiRequest } from './exchange.ts';

export interface Caller {
  /** The id of the key, or of the signed-in user. Limits are counted per id. */
  id: string;
  /** Whether the caller is a signed-in user and not a back end. */
  isUser: boolean;
  space: Space;
  /** The user that the request acts as; undefined for the back end itself. */
  actingUser: ActingUser | undefined;
  /** The token of a signed-in user. */
  bearer: TokenBearer | undefined;
}

/** A user who has shown a file ticket, which reads files and does nothing else. */
export interface TicketHolder {
  id: ExtUserId;
  isUser: true;
  space: Space;
}

export interface Authenticators {
  keys: KeyAuthenticator;
  tokens: TokenAuthenticator;
  /** The setting `PALAVER_BASE_DOMAIN`. */
  baseDomain: string;
}

export const authenticatorsOf = ({
  keys,
  tokens,
  config: { baseDomain },
}: Pick<ServerParts, 'keys' | 'tokens' | 'config'>): Authenticators => ({ keys, tokens, baseDomain });

const KEY_HEADER = 'X-Api-Key';
const TOKEN_HEADER = 'Authorization';
const TENANT_HEADER = 'X-Tenant-Id';
export const ACTING_HEADER = 'X-Acting-User-Id';

/**
 * Authenticates a request by API key or client token, whichever the endpoint requires, and determines its space. With a key
 * it refuses, in this order, with M40003 (a repeated or invalid header), M40101 to M40104 (the key), M40302 (a key bound to
 * another tenant) and M40301 (scope); with a token, with M40111 and M40112.
 */
export async function authenticate(
  request: ApiRequest,
  authenticators: Authenticators,
  endpoint: Pick<AnyEndpoint, 'access' | 'actsAs' | 'ofApplication'>,
): Promise<Caller> {
  const { access, actsAs, ofApplication } = endpoint;
  if (access === 'token') return authenticateUser(request, authenticators);
  const { space, id } = await authenticateKey(request, authenticators, access);
  if (ofApplication === true && space.tenantId !== '') throw new Refusal('M40302');
  const actingUser = readActingUser(request);
  // If it were ignored, a back end could believe that the request has only the permissions of the user.
  if (actingUser !== undefined && actsAs !== true) {
    throw faultyPart(
      ACTING_HEADER,
      'not_taken',
      'is not taken by this endpoint, which acts for the application',
    );
  }
  return { id, isUser: false, space, actingUser, bearer: undefined };
}

/**
 * Authenticates a request for a file: by API key with the scope `read`, if it has that header, otherwise by the file ticket in its
 * query. Refuses as {@link authenticate} does.
 */
export async function authenticateReader(
  request: ApiRequest,
  authenticators: Authenticators,
): Promise<Caller | TicketHolder> {
  if (request.headers[KEY_HEADER.toLowerCase()] !== undefined) {
    return authenticate(request, authenticators, { access: 'read' });
  }
  const { ticket } = request.query as { ticket?: string | string[] };
  if (Array.isArray(ticket)) throw faultyPart('ticket', 'single', 'must be given once');
  if (ticket === undefined || ticket === '') throw new Refusal('M40111');
  const { space, extUserId } = await authenticators.tokens.authenticateTicket(ticket);
  await refuseOtherHost(request, authenticators, space);
  return { id: extUserId, isUser: true, space };
}

async function authenticateKey(
  request: ApiRequest,
  { keys, baseDomain }: Authenticators,
  scope: Scope,
): Promise<Pick<Caller, 'id' | 'space'>> {
  const presented = singleHeader(request, KEY_HEADER);
  if (presented === undefined || presented === '') throw new Refusal('M40101');
  const key = await keys.authenticate(presented);
  if (await namesAnotherApp(request.host, baseDomain, key.app_id, keys)) throw new Refusal('M40104');

  const tenantId = readTenant(request);
  if (key.tenant_id !== null && tenantId !== undefined && tenantId !== key.tenant_id)
    throw new Refusal('M40302');
  if (!permits(key.scopes, scope)) throw new Refusal('M40301');
  return {
    id: key.id,
    space: { appId: key.app_id, tenantId: tenantId ?? key.tenant_id ?? ('' as TenantId) },
  };
}

/** A token is bound to its application and tenant, so the tenant header is not read. */
async function authenticateUser(request: ApiRequest, authenticators: Authenticators): Promise<Caller> {
  const [, token] = /^bearer +([^ ]+) *$/i.exec(singleHeader(request, TOKEN_HEADER) ?? '') ?? [];
  if (token === undefined) throw new Refusal('M40111');
  const bearer = await authenticators.tokens.authenticate(token);
  const { space, userId, extUserId } = bearer;
  await refuseOtherHost(request, authenticators, space);
  return { id: extUserId, isUser: true, space, actingUser: { userId, extUserId }, bearer };
}

/** Refuses a token or a ticket on the host of another application. */
async function refuseOtherHost(
  { host }: ApiRequest,
  { keys, baseDomain }: Authenticators,
  { appId }: Space,
): Promise<void> {
  if (await namesAnotherApp(host, baseDomain, appId, keys)) throw new Refusal('M40111');
}

function readTenant(request: ApiRequest): TenantId | undefined {
  return readIdentifier(request, TENANT_HEADER) as TenantId | undefined;
}

/** The user in `X-Acting-User-Id`. Refuses with M40003. */
function readActingUser(request: ApiRequest): ActingUser | undefined {
  const userId = readIdentifier(request, ACTING_HEADER) as UserId | undefined;
  return userId && { userId, field: ACTING_HEADER };
}

function readIdentifier(request: ApiRequest, name: string): string | undefined {
  const header = singleHeader(request, name);
  if (header === undefined) return undefined;
  // Node decodes header bytes as Latin-1; identifiers are UTF-8. Invalid UTF-8 decodes to U+FFFD.
  const bytes = Buffer.from(header, 'latin1');
  const identifier = bytes.toString('utf8');
  const isRoundTrip = Buffer.from(identifier, 'utf8').equals(bytes);
  if (!isRoundTrip || bytes.length > 255 || !isIdentifier(identifier)) {
    throw faultyPart(name, 'identifier', 'must be an identifier of 1 to 255 bytes in UTF-8');
  }
  return identifier;
}

/** A header that must not be repeated. Node joins repeated headers with a comma, so the raw list is counted. */
export function singleHeader(request: ApiRequest, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const value = request.headers[wanted];
  if (value === undefined) return undefined;
  if (countHeader(request.raw, wanted) > 1) throw faultyPart(name, 'single', 'must be given once');
  return Array.isArray(value) ? value[0] : value;
}

/** How many times a header occurs. `name` is in lower case. */
export function countHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const text = rawHeaders[index];
    if (text?.length === name.length && text.toLowerCase() === name) count += 1;
  }
  return count;
}

/** `field`: a header, or a parameter of the query. */
function faultyPart(field: string, rule: string, message: string): Refusal {
  return new Refusal('M40003', [{ field, rule, message }]);
}
