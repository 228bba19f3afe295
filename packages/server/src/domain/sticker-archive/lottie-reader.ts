import { BadArchive } from './bad-archive.ts';

const MAX_DEPTH = 256;
/** No meaningful number is longer. */
const MAX_WORD_LENGTH = 1_000;
/** The length of `layers` with every letter escaped. Longer keys cannot match. */
const MAX_KEY_LENGTH = 36;

const WORD = /[-+.\w]*/y;
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
const ESCAPED = '"\\/bfnrt';
const HEX = /[\da-fA-F]/;

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The part of the document that the next character belongs to. A word is a number, `true`, `false` or `null`. */
type State = 'structure' | 'text' | 'escape' | 'hex' | 'word';

/** The tokens that may follow. */
type ExpectedToken = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';

/**
 * Reads a document in chunks and refuses it unless it is a Lottie animation: a valid JSON object with the version `v`, a string,
 * and `layers`, an array. The content of the layers is not checked.
 *
 * It keeps nothing of the document, so memory use does not depend on its size. (Streaming JSON parsers buffer at least the current
 * string or number, and an image inside an animation is one string: in our measurements they used 40 bytes of memory for each of
 * its bytes and had a third of this reader's speed.) For duplicate keys the last one counts, as in `JSON.parse`.
 */
export class LottieReader {
  /** Throws on bytes that are not UTF-8. Passes a byte order mark on, which is then refused because it is not JSON. */
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #state: State = 'structure';
  #expected: ExpectedToken = 'value';
  /** The open objects and arrays, outermost first. */
  readonly #open: ('{' | '[')[] = [];
  /** The number of missing digits of a `\u` escape. */
  #hexLeft = 0;
  #word = '';
  /** The last key of the outermost object in its source form; undefined where keys do not matter. */
  #key: string | undefined;
  /** The first characters of the values of `v` and `layers` in the outermost object. */
  readonly #firstChars: { v?: string; layers?: string } = {};

  write(chunk: Uint8Array): void {
    this.#read(this.#decode(chunk));
  }

  end(): void {
    this.#decode();
    if (this.#expected !== 'nothing') throw this.#invalid();
    if (this.#firstChars.v !== '"' || this.#firstChars.layers !== '[')
      throw new BadArchive('kind', 'is JSON, but not a Lottie animation with "v" and "layers"');
  }

  /** Without a chunk: the end of the document, which must not be in the middle of a character. */
  #decode(chunk?: Uint8Array): string {
    try {
      return this.#decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw this.#invalid();
    }
  }

  #read(text: string): void {
    let at = 0;
    while (at < text.length) {
      switch (this.#state) {
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
        this.#state = 'word';
        return at;
    }
    return at + 1;
  }

  #expect(one: ExpectedToken, other = one): void {
    if (this.#expected !== one && this.#expected !== other) throw this.#invalid();
  }

  #beginValue(char: string): void {
    this.#expect('value', 'value or ]');
    if (this.#open.length === 0 && char !== '{') throw this.#invalid();
    if (this.#key !== undefined) {
      const key: unknown = JSON.parse(`"${this.#key}"`);
      if (key === 'v' || key === 'layers') this.#firstChars[key] = char;
      this.#key = undefined;
    }
    this.#expected = ', or end';
  }

  #beginText(): void {
    if (this.#expected === 'key' || this.#expected === 'key or }') {
      this.#expected = ':';
      this.#key = this.#open.length === 1 ? '' : undefined;
    } else this.#beginValue('"');
    this.#state = 'text';
  }

  #close(opened: '{' | '[', whenEmpty: ExpectedToken): void {
    this.#expect(', or end', whenEmpty);
    if (this.#open.pop() !== opened) throw this.#invalid();
    this.#expected = this.#open.length === 0 ? 'nothing' : ', or end';
  }

  #readText(text: string, start: number): number {
    let end = start;
    let code = text.charCodeAt(end);
    while (code >= SPACE && code !== QUOTE && code !== BACKSLASH) {
      end += 1;
      code = text.charCodeAt(end); // NaN at the end of the text, which ends the loop
    }
    this.#keepKey(text, start, end);
    if (end === text.length) return end;
    if (code < SPACE) throw this.#invalid();
    this.#state = code === QUOTE ? 'structure' : 'escape';
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
    if (this.#state === 'hex') {
      if (!HEX.test(char)) throw this.#invalid();
      this.#hexLeft -= 1;
    } else if (char === 'u') {
      this.#hexLeft = 4;
    } else if (!ESCAPED.includes(char)) throw this.#invalid();
    this.#state = this.#hexLeft > 0 ? 'hex' : 'text';
  }

  #readWord(text: string, start: number): number {
    WORD.lastIndex = start;
    WORD.test(text);
    const end = WORD.lastIndex;
    this.#word += text.slice(start, end);
    if (this.#word.length > MAX_WORD_LENGTH) throw this.#invalid();
    if (end === text.length) return end;
    if (!SCALAR.test(this.#word)) throw this.#invalid();
    this.#state = 'structure';
    return end;
  }

  /** A document that does not begin like a JSON object is reported as an unknown kind, not as invalid JSON. */
  #invalid(): BadArchive {
    const begun = this.#open.length > 0 || this.#expected !== 'value';
    return new BadArchive(
      'kind',
      begun ? 'is not valid JSON' : 'is not png, gif, webp or a Lottie animation',
    );
  }
}
