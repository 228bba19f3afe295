import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { startHttpsReceiver } from '../../../testing/src/receivers/https-receiver.ts';

/** A message of the protocol between Firefox and its push service. */
interface Frame {
  messageType?: 'hello' | 'register' | 'unregister' | 'ack';
  channelID?: string;
  updates?: { channelID: string; version: string; code: number }[];
}

/** A subscription of the browser. */
interface Channel {
  socket: WebSocket;
  channelID: string;
}

/** A push service for Firefox: it takes pushes over HTTPS (RFC 8030), and passes them on over a WebSocket. */
export interface PushService {
  /** For the preference `dom.push.serverURL`. */
  url: string;
  /** What Firefox said of each push: 100, it was decrypted; 101, it was not. */
  codes: number[];
  /** The number of subscriptions. */
  subscribed: () => number;
  close: () => Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const channels = new Map<string, Channel>();
  const codes: number[] = [];
  const receiver = await startHttpsReceiver(async ({ path, body }) => {
    const channel = channels.get(path);
    if (channel === undefined) return { status: 410 };
    const { socket, channelID } = channel;
    const data = body.toString('base64url');
    const version = randomUUID();
    const headers = { encoding: 'aes128gcm' };
    socket.send(JSON.stringify({ messageType: 'notification', channelID, version, data, headers }));
    return { status: 201, headers: { location: `${receiver.url}/message/${version}` } };
  });
  const respond = (socket: WebSocket, { messageType, channelID = '', updates = [] }: Frame) => {
    if (messageType === 'hello') return { uaid: randomBytes(16).toString('hex'), use_webpush: true };
    if (messageType === 'register') {
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      channels.set(path, { socket, channelID });
      return { channelID, pushEndpoint: receiver.url + path };
    }
    if (messageType === 'unregister') {
      for (const [path, channel] of channels) if (channel.channelID === channelID) channels.delete(path);
      return { channelID };
    }
    codes.push(...updates.map(({ code }) => code));
    return undefined;
  };
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as Frame;
      const answer = respond(socket, frame);
      if (answer !== undefined)
        socket.send(JSON.stringify({ messageType: frame.messageType, status: 200, ...answer }));
    });
  });
  await once(server, 'listening');
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    codes,
    subscribed: () => channels.size,
    close: async () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await receiver.close();
    },
  };
}
