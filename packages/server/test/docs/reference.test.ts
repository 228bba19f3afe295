import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ERRORS } from '@palaver/protocol/errors';
import { FORMATS } from '@palaver/protocol/formats';
import { MODELS } from '@palaver/protocol/models';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inlined } from '../../reference/inlined.ts';
import { anchorOf } from '../../reference/markdown.ts';
import { openapiDocument } from '../../reference/openapi-document.ts';
import { clientApi, componentCopies, referencePages } from '../../reference/pages.ts';
import { dumpSchema } from '../../reference/schema-dump.ts';
import { codesOf } from '../../src/http/openapi/document.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { ROOT } from '../harness/command.ts';
import { closeObjects } from '../harness/contract.ts';
import { connect, createTestDatabase, type TestDatabase } from '../harness/test-database.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("docs/reference, schema.sql, the SDK's types and a module of the components are up to date with `npm run generate`", async () => {
  const pages = await referencePages();
  for (const [path, text] of Object.entries(pages)) expect(read(`docs/reference/${path}`), path).toBe(text);
  expect(filesIn('docs/reference')).toEqual(Object.keys(pages).toSorted());
  expect(read('packages/client/src/api.ts')).toBe(await clientApi());
  for (const [path, text] of Object.entries(componentCopies()))
    expect(read(`packages/react/src/${path}`), path).toBe(text);
  const client = await connect(database.connection);
  expect(read('packages/server/src/storage/schema.sql')).toBe(await dumpSchema(client));
});

test('the error table, its page and the OpenAPI document list the same codes', async () => {
  const codes = Object.keys(ERRORS);
  const page = [
    ...read('docs/reference/errors.md').matchAll(
      /^\| \[`(M\d{5})`\]\(#m\d{5}\) \| (\d{3}) \| (.+?) \| (yes|no) \|$/gm,
    ),
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

test('every route has its section in the API reference', () => {
  const pages = { key: read('docs/reference/api.md'), token: read('docs/reference/client-api.md') };
  for (const { method, url, endpoint } of ROUTES) {
    const isForUsers = endpoint.access === 'token';
    const address = `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`;
    const access = isForUsers ? 'token' : `scope \`${endpoint.access}\``;
    expect(isForUsers ? pages.token : pages.key).toContain(
      `### ${endpoint.summary}\n\n\`${address}\` · ${access} · operation \`${endpoint.id}\``,
    );
  }
});

test('every route is in the OpenAPI document, with each of its codes under its status', async () => {
  const { paths } = inlined(JSON.parse(await openapiDocument()));
  for (const { method, url, endpoint } of ROUTES) {
    const operation = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.operationId, `${method} ${url}`).toBe(endpoint.id);
    for (const code of codesOf(method, endpoint)) {
      const { schema } = operation.responses[ERRORS[code].status].content['application/json'];
      expect(schema.allOf[1].properties.message_code.enum, `${method} ${url}`).toContain(code);
    }
  }
});

test('the OpenAPI document has every model once, under its name, and refers to it', async () => {
  const { paths, components } = JSON.parse(await openapiDocument());
  expect(Object.keys(components.schemas)).toEqual(MODELS.map((model) => (model as { title?: string }).title));
  // (An example may have a title.)
  const isTitled = Object.entries(paths).filter(([, path]) =>
    JSON.stringify(path, (key, value: unknown) => (key === 'examples' ? undefined : value)).includes(
      '"title":"',
    ),
  );
  expect(isTitled).toEqual([]);
  const { schema } = components.responses.User.content['application/json'];
  expect(schema.properties.data).toEqual({ $ref: '#/components/schemas/User' });
  const { mapping } = components.schemas.MessageMetadata.discriminator;
  expect(mapping.sticker).toBe('#/components/schemas/StickerMetadata');
});

test('the OpenAPI document has each parameter, body and response of several operations once', async () => {
  const { paths, components } = JSON.parse(await openapiDocument());
  const parts = operationsIn(paths).flatMap(({ parameters = [], requestBody, responses }) => [
    ...parameters,
    ...(requestBody === undefined ? [] : [requestBody]),
    ...Object.values(responses),
  ]);
  const { parameters, requestBodies, responses } = components;
  const shared = [parameters, requestBodies, responses].flatMap((one) => Object.values<object>(one));
  const whole = [...parts.filter((part) => !('$ref' in part)), ...shared].map((part) => JSON.stringify(part));
  expect(whole.filter((text, index) => whole.indexOf(text) !== index)).toEqual([]);
  expect(parameters['X-Tenant-Id'].name).toBe('X-Tenant-Id');
  const { schema } = responses['M401-11-12'].content['application/json'];
  expect(schema.allOf[1].properties.message_code.enum).toEqual(['M40111', 'M40112']);
});

test('the OpenAPI document is short enough to review', () => {
  const document = read('docs/reference/openapi.json');
  const operations = operationsIn(JSON.parse(document).paths).length;
  expect(document.split('\n').length / operations).toBeLessThan(122);
});

test('every body, response and webhook of the OpenAPI document has examples that match its schema', async () => {
  const { paths, webhooks } = inlined(JSON.parse(await openapiDocument()));
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { ...FORMATS, 'date-time': true } });
  const operations = [...operationsIn(paths), ...operationsIn(webhooks)];
  expect(operations.length).toBeGreaterThan(ROUTES.length);
  const faults = operations.flatMap(({ summary, requestBody, responses }) =>
    [requestBody, responses['200']].flatMap((message) => {
      const json = message?.content?.['application/json'];
      if (json === undefined) return [];
      const { schema, examples = {} } = json;
      if (Object.keys(examples).length === 0) return [`${summary}: no example`];
      const validate = ajv.compile(closeObjects(schema));
      return Object.entries(examples).flatMap(([name, { value }]) =>
        validate(value) ? [] : [`${summary}: ${name}: ${ajv.errorsText(validate.errors)}`],
      );
    }),
  );
  expect(faults).toEqual([]);
});

/** An operation or a webhook of the document. */
interface Operation {
  summary: string;
  parameters?: object[];
  requestBody?: Message;
  responses: Record<string, Message>;
}

interface Message {
  content?: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }>;
}

function operationsIn(paths: Record<string, Record<string, Operation>>): Operation[] {
  return Object.values(paths).flatMap((path) => Object.values(path));
}

test('links between the documents work', () => {
  const pages = globSync(['*.md', 'llms.txt', 'docs/**/*.md', 'packages/*/*.md', 'examples/*/*.md'], {
    cwd: ROOT,
  });
  expect(pages).toContain('README.md');
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)/g)]
      .filter(
        ([, target = '', anchor]) =>
          !leadsSomewhere(target === '' ? page : join(dirname(page), target), anchor),
      )
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('the READMEs of published packages have no links into the repository', () => {
  for (const page of ['packages/server/README.md', 'packages/client/README.md'])
    expect(read(page).match(/\]\((?!https?:)[^)]*\)/g)).toBeNull();
});

function leadsSomewhere(target: string, anchor: string | undefined): boolean {
  if (!existsSync(join(ROOT, target))) return false;
  if (anchor === undefined) return true;
  return [...read(target).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor);
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(join(ROOT, folder), join(parentPath, name))).toSorted();
}
