/** Fastify with the schema of a send. It stores nothing. */
import { serve } from './fastify-app.ts';

await serve(async () => {});
