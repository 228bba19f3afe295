import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERRORS } from '@palaver/protocol/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configurationPage } from '../../reference/configuration-page.ts';
import { errorsPage } from '../../reference/errors-page.ts';
import { openapiDocument } from '../../reference/openapi-document.ts';
import { dumpSchema } from '../../reference/schema-dump.ts';
import { codesOf } from '../../src/http/openapi.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { connect, createTestDatabase, type TestDatabase } from '../harness/test-database.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('docs/reference and schema.sql are what `npm run generate` writes', async () => {
  expect(read('docs/reference/errors.md')).toBe(errorsPage());
  expect(read('docs/reference/configuration.md')).toBe(configurationPage());
  expect(read('docs/reference/openapi.json')).toBe(await openapiDocument());
  const client = await connect(database.connection);
  expect(read('packages/server/src/storage/schema.sql')).toBe(await dumpSchema(client));
});

test('the table of errors, its page and the OpenAPI document list the same codes', async () => {
  const codes = Object.keys(ERRORS);
  const page = [
    ...read('docs/reference/errors.md').matchAll(/^\| `(M\d{5})` \| (\d{3}) \| (.+?) \| (yes|no) \|$/gm),
  ];
  expect(page.map(([, code]) => code)).toEqual(codes);
  for (const [, code, status, text, retry] of page) {
    const { retryable, ...error } = ERRORS[code as keyof typeof ERRORS];
    expect({ status: Number(status), text, retry }).toEqual({ ...error, retry: retryable ? 'yes' : 'no' });
  }
  const document = JSON.parse(await openapiDocument());
  expect(document.openapi).toBe('3.1.0');
  expect(document.components.schemas.Failure.properties.message_code.enum).toEqual(codes);
});

test('every route is in the OpenAPI document, with each of its codes under its status', async () => {
  const { paths } = JSON.parse(await openapiDocument());
  for (const { method, url, endpoint } of ROUTES) {
    const operation = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.operationId, `${method} ${url}`).toBe(endpoint.id);
    for (const code of codesOf(method, endpoint)) {
      const { schema } = operation.responses[ERRORS[code].status].content['application/json'];
      expect(schema.allOf[1].properties.message_code.enum, `${method} ${url}`).toContain(code);
    }
  }
});

test('links between the documents lead somewhere', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md'], { cwd: ROOT });
  expect(pages).toContain('README.md');
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(ROOT, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});
