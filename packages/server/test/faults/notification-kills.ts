import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ApnsService, startApnsService } from '../../../testing/src/receivers/apns-service.ts';
import { TEST_CERTIFICATE } from '../../../testing/src/receivers/certificate.ts';
import type { Answer } from '../../../testing/src/receivers/https-receiver.ts';
import { startWebPushService, type WebPushService } from '../../../testing/src/receivers/web-push-service.ts';
import { myDeviceUrl, type SignedIn, signIn } from '../harness/client-api.ts';
import { newDataDir } from '../harness/palaver.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { KilledWorker } from './killed-worker.ts';

/** The devices of the rig that kills the notifier, and what arrives on them. */

export interface Person extends SignedIn {
  tenant: string;
}

/** When a device was somebody's, in Unix milliseconds. */
interface Ownership {
  person: Person;
  /** Its registration was sent. */
  askedAt: number;
  /** It was answered; Infinity: the token has become invalid since. */
  from: number;
  /** Its end was answered. */
  to: number;
}

export interface Device {
  id: string;
  provider: 'web_push' | 'apns';
  /** The body of its registration. */
  body: object;
  /** Tells the push service that the token or subscription is dead. */
  kill: () => void;
  /** The last one is current, unless it has ended. */
  owners: Ownership[];
  /** What it has accepted, in order. */
  shown: Arrival[];
}

export interface Arrival {
  kind: 'show' | 'withdraw';
  threadId: string;
  seq: number;
  badge: number;
  collapseId: string;
}

/** What a push service does: `accept and cut` shows the push, but the server gets no response. */
export type Reaction = Answer | 'accept' | 'accept and cut';

export class Rig {
  readonly server: TestServer;
  readonly devices: Device[] = [];
  /** Decides about each push. */
  react: (arrival: Arrival, device: Device) => Promise<Reaction> = async () => 'accept';
  readonly apns: ApnsService;
  readonly #web: WebPushService;
  readonly #publicKey: string;
  /** By the endpoint, or the token. */
  readonly #byAddress = new Map<string, Device>();
  /** The process that notifies. */
  readonly worker: KilledWorker;

  static async start(): Promise<Rig> {
    const [web, apns] = [await startWebPushService(), await startApnsService()];
    const server = await startTestServer();
    const subject = { subject: 'mailto:ops@example.com' };
    const { public_key } = await server.ok('PUT', '/notification/v1.0/provider/web_push', { body: subject });
    const { keyId: key_id, teamId: team_id, topic, privateKey: private_key } = apns.credentials;
    const key = { key_id, team_id, topic, private_key };
    await server.ok('PUT', '/notification/v1.0/provider/apns', { body: key });
    await server.stopRelay();
    const rig = new Rig(server, web, apns, public_key);
    onTestFinished(async () => {
      await rig.worker.kill();
      await server.close();
      await Promise.all([web.close(), apns.close()]);
    });
    return rig;
  }

  private constructor(server: TestServer, web: WebPushService, apns: ApnsService, publicKey: string) {
    this.server = server;
    this.apns = apns;
    this.#web = web;
    this.#publicKey = publicKey;
    web.answer = async ({ subscription, payload, headers }) => {
      const arrival = arrivalOf(payload.kind, payload.data, payload.badge, headers.topic);
      return this.#answer(subscription.endpoint, arrival, 201);
    };
    apns.answer = async ({ device, payload, headers }) => {
      const badge = payload.aps.badge ?? payload.badge;
      const arrival = arrivalOf(payload.kind, payload, badge, headers['apns-collapse-id']);
      return this.#answer(device, arrival, 200);
    };
    const certificate = join(newDataDir(), 'certificate.pem');
    writeFileSync(certificate, TEST_CERTIFICATE);
    this.worker = new KilledWorker(server, {
      PALAVER_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
      PALAVER_WEB_PUSH_ALLOW_PRIVATE: '127.0.0.1',
      PALAVER_NOTIFICATION_DELAY_MS: '100',
      PALAVER_PUSH_TIMEOUT_MS: '1000',
      PALAVER_APNS_URL: apns.url,
      NODE_EXTRA_CA_CERTS: certificate,
    });
  }

  /** What real push services would have refused. */
  get faults(): string[] {
    return [...this.#web.faults, ...this.apns.faults];
  }

  async #answer(address: string, arrival: Arrival, accepted: number): Promise<Answer> {
    const device = this.#byAddress.get(address);
    if (device === undefined) return { status: 410 };
    const reaction = await this.react(arrival, device);
    if (reaction !== 'accept' && reaction !== 'accept and cut') return reaction;
    device.shown.push(arrival);
    return reaction === 'accept' ? { status: accepted } : 'cut';
  }

  async person(userId: string, tenant: string): Promise<Person> {
    await this.server.ok('PUT', `/user/v1.0/user/${userId}`, { tenant, body: { display_name: userId } });
    return { ...(await signIn(this.server, userId, { tenant })), tenant };
  }

  /** Gives this person a new device. */
  async addDevice(person: Person, id: string, provider: Device['provider']): Promise<void> {
    const device: Device = { id, provider, body: {}, kill: () => {}, owners: [], shown: [] };
    this.#install(device);
    this.devices.push(device);
    await this.register(device, person);
  }

  /** The app gets a new token or subscription. */
  #install(device: Device): void {
    if (device.provider === 'apns') {
      const target = this.apns.register();
      this.#byAddress.set(target.token, device);
      device.body = { provider: 'apns', token: target.token };
      device.kill = () => this.apns.unregister(target, Date.now());
    } else {
      const subscription = this.#web.subscribe(this.#publicKey);
      const { endpoint, keys } = subscription;
      this.#byAddress.set(endpoint, device);
      device.body = { provider: 'web_push', subscription: { endpoint, keys } };
      device.kill = () => this.#web.unsubscribe(subscription);
    }
  }

  /** Registers the device for this person, also if somebody else had it before. */
  async register(device: Device, person: Person): Promise<void> {
    const askedAt = Date.now();
    await person.ok('PUT', myDeviceUrl(device.id), { body: device.body });
    const now = Date.now();
    const current = device.owners.at(-1);
    if (current?.person === person && current.to === Infinity && current.from !== Infinity) return;
    // (A registration with a lost token stays until the push service says so.)
    if (current !== undefined && current.from !== Infinity) current.to = Math.min(current.to, now);
    // (Earlier notifications, as somebody else's or with a token that was lost, are over.)
    device.shown = [];
    device.owners.push({ person, askedAt, from: now, to: Infinity });
  }

  /** The same device, with another token. */
  async renew(device: Device, isFormerDead: boolean): Promise<void> {
    const owner = ownerOf(device);
    if (owner === undefined) return;
    const { kill } = device;
    this.#install(device);
    await this.register(device, owner);
    if (isFormerDead) kill();
  }

  async remove(device: Device): Promise<void> {
    const owner = ownerOf(device);
    if (owner === undefined) return;
    await owner.ok('DELETE', myDeviceUrl(device.id));
    const current = device.owners.at(-1);
    if (current !== undefined) current.to = Date.now();
  }

  /** Its token is dead: it owes nobody a notification until it is registered again, with another one. */
  loseToken(device: Device): void {
    const current = device.owners.at(-1);
    if (current?.to !== Infinity) return;
    device.kill();
    this.#install(device);
    current.from = Infinity;
  }
}

function arrivalOf(
  kind: string | undefined,
  { thread_id: threadId, seq }: { thread_id: string; seq: string },
  badge: number,
  collapseId = '',
): Arrival {
  const isWithdrawal = kind === 'withdraw';
  return { kind: isWithdrawal ? 'withdraw' : 'show', threadId, seq: Number(seq), badge, collapseId };
}

export function ownerOf(device: Device): Person | undefined {
  const current = device.owners.at(-1);
  return current?.to === Infinity ? current.person : undefined;
}
