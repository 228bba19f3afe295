import { BadArchive } from './bad-archive.ts';

const MAX_DEPTH = 256;
/** No number that means something is longer. */
const MAX_WORD_LENGTH = 1_000;
/** `layers` with every letter written as an escape; a longer key is none that we look for. */
const MAX_KEY_LENGTH = 36;

const WORD = /[-+.\w]*/y;
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
const ESCAPED = '"\\/bfnrt';
const HEX = /[\da-fA-F]/;

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Which part of a document the next character belongs to; a word is a number, `true`, `false` or `null`. */
type Inside = 'structure' | 'text' | 'escape' | 'hex' | 'word';

/** What the structure has to go on with. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';

/**
 * Reads a document piece by piece and refuses it unless it is a Lottie animation: valid JSON, an object with the
 * version `v`, a text, and the list `layers`. What is in the layers is not looked at.
 *
 * Nothing of the document is kept, so that its size does not matter. (JSON parsers that stream hold at least the text
 * or number they are in, in pieces, and an image inside an animation is one text: we saw 40 bytes of memory for each
 * of its bytes, and a third of this speed.) Keys that come twice count as `JSON.parse` counts them: the last one.
 */
export class LottieReader {
  /** Throws at bytes that are not UTF-8, and lets a byte order mark through, which then is no JSON. */
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #inside: Inside = 'structure';
  #expected: Expected = 'value';
  /** What is open, the outermost first. */
  readonly #open: ('{' | '[')[] = [];
  /** Of the escape `\u`: how many digits are still to come. */
  #hexLeft = 0;
  #word = '';
  /** The last key of the outermost object as it is written; undefined in places where keys do not matter. */
  #key: string | undefined;
  /** How the values of the outermost object begin: a quote, a bracket. Only of keys that matter. */
  readonly #begin: { v?: string; layers?: string } = {};

  write(chunk: Uint8Array): void {
    this.#read(this.#decode(chunk));
  }

  end(): void {
    this.#decode();
    if (this.#expected !== 'nothing') throw this.#broken();
    if (this.#begin.v !== '"' || this.#begin.layers !== '[')
      throw new BadArchive('kind', 'is JSON, but not a Lottie animation with "v" and "layers"');
  }

  /** Without a chunk: the end, which must not be in the middle of a character. */
  #decode(chunk?: Uint8Array): string {
    try {
      return this.#decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw this.#broken();
    }
  }

  #read(text: string): void {
    let at = 0;
    while (at < text.length) {
      switch (this.#inside) {
        case 'structure':
          at = this.#readStructure(text, at);
          break;
        case 'text':
          at = this.#readText(text, at);
          break;
        case 'word':
          at = this.#readWord(text, at);
          break;
        case 'escape':
        case 'hex':
          this.#readEscape(text.charAt(at));
          at += 1;
          break;
      }
    }
  }

  #readStructure(text: string, at: number): number {
    const char = text.charAt(at);
    switch (char) {
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        break;
      case '{':
      case '[':
        this.#beginValue(char);
        if (this.#open.push(char) > MAX_DEPTH)
          throw new BadArchive('kind', `is JSON with more than ${MAX_DEPTH} levels`);
        this.#expected = char === '{' ? 'key or }' : 'value or ]';
        break;
      case '}':
        this.#close('{', 'key or }');
        break;
      case ']':
        this.#close('[', 'value or ]');
        break;
      case ':':
        this.#expect(':');
        this.#expected = 'value';
        break;
      case ',':
        this.#expect(', or end');
        this.#expected = this.#open.at(-1) === '{' ? 'key' : 'value';
        break;
      case '"':
        this.#beginText();
        break;
      default:
        this.#beginValue(char);
        this.#word = '';
        this.#inside = 'word';
        return at;
    }
    return at + 1;
  }

  #expect(one: Expected, other = one): void {
    if (this.#expected !== one && this.#expected !== other) throw this.#broken();
  }

  #beginValue(char: string): void {
    this.#expect('value', 'value or ]');
    if (this.#open.length === 0 && char !== '{') throw this.#broken();
    if (this.#key !== undefined) {
      const key: unknown = JSON.parse(`"${this.#key}"`);
      if (key === 'v' || key === 'layers') this.#begin[key] = char;
      this.#key = undefined;
    }
    this.#expected = ', or end';
  }

  #beginText(): void {
    if (this.#expected === 'key' || this.#expected === 'key or }') {
      this.#expected = ':';
      this.#key = this.#open.length === 1 ? '' : undefined;
    } else this.#beginValue('"');
    this.#inside = 'text';
  }

  #close(opened: '{' | '[', whenEmpty: Expected): void {
    this.#expect(', or end', whenEmpty);
    if (this.#open.pop() !== opened) throw this.#broken();
    this.#expected = this.#open.length === 0 ? 'nothing' : ', or end';
  }

  #readText(text: string, start: number): number {
    let end = start;
    let code = text.charCodeAt(end);
    while (code >= SPACE && code !== QUOTE && code !== BACKSLASH) {
      end += 1;
      code = text.charCodeAt(end); // at the end NaN, which ends the loop
    }
    this.#keepKey(text, start, end);
    if (end === text.length) return end;
    if (code < SPACE) throw this.#broken();
    this.#inside = code === QUOTE ? 'structure' : 'escape';
    if (code === BACKSLASH) this.#keepKey(text, end, end + 1);
    return end + 1;
  }

  #keepKey(text: string, start: number, end: number): void {
    if (this.#expected !== ':' || this.#key === undefined) return;
    this.#key =
      this.#key.length + end - start > MAX_KEY_LENGTH ? undefined : this.#key + text.slice(start, end);
  }

  #readEscape(char: string): void {
    this.#keepKey(char, 0, 1);
    if (this.#inside === 'hex') {
      if (!HEX.test(char)) throw this.#broken();
      this.#hexLeft -= 1;
    } else if (char === 'u') {
      this.#hexLeft = 4;
    } else if (!ESCAPED.includes(char)) throw this.#broken();
    this.#inside = this.#hexLeft > 0 ? 'hex' : 'text';
  }

  #readWord(text: string, start: number): number {
    WORD.lastIndex = start;
    WORD.test(text);
    const end = WORD.lastIndex;
    this.#word += text.slice(start, end);
    if (this.#word.length > MAX_WORD_LENGTH) throw this.#broken();
    if (end === text.length) return end;
    if (!SCALAR.test(this.#word)) throw this.#broken();
    this.#inside = 'structure';
    return end;
  }

  /** What does not even begin like a JSON object was hardly meant as one. */
  #broken(): BadArchive {
    const begun = this.#open.length > 0 || this.#expected !== 'value';
    return new BadArchive(
      'kind',
      begun ? 'is not valid JSON' : 'is not png, gif, webp or a Lottie animation',
    );
  }
}
