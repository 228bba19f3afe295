import { resolve } from 'node:path';
import { isEmailAddress, MAX_EMAIL_CHARS } from '@palaver/protocol/formats';
import { AddressRanges } from '../platform/address-ranges.ts';
import { type NatsServers, parseNatsServers } from '../platform/nats-servers.ts';
import { parseScannerAddress, type ScannerAddress } from '../platform/scanner-address.ts';
import { parseSmtpServer, type SmtpServer } from '../platform/smtp-server.ts';
import { type HostAndPort, isWebAddress, parseHostAndPort } from '../platform/text-forms.ts';

/** How the text of a setting becomes its value. Texts are parsed once, at the start; all other code reads values. */
export interface Kind<Value> {
  /** As in "must be …". */
  readonly form: string;
  /** Undefined if the text does not have the form. */
  readonly parse: (text: string) => Value | undefined;
  /** What may be set, as a sentence for the reference; absent where `doc` says it. */
  readonly range?: string;
}

export const text: Kind<string> = { form: 'a text', parse: (given) => given };

/** A text of a given form. */
export function textThat(fits: (text: string) => boolean, form: string): Kind<string> {
  return { form, parse: (given) => (fits(given) ? given : undefined) };
}

export function oneOf<const Text extends string>(...texts: readonly Text[]): Kind<Text> {
  return { form: `one of ${texts.join(', ')}`, parse: (given) => texts.find((one) => one === given) };
}

export const boolean: Kind<boolean> = { ...choice({ 0: false, 1: true }), range: '0 or 1.' };

/** One of several texts, each of which stands for a value. */
export function choice<const Value>(values: Readonly<Record<string, Value>>): Kind<Value> {
  const texts = Object.keys(values);
  return {
    form: `one of ${texts.join(', ')}`,
    parse: (given) => (Object.hasOwn(values, given) ? values[given] : undefined),
  };
}

/** One word, or a value of another kind. */
export function either<const Word extends string, Value>(word: Word, kind: Kind<Value>): Kind<Word | Value> {
  const { range } = kind;
  return {
    form: `${word} or ${kind.form}`,
    parse: (given) => (given === word ? word : kind.parse(given)),
    ...(range === undefined ? {} : { range: `\`${word}\`, or ${range.toLowerCase()}` }),
  };
}

interface Bounds {
  min: number;
  max: number;
}

export const integer = (bounds: Bounds): Kind<number> => wholeNumber(bounds, 1);

/** Durations: users write them in the unit of the setting's name, and `Config` has them in milliseconds. */
export const milliseconds = integer;
export const seconds = (bounds: Bounds): Kind<number> => wholeNumber(bounds, SECOND_MS);
export const minutes = (bounds: Bounds): Kind<number> => wholeNumber(bounds, 60 * SECOND_MS);
export const hours = (bounds: Bounds): Kind<number> => wholeNumber(bounds, 60 * 60 * SECOND_MS);
export const days = (bounds: Bounds): Kind<number> => wholeNumber(bounds, 24 * 60 * 60 * SECOND_MS);

const SECOND_MS = 1_000;

/** `bounds` apply to the number as written; the value is that number times `unit`. */
function wholeNumber({ min, max }: Bounds, unit: number): Kind<number> {
  return {
    form: `a whole number from ${min} to ${max}`,
    range: `From ${min} to ${max}.`,
    parse: (given) => {
      const number = /^[0-9]{1,12}$/.test(given) ? Number(given) : Number.NaN;
      return number >= min && number <= max ? number * unit : undefined;
    },
  };
}

/** Values separated by commas; `form` describes the whole list. */
export function listOf<Value>(
  parseOne: (text: string) => Value | undefined,
  form: string,
): Kind<readonly Value[]> {
  return {
    form,
    parse: (given) => {
      const values = given.split(',').map((one) => parseOne(one.trim()));
      return values.every((value) => value !== undefined) ? values : undefined;
    },
  };
}

export const secondsList: Kind<readonly number[]> = listOf(
  (one) => (/^[0-9]{1,7}$/.test(one) ? Number(one) * SECOND_MS : undefined),
  'seconds, separated by commas',
);

export const addressRanges: Kind<AddressRanges> = {
  form: 'addresses and ranges such as 127.0.0.1,10.1.0.0/16, separated by commas',
  parse: (given) => AddressRanges.parse(given),
};

export const hostAndPort: Kind<HostAndPort> = {
  form: 'host:port, such as 127.0.0.1:9090',
  parse: parseHostAndPort,
};

/** The value has no trailing slash. */
export const webAddress: Kind<string> = {
  form: 'an address such as https://chat.example.com, without a query and a fragment',
  parse: (given) => (isWebAddress(given) ? given.replace(/\/+$/, '') : undefined),
};

export const smtpServer: Kind<SmtpServer> = {
  form: 'smtp://user:password@host:port or smtps://user:password@host:port, with special characters encoded as in addresses',
  parse: parseSmtpServer,
};

export const natsServers: Kind<NatsServers> = {
  form: 'nats://host:4222 or tls://user:password@host:4222, with special characters encoded as in addresses; several, separated by commas, must have the same scheme and login',
  parse: parseNatsServers,
};

export const scannerAddress: Kind<ScannerAddress> = {
  form: 'tcp://host:port or unix:/path, such as unix:/run/clamav/clamd.ctl',
  parse: parseScannerAddress,
};

/** Who an e-mail is from; the name may be empty. */
export interface EmailSender {
  name: string;
  address: string;
}

const MAX_SENDER_NAME_CHARS = 100;

export const emailSender: Kind<EmailSender> = {
  form: 'an e-mail address, such as Example <chat@example.com>',
  parse: (given) => {
    const [, name = '', address = ''] = /^([^<>]*)<([^<>]*)>$/.exec(given) ?? [given, '', given];
    const isName = name.length <= MAX_SENDER_NAME_CHARS && !/[\p{Cc}"]/u.test(name);
    const isAddress = address !== '' && address.length <= MAX_EMAIL_CHARS && isEmailAddress(address);
    return isName && isAddress ? { name: name.trim(), address } : undefined;
  },
};

/** A folder; the value is its absolute path. */
export const folder: Kind<string> = {
  form: 'the path of a folder',
  parse: (given) => (given === '' ? undefined : resolve(given)),
};

/** Where backups are: a folder, by its absolute path, or a part of a bucket; `folder` is then empty or a key. */
export type BackupPlace = { folder: string } | { bucket: string; folder: string };

const BUCKET_PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?((?:[a-z0-9][a-z0-9._-]*\/?)*)$/;

export const backupPlace: Kind<BackupPlace> = {
  form: 'the path of a folder, or s3://bucket or s3://bucket/folder',
  parse: (given) => {
    if (!given.includes('://')) return given === '' ? undefined : { folder: resolve(given) };
    const [, bucket, path = ''] = given.length > 512 ? [] : (BUCKET_PLACE.exec(given) ?? []);
    return bucket === undefined ? undefined : { bucket, folder: path.replace(/\/$/, '') };
  },
};

/** `true` in upper or lower case; any other text is no. */
export const isTrue: Kind<boolean> = {
  form: 'true or false',
  parse: (given) => given.toLowerCase() === 'true',
};

/** A number from 0 to 1. */
export const fraction: Kind<number> = {
  form: 'a number from 0 to 1, such as 0.01',
  range: 'From 0 to 1.',
  parse: (given) => {
    const number = /^\d{1,12}(\.\d{1,12})?(e-\d{1,2})?$/i.test(given) ? Number(given) : Number.NaN;
    return number <= 1 ? number : undefined;
  },
};

type Pairs = Readonly<Record<string, string>>;

const MAX_PAIRS = 64;
const MAX_VALUE_CHARS = 4096;

/** Names and values, as in W3C Baggage: `name=value,other=value`, with percent-encoded values. */
export const pairs: Kind<Pairs> = {
  form: 'name=value, several separated by commas, with values percent-encoded',
  parse: (given) => {
    const parts = given.split(',').filter((part) => part.trim() !== '');
    if (parts.length > MAX_PAIRS) return undefined;
    const found = parts.map((part) => /^\s*([\w!#$%&'*+.^`|~-]{1,255})\s*=(.*)$/.exec(part));
    const entries = found.map((pair) => [pair?.[1] ?? '', decoded(pair?.[2]?.trim())] as const);
    const isWhole = entries.every(([name, value]) => name !== '' && value !== undefined);
    return isWhole ? (Object.fromEntries(entries) as Pairs) : undefined;
  },
};

/** The same, with values that a header can contain. */
export const headers: Kind<Pairs> = {
  form: `${pairs.form}, of printable ASCII`,
  parse: (given) => {
    const parsed = pairs.parse(given);
    const isAscii = Object.values(parsed ?? {}).every((value) => /^[\x20-\x7e]*$/.test(value));
    return isAscii ? parsed : undefined;
  },
};

/** Undefined if it is malformed or too long. */
function decoded(value: string | undefined): string | undefined {
  try {
    const text = value === undefined ? undefined : decodeURIComponent(value);
    return text !== undefined && text.length <= MAX_VALUE_CHARS ? text : undefined;
  } catch {
    return undefined;
  }
}
