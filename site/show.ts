/* `npm run docs`: builds the site, and shows it on this machine. --port: where, by default 7790; other options are those of build.ts. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { build, OPTIONS } from './build.ts';

const { values } = parseArgs({ options: { ...OPTIONS, port: { type: 'string', default: '7790' } } });
const port = Number(values.port);
if (!Number.isInteger(port)) throw new Error(`--port ${values.port}: a number is needed`);
build(values);

const app = fastify();
await app.register(fastifyStatic, { root: resolve(values.out), prefix: values.base });
const address = await app.listen({ host: '127.0.0.1', port });
process.stdout.write(`The documentation is at ${address}${values.base}\n`);
