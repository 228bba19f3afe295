import { dayKey } from '../text/format.ts';

/** How times, sizes and lists are written in a language. */
export interface Formats {
  time: (at: number) => string;
  exactTime: (at: number) => string;
  /** With the year only if it is not this one. */
  day: (at: number) => string;
  /** The time of today, otherwise the day, likewise. */
  shortTime: (at: number) => string;
  number: (value: number) => string;
  size: (bytes: number) => string;
  /** Several names in a row. */
  list: (names: readonly string[]) => string;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

/** `locale`: BCP 47. */
export function formatsOf(locale: string): Formats {
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (at: number) => format.format(at);
  };
  const time = date({ timeStyle: 'short' });
  /** A form for days of this year, and one for others. */
  const dayBy = (ofThisYear: Intl.DateTimeFormatOptions, ofOthers: Intl.DateTimeFormatOptions) => {
    const [short, full] = [date(ofThisYear), date(ofOthers)];
    return (at: number) => (new Date(at).getFullYear() === new Date().getFullYear() ? short(at) : full(at));
  };
  const shortDay = dayBy({ day: 'numeric', month: 'short' }, { dateStyle: 'short' });
  const number = new Intl.NumberFormat(locale);
  const list = new Intl.ListFormat(locale, { type: 'unit' });
  return {
    time,
    exactTime: date({ dateStyle: 'medium', timeStyle: 'medium' }),
    day: dayBy({ weekday: 'long', day: 'numeric', month: 'long' }, { dateStyle: 'long' }),
    shortTime: (at) => (dayKey(at) === dayKey(Date.now()) ? time(at) : shortDay(at)),
    number: (value) => number.format(value),
    size: (bytes) => {
      const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_000)));
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: UNITS[power] ?? 'byte',
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: 1,
      }).format(bytes / 1_000 ** power);
    },
    list: (names) => list.format(names),
  };
}

/** The user's own variant of a language, such as `en-GB` for `en`, which has other dates. */
export function variantOf(locale: string): string {
  const [language] = locale.split('-');
  const wanted = typeof navigator === 'object' ? (navigator.languages ?? []) : [];
  return wanted.find((one) => one.split('-')[0] === language) ?? locale;
}
