/**
 * Mends JSON that people and templates write wrong, without running it: comments, trailing and missing commas, single and
 * typographic quotes, names without quotes, line breaks in texts, brackets that are not closed. Undefined when that was
 * not enough.
 *
 * One pass over the text; what it makes is read by JSON.parse, so nothing can come out that is not JSON.
 */
export function repairJson(text: string): unknown {
  if (text.length > CHARACTERS_MAX) return undefined;
  const mended = new Mender(unescaped(text)).run();
  try {
    return JSON.parse(mended);
  } catch {
    return undefined;
  }
}

const CHARACTERS_MAX = 200_000;
const DEPTH_MAX = 100;

/** Some systems write their quotes as entities. */
function unescaped(text: string): string {
  const plain = text
    .replace(/^\s*(?:<!--|<!\[CDATA\[|\/\/\s*<!\[CDATA\[)/, '')
    .replace(/(?:-->|\]\]>|\/\/\s*\]\]>)\s*$/, '');
  return plain.includes('&quot;') && !/"\s*:/.test(plain)
    ? plain.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    : plain;
}

const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '„': '“', '‘': '’', '”': '”' };

class Mender {
  readonly #text: string;
  readonly #out: string[] = [];
  readonly #open: string[] = [];
  #at = 0;
  /** The last token ended a value, so that another one needs a comma before it. */
  #valued = false;

  constructor(text: string) {
    this.#text = text;
  }

  run(): string {
    while (this.#at < this.#text.length && this.#open.length <= DEPTH_MAX) this.#step();
    this.#dropComma();
    return this.#out.join('') + this.#open.toReversed().join('');
  }

  #step(): void {
    const character = this.#text[this.#at] ?? '';
    if (this.#comment()) return;
    if (Object.hasOwn(CLOSERS, character)) this.#string(CLOSERS[character] ?? '"');
    else if (STRUCTURE.includes(character)) this.#structure(character);
    else if (isSpace(character)) this.#at += 1;
    else this.#word();
  }

  #structure(character: string): void {
    if (character === '{' || character === '[') {
      this.#before();
      this.#open.push(character === '{' ? '}' : ']');
      this.#put(character, false);
    } else if (character === '}' || character === ']') {
      this.#close(character);
    } else if (character === ':') {
      this.#put(':', false);
    } else if (this.#valued) {
      this.#put(',', false);
    } else {
      this.#at += 1;
    }
  }

  #put(token: string, valued: boolean): void {
    this.#out.push(token);
    this.#valued = valued;
    this.#at += 1;
  }

  /** A value behind a value needs a comma. */
  #before(): void {
    if (this.#valued) this.#out.push(',');
    this.#valued = false;
  }

  #dropComma(): void {
    if (this.#out.at(-1) === ',') this.#out.pop();
  }

  /** Closes what is open up to here; a bracket that closes nothing is left out. */
  #close(character: string): void {
    this.#at += 1;
    const depth = this.#open.lastIndexOf(character);
    if (depth < 0) return;
    this.#dropComma();
    while (this.#open.length > depth) this.#out.push(this.#open.pop() ?? '');
    this.#valued = true;
  }

  #comment(): boolean {
    const start = this.#text.slice(this.#at, this.#at + 2);
    if (start !== '//' && start !== '/*') return false;
    const end = start === '//' ? this.#text.indexOf('\n', this.#at) : this.#text.indexOf('*/', this.#at + 2) + 1;
    this.#at = end <= 0 ? this.#text.length : end + 1;
    return true;
  }

  #string(closer: string): void {
    this.#before();
    let value = '';
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? '';
      if (character === '\\') {
        value += this.#escape();
        continue;
      }
      if (character === closer && this.#endsHere()) break;
      value += character === '"' ? '\\"' : this.#plain(character);
      this.#at += 1;
    }
    this.#out.push(`"${value}"`);
    this.#valued = true;
    this.#at += 1;
  }

  /** A quote ends a text when what follows belongs to the structure; else somebody forgot to escape it. */
  #endsHere(): boolean {
    AFTER.lastIndex = this.#at + 1;
    return AFTER.test(this.#text);
  }

  #escape(): string {
    VALID_ESCAPE.lastIndex = this.#at;
    const escape = VALID_ESCAPE.exec(this.#text)?.[0];
    if (escape !== undefined) {
      this.#at += escape.length;
      return escape;
    }
    this.#at += 1;
    return '';
  }

  #plain(character: string): string {
    if (character === '\n' || character === '\r' || character === '\t') return ' ';
    return character < ' ' ? '' : character;
  }

  #word(): void {
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0];
    if (word === undefined) {
      this.#at += 1;
      return;
    }
    this.#before();
    const isJson = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word);
    this.#out.push(isJson ? word : JSON.stringify(word));
    this.#valued = true;
    this.#at += word.length;
  }
}

const STRUCTURE = '{}[]:,;';

function isSpace(character: string): boolean {
  return /\s/.test(character);
}

const AFTER = /\s{0,200}(?:[,:}\]]|$|"\s{0,20}[\w@]{1,60}"\s{0,20}:|\/[/*])/y;
const VALID_ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const WORD = /[^\s{}[\],:;"'“”]{1,200}/y;
