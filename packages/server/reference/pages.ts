import { apiPage, clientApiPage, type OpenApi } from './api-page.ts';
import { configurationPage } from './configuration-page.ts';
import { errorPages } from './error-pages.ts';
import { errorsPage } from './errors-page.ts';
import { openapiDocument } from './openapi-document.ts';

/** Everything in docs/reference, by its path there. */
export async function referencePages(): Promise<Record<string, string>> {
  const openapi = await openapiDocument();
  const document = JSON.parse(openapi) as OpenApi;
  return {
    'api.md': apiPage(document),
    'client-api.md': clientApiPage(document),
    'configuration.md': configurationPage(),
    'errors.md': errorsPage(),
    ...errorPages(),
    'openapi.json': openapi,
  };
}
