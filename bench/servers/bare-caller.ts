/** The minimal webhook caller: undici, a constant body, and no signature. Prints calls/s. */
import { Agent, request } from 'undici';

const [url = '', connections = '64', seconds = '5'] = process.argv.slice(2);
const body = JSON.stringify({ timestamp: new Date().toISOString(), data: 'x'.repeat(900) });
const dispatcher = new Agent({ pipelining: 1 });
const until = performance.now() + Number(seconds) * 1_000;
let count = 0;

async function callAgainAndAgain(): Promise<void> {
  while (performance.now() < until) {
    const headers = { 'content-type': 'application/json' };
    const answer = await request(url, { method: 'POST', headers, body, dispatcher });
    await answer.body.dump();
    count += 1;
  }
}

await Promise.all(Array.from({ length: Number(connections) }, callAgainAndAgain));
process.stdout.write(`${count / Number(seconds)}\n`);
await dispatcher.destroy();
