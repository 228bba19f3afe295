import type { Config } from '../../config/config.ts';
import type { AddressGuard } from '../../platform/address-guard.ts';
import { Apns } from './apns.ts';
import { ApnsConnections } from './apns-connections.ts';
import { Fcm } from './fcm.ts';
import { failedBecause, withoutResponse } from './outcomes.ts';
import { Poster, trusting } from './poster.ts';
import type { Push, PushCredentials, PushOutcome, PushTarget } from './push.ts';
import { WebPush } from './web-push.ts';

export interface PushServicesOptions {
  /** Decides which addresses of Firebase and Apple may be called. */
  guard: Pick<AddressGuard, 'connector'>;
  /** The same for Web Push: these addresses are chosen by users. */
  webPushGuard: Pick<AddressGuard, 'connector'>;
  /** See `FoundationOptions`. */
  trustedCa?: string | undefined;
  config: Pick<Config, 'pushTimeoutMs' | 'fcmTokenUrl' | 'fcmUrl' | 'apnsUrl' | 'apnsSandboxUrl'>;
}

/** The services that bring notifications to devices. */
export class PushServices {
  /** Web Push and Firebase have connections of their own: the addresses of Web Push come and go. */
  readonly #webPoster: Poster;
  readonly #fcmPoster: Poster;
  readonly #apnsConnections: ApnsConnections;
  readonly #webPush: WebPush;
  readonly #fcm: Fcm;
  readonly #apns: Apns;

  constructor({ guard, webPushGuard, trustedCa, config }: PushServicesOptions) {
    const { pushTimeoutMs: timeoutMs, fcmTokenUrl, fcmUrl, apnsUrl, apnsSandboxUrl } = config;
    const options = { guard, tls: trusting(trustedCa), timeoutMs };
    this.#webPoster = new Poster({ ...options, guard: webPushGuard });
    this.#fcmPoster = new Poster(options);
    this.#apnsConnections = new ApnsConnections(options);
    this.#webPush = new WebPush(this.#webPoster);
    this.#fcm = new Fcm({ poster: this.#fcmPoster, fcmTokenUrl, fcmUrl });
    this.#apns = new Apns({ connections: this.#apnsConnections, apnsUrl, apnsSandboxUrl });
  }

  /** What is open, for metrics: hosts of HTTP 1.1, and sessions of HTTP/2. */
  get open(): { pools: number; sessions: number } {
    const pools = this.#webPoster.pools + this.#fcmPoster.pools;
    return { pools, sessions: this.#apnsConnections.sessions };
  }

  /** Never rejects. A push aborted by `signal` has failed, although the service may have accepted it. */
  async send(
    credentials: PushCredentials,
    target: PushTarget,
    push: Push,
    signal: AbortSignal,
  ): Promise<PushOutcome> {
    try {
      if (credentials.provider !== target.provider) {
        return withoutResponse(
          'refused',
          `a device of ${target.provider}, credentials of ${credentials.provider}`,
        );
      }
      if (credentials.provider === 'web_push')
        return await this.#webPush.send(credentials, target, push, signal);
      if (credentials.provider === 'fcm') return await this.#fcm.send(credentials, target, push, signal);
      return await this.#apns.send(credentials, target, push, signal);
    } catch (error) {
      return failedBecause(error);
    }
  }

  /** Closes all connections. Pushes in progress fail, and so do later ones. */
  async close(): Promise<void> {
    this.#fcm.close();
    await Promise.all([this.#webPoster.close(), this.#fcmPoster.close(), this.#apnsConnections.close()]);
  }
}
