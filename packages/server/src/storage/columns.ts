/**
 * Parameters that hold a column of a batch: one text for all its rows. The driver's own encoding of arrays, an escape at a
 * time, took a fifth of the time of a batch of sends.
 */

type Simple = string | number | boolean | null;

/** A PostgreSQL array of numbers, decimal strings or booleans, which need no quotes. */
export function toArray(items: readonly Simple[]): string {
  return `{${items.map((item) => item ?? 'null').join(',')}}`;
}

/** How a column goes to PostgreSQL, and becomes rows there. */
interface Encoding {
  toParameter: (items: readonly Simple[]) => string;
  toRows: (parameter: string) => string;
}

const inArray = (type: string): Encoding => ({
  toParameter: toArray,
  toRows: (parameter) => `unnest(${parameter}::${type}[])`,
});

/** Rows of type `text`; what is to be something else is cast where it is stored. */
const IN_TEXTS: Encoding = {
  toParameter: (items) => JSON.stringify(items),
  toRows: (parameter) => `json_array_elements_text(${parameter})`,
};

const ENCODINGS = {
  bigint: inArray('bigint'),
  int: inArray('int'),
  boolean: inArray('boolean'),
  text: IN_TEXTS,
  bytea: IN_TEXTS,
  'bigint[]': IN_TEXTS,
  'json or null': IN_TEXTS,
  /** Texts of JSON, none of them null: they are not escaped once more. */
  json: {
    toParameter: (items) => `[${items.join(',')}]`,
    toRows: (parameter) => `json_array_elements(${parameter})`,
  },
} as const satisfies Record<string, Encoding>;

/** What the rows have to be cast to before they are stored. */
const CASTS: Partial<Record<keyof typeof ENCODINGS, string>> = {
  bytea: '::bytea',
  'bigint[]': '::bigint[]',
  'json or null': '::json',
};

/** A column of a batch. */
export interface Column<Item> {
  name: string;
  type: keyof typeof ENCODINGS;
  /**
   * The value of an item; undefined is null, which no `json` may be. `bytea` and arrays are answered as their literals, `json`
   * as its text.
   */
  encode: (item: Item) => Simple | undefined;
}

/** The columns of a batch: what a statement says of them, and its parameters. */
export class Columns<Item> {
  /** For columns of which these are a part. */
  readonly list: readonly Column<Item>[];

  constructor(list: readonly Column<Item>[]) {
    this.list = list;
  }

  /** `a, b, c` */
  get names(): string {
    return this.list.map(({ name }) => name).join(', ');
  }

  /** The same, each as the type that it is stored as. */
  get values(): string {
    return this.list.map(({ name, type }) => `${name}${CASTS[type] ?? ''}`).join(', ');
  }

  /** Functions for `rows from (…)`; the parameters are those from `first` on. */
  rows(first: number): string {
    return this.list.map(({ type }, index) => ENCODINGS[type].toRows(`$${first + index}`)).join(', ');
  }

  parameters(items: readonly Item[]): string[] {
    return this.list.map(({ type, encode }) =>
      ENCODINGS[type].toParameter(items.map((item) => encode(item) ?? null)),
    );
  }
}

/** The literal of a `bytea`. */
export function toBytea(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
