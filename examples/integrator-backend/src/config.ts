import { readFileSync } from 'node:fs';
import type { SecureContextOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';

/** Every setting, from the environment. A missing or invalid one ends the process before it serves anybody. */
export interface Config {
  host: string;
  port: number;
  /** Metrics are answered on loopback only. */
  metricsPort: number;
  databaseUrl: string;
  palaverUrl: string;
  palaverApiKey: string;
  /** Where browsers find Palaver. */
  palaverPublicUrl: string;
  /** Where `<palaver-chat>` is, bundled: the page gets it from there. */
  chatFolder: string;
  /** Whom the visitors of the page chat with: identifier and name in Palaver. */
  agent: { id: string; name: string };
  /** Whether a guest who signs up keeps the identifier in chat: see `chat-user.ts`. */
  identifiers: 'same' | 'different';
  /** Who ends TLS: we, a proxy in front of us, or nobody (which is for loopback only). */
  https: 'direct' | 'proxy' | 'off';
  tls: SecureContextOptions | null;
  /** Addresses and ranges whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
  trustedProxies: string[];
  /** Origins of the web pages that may call us. */
  webOrigins: string[];
  /** Without a secret guests need no reCAPTCHA. */
  recaptcha: { url: string; secret: string; hostnames: string[] } | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function loadConfig(env: Environment): Config {
  const https = oneOf('HTTPS', required(env, 'HTTPS'), ['direct', 'proxy', 'off']);
  const host = env.HOST ?? '127.0.0.1';
  const trustedProxies = list(env.TRUSTED_PROXIES);
  if (https === 'off' && !isLoopback(host)) throw new Error('HTTPS=off is for a HOST of loopback only');
  if (https === 'proxy' && trustedProxies.length === 0) throw new Error('HTTPS=proxy needs TRUSTED_PROXIES');
  const secret = secretOf(env, 'RECAPTCHA_SECRET');
  const hostnames = list(env.RECAPTCHA_HOSTNAMES);
  if (secret !== '' && hostnames.length === 0) {
    throw new Error('RECAPTCHA_SECRET needs RECAPTCHA_HOSTNAMES: the hosts of your pages');
  }
  const palaverUrl = required(env, 'PALAVER_URL');
  const url = env.RECAPTCHA_URL ?? 'https://www.google.com/recaptcha/api/siteverify';
  return {
    host,
    port: port(env.PORT ?? '7701'),
    metricsPort: port(env.METRICS_PORT ?? '7702'),
    databaseUrl: required(env, 'DATABASE_URL'),
    palaverUrl,
    palaverApiKey: secretOf(env, 'PALAVER_API_KEY') || required(env, 'PALAVER_API_KEY'),
    palaverPublicUrl: new URL(env.PALAVER_PUBLIC_URL ?? palaverUrl).href,
    chatFolder: env.PALAVER_CHAT ?? installedChat(),
    agent: { id: env.AGENT_ID ?? 'agent', name: env.AGENT_NAME ?? 'Agent' },
    identifiers: oneOf('IDENTIFIERS', env.IDENTIFIERS ?? 'same', ['same', 'different']),
    https,
    tls: https === 'direct' ? readTls(env) : null,
    trustedProxies,
    webOrigins: list(env.WEB_ORIGINS).map((origin) => new URL(origin).origin),
    recaptcha: secret === '' ? undefined : { url, secret, hostnames },
  };
}

function readTls(env: Environment): SecureContextOptions {
  return {
    cert: readFileSync(required(env, 'TLS_CERT_FILE')),
    key: readFileSync(required(env, 'TLS_KEY_FILE')),
  };
}

/** The element stands beside all that it loads. */
function installedChat(): string {
  return fileURLToPath(new URL('.', import.meta.resolve('@palaver/react/element')));
}

/** A secret stands in the environment, or in the file that `<NAME>_FILE` names. */
function secretOf(env: Environment, name: string): string {
  const file = env[`${name}_FILE`];
  return file === undefined ? (env[name] ?? '') : readFileSync(file, 'utf8').trim();
}

function required(env: Environment, name: string): string {
  const value = env[name] ?? '';
  if (value === '') throw new Error(`${name} is not set: see the README`);
  return value;
}

function oneOf<const T extends string>(name: string, value: string, values: readonly T[]): T {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new Error(`${name} must be one of ${values.join(', ')}`);
  return found;
}

function list(value = ''): string[] {
  return value.split(',').flatMap((part) => part.trim() || []);
}

function port(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new Error(`${value} is no port`);
  return Number(value);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}
