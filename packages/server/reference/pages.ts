import { readFileSync } from 'node:fs';
import { sdkPages } from '../../client/reference/sdk-pages.ts';
import { apiPage, clientApiPage, type OpenApi } from './api-page.ts';
import { clientTypes, type DocumentWithModels } from './client-types.ts';
import { configurationPage } from './configuration-page.ts';
import { errorPages } from './error-pages.ts';
import { errorsPage } from './errors-page.ts';
import { inlined } from './inlined.ts';
import { openapiDocument } from './openapi-document.ts';

/** Everything in docs/reference, by path. */
export async function referencePages(): Promise<Record<string, string>> {
  const openapi = await openapiDocument();
  const document = inlined(JSON.parse(openapi) as OpenApi);
  return {
    'api.md': apiPage(document),
    'client-api.md': clientApiPage(document),
    'configuration.md': configurationPage(),
    'errors.md': errorsPage(),
    ...errorPages(),
    'openapi.json': openapi,
    ...Object.fromEntries(Object.entries(sdkPages()).map(([path, text]) => [`sdk/${path}`, text])),
  };
}

/** packages/client/src/api.ts */
export async function clientApi(): Promise<string> {
  const document = JSON.parse(await openapiDocument()) as DocumentWithModels;
  return clientTypes(inlined(document, ['parameters', 'requestBodies']));
}

/** packages/react/src/text/boundaries.ts: the published components cannot import a module of the protocol. */
export function componentBoundaries(): string {
  const source = readFileSync(new URL('../../protocol/src/boundaries.ts', import.meta.url), 'utf8');
  return `// (A copy of packages/protocol/src/boundaries.ts: \`npm run generate\` writes it.)\n${source}`;
}
