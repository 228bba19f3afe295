/** The body of an event, for webhooks and for those who pull events. `data` is JSON, which is passed on as it is. */
export function eventBody(type: string, at: Date, data: string): string {
  const timestamp = JSON.stringify(at.toISOString());
  return `{"type":${JSON.stringify(type)},"timestamp":${timestamp},"data":${data}}`;
}

/** The body of an event as it is pulled. All other bytes stay as they are. */
export function bodyAtPosition(body: string, position: string): string {
  return `{"position":${position},${body.slice(1)}`;
}

/** The start of a body, up to the end of its space. */
const SPACE =
  /^\{"type":"[^"]*","timestamp":"[^"]*","data":\{"app_id":"(?:[^"\\]|\\.)*","tenant_id":"(?:[^"\\]|\\.)*"/;

/** The body of an event of a thread as the webhook of a bot receives it: it names the bot. */
export function bodyForBot(body: string, botId: string): string {
  const [start] = SPACE.exec(body) ?? [];
  if (start === undefined) throw new Error('the body of an event does not begin with its space');
  return `${start},"bot_id":${JSON.stringify(botId)}${body.slice(start.length)}`;
}
