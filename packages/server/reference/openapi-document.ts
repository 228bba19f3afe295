import { loadConfig } from '../src/config/load.ts';
import { layFoundation } from '../src/foundation.ts';
import { createLog } from '../src/platform/log.ts';
import { composeFront } from '../src/serving/front.ts';

/** docs/reference/openapi.json: the response of `/openapi.json` with default settings. Connects to nothing. */
export async function openapiDocument(): Promise<string> {
  const { config } = loadConfig({});
  const foundation = await layFoundation({ config, log: createLog('silent'), connection: {} });
  const { server } = await composeFront(foundation, { playgroundToken: '' });
  await server.ready();
  const document: unknown = JSON.parse(JSON.stringify(server.swagger()));
  await server.close();
  return `${textOf(document)}\n`;
}

const LINE_LENGTH = 110;

/** JSON in which a list or object of plain values takes one line if it fits, so that changing a field changes one line. */
export function textOf(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inside = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((child) => textOf(child, inside))
    : Object.entries(value).map(([name, child]) => `${JSON.stringify(name)}: ${textOf(child, inside)}`);
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  const isPlain = Object.values(value).every((child) => typeof child !== 'object' || child === null);
  if (isPlain && indent.length + line.length <= LINE_LENGTH) return line;
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${parts.map((part) => inside + part).join(',\n')}\n${indent}${close}`;
}
