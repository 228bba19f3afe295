import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns';
import { once } from 'node:events';
import type { LookupFunction } from 'node:net';

/** A DNS server on loopback with changing answers: the n-th query gets the n-th list, later ones the last. */
export interface NameServer {
  /** A lookup that asks this server instead of the system. */
  lookup: LookupFunction;
  asked: () => number;
  close: () => Promise<void>;
}

/** `answers` are IPv4 addresses. */
export async function startNameServer(answers: readonly (readonly string[])[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, from) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    socket.send(answerTo(question, addresses), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    lookup: (hostname, _options, callback) =>
      resolver.resolve4(hostname, (error, found) =>
        // (A failure has no addresses.)
        callback(error, error === null ? found.map((address) => ({ address, family: 4 })) : []),
      ),
    asked: () => asked,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** RFC 1035, section 4: the question again, and an uncacheable record for each address. */
function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const head = Buffer.from(question.subarray(0, 12));
  // A response with recursion available, with this many answer records only.
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
    return Buffer.concat([record, Buffer.from(address.split('.').map(Number))]);
  });
  return Buffer.concat([head, question.subarray(12, end), ...records]);
}
