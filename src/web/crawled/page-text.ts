/**
 * The words of a page as they are read: all that is visible, and of that what belongs to the main part.
 *
 * Links remember where in the visible text they begin and end; the words around them are cut out at the end.
 * A line break stands where a block begins or ends, so that words around a link never come from another block.
 */
export class PageText {
  private readonly visible: string[] = [];
  private readonly main: string[] = [];
  private mainLength = 0;
  private visibleEnd = '\n';
  private mainEnd = '\n';
  /** Characters of visible text so far. */
  length = 0;
  truncated = false;

  add(chunk: string, inMain: boolean): void {
    const folded = foldSpace(chunk);
    if (this.length < VISIBLE_LENGTH_MAX) this.addVisible(folded);
    else this.truncated = true;
    if (inMain && this.mainLength < MAIN_LENGTH_MAX) this.addMain(folded);
  }

  /** A block begins or ends here. */
  breakLine(): void {
    if (this.visibleEnd !== '\n') {
      this.visible.push('\n');
      this.length += 1;
      this.visibleEnd = '\n';
    }
    if (this.mainEnd !== '\n') {
      this.main.push('\n');
      this.mainLength += 1;
      this.mainEnd = '\n';
    }
  }

  /** Ends the reading; the chunks are given up. */
  finish(): { readonly visible: string; readonly main: string } {
    return { visible: this.visible.join(''), main: this.main.join('') };
  }

  private addVisible(folded: string): void {
    const text = this.visibleEnd !== 'x' && folded.charCodeAt(0) === SPACE ? folded.slice(1) : folded;
    if (text === '') return;
    this.visible.push(text);
    this.length += text.length;
    this.visibleEnd = endOf(text);
  }

  private addMain(folded: string): void {
    const text = this.mainEnd !== 'x' && folded.charCodeAt(0) === SPACE ? folded.slice(1) : folded;
    if (text === '') return;
    this.main.push(text);
    this.mainLength += text.length;
    this.mainEnd = endOf(text);
  }
}

const SPACE = 32;
/** Beyond this, links have no words around them; no real page is longer. */
const VISIBLE_LENGTH_MAX = 2_000_000;
const MAIN_LENGTH_MAX = 600_000;

function endOf(text: string): ' ' | 'x' {
  return text.charCodeAt(text.length - 1) === SPACE ? ' ' : 'x';
}

const UNFOLDED = /[^\S ]|  /;

/** White space of any kind and length becomes one space. */
export function foldSpace(text: string): string {
  return UNFOLDED.test(text) ? text.replaceAll(/\s+/g, ' ') : text;
}

/** The first `length_max` characters, never half a surrogate pair. */
export function clip(text: string, length_max: number): string {
  if (text.length <= length_max) return text;
  const code = text.charCodeAt(length_max - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length_max - 1 : length_max);
}

/** The longest beginning of `text` that fits into `bytes_max` bytes of UTF-8. */
export function clipBytes(text: string, bytes_max: number): string {
  if (text.length * 3 <= bytes_max || Buffer.byteLength(text) <= bytes_max) return text;
  const bytes = Buffer.alloc(bytes_max);
  return bytes.toString('utf8', 0, bytes.write(text, 'utf8'));
}

const AROUND = 60;

/** The words just before `at`, from the same block. */
export function wordsBefore(visible: string, at: number): string {
  const raw = visible.slice(Math.max(0, at - AROUND - 20), at);
  const block = raw.slice(raw.lastIndexOf('\n') + 1).trim();
  if (block.length <= AROUND) return at > AROUND + 20 && block.length === raw.length ? fromWord(block) : block;
  return fromWord(block.slice(-AROUND - 1));
}

/** The words just after `at`, from the same block. */
export function wordsAfter(visible: string, at: number): string {
  const raw = visible.slice(at, at + AROUND + 20);
  const end = raw.indexOf('\n');
  const block = (end === -1 ? raw : raw.slice(0, end)).trim();
  if (block.length <= AROUND) return block;
  const cut = block.slice(0, AROUND + 1);
  const space = cut.lastIndexOf(' ');
  return (space > 0 ? cut.slice(0, space) : clip(cut, AROUND)).trim();
}

function fromWord(text: string): string {
  const space = text.indexOf(' ');
  return space === -1 ? text.slice(1) : text.slice(space + 1);
}
