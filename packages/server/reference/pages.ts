import { readFileSync } from 'node:fs';
import { apiPage, clientApiPage, type OpenApi } from './api-page.ts';
import { clientTypes, type DocumentWithModels } from './client-types.ts';
import { configurationPage } from './configuration-page.ts';
import { errorsPage } from './errors-page.ts';
import { inlined } from './inlined.ts';
import { languageLoaders, languagesPage } from './languages.ts';
import { openapiDocument } from './openapi-document.ts';

/** Everything in docs/reference, by path. (site/reference.ts writes the pages that only the site has.) */
export async function referencePages(): Promise<Record<string, string>> {
  const openapi = await openapiDocument();
  const document = inlined(JSON.parse(openapi) as OpenApi);
  return {
    'api.md': apiPage(document),
    'client-api.md': clientApiPage(document),
    'configuration.md': configurationPage(),
    'errors.md': errorsPage(),
    'languages.md': languagesPage(),
    'openapi.json': openapi,
  };
}

/** packages/client/src/api.ts */
export async function clientApi(): Promise<string> {
  const document = JSON.parse(await openapiDocument()) as DocumentWithModels;
  return clientTypes(inlined(document, ['parameters', 'requestBodies']));
}

/**
 * The files in `packages/react/src` that are made from modules of the protocol, by path: the published components cannot import these.
 * (The SDK has types of the same names.)
 */
export function componentCopies(): Record<string, string> {
  return {
    'text/boundaries.ts': copyOf('boundaries.ts'),
    'search/searched-texts.ts': copyOf('searched-texts.ts'),
    'element/other-languages.ts': languageLoaders(),
  };
}

function copyOf(name: string): string {
  const source = readFileSync(new URL(`../../protocol/src/${name}`, import.meta.url), 'utf8');
  const adapted = source.replace(
    "import type { Metadata } from './message-kinds.ts';",
    "import type { MessageMetadata as Metadata } from '@palaver/client';",
  );
  return `// (A copy of packages/protocol/src/${name}: \`npm run generate\` writes it.)\n${adapted}`;
}
