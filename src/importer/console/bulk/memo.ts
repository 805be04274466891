/** Remembers what was read from texts that a file repeats; in bounded memory, so that it may forget. */
export class Memo<Value> {
  readonly #read: (text: string) => Value;
  readonly #max: number;
  readonly #known = new Map<string, Value>();

  constructor(read: (text: string) => Value, max: number) {
    this.#read = read;
    this.#max = max;
  }

  get(text: string): Value {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const own = ownText(text);
    const read = this.#read(own);
    if (this.#known.size >= this.#max) this.#known.clear();
    this.#known.set(own, read);
    return read;
  }
}

/** A text with a number, by which rows are told apart at less cost than by the text. Equal texts may have several. */
export interface NumberedText {
  readonly number: number;
  readonly text: string;
}

export function numberTexts(max: number): Memo<NumberedText> {
  let count = 0;
  return new Memo((text) => {
    count += 1;
    return { number: count, text };
  }, max);
}

/** The engine lets a part of a text hold the whole, which is the piece of a file that it was cut from: a copy does not. */
function ownText(text: string): string {
  return Buffer.from(text).toString();
}
