/** At most a third of the places is taken, so that a search ends soon. */
const PLACES = 2 ** 20;
const TEXTS_MAX = 300_000;

/**
 * Which texts came before, by 64 bits of each: a set of texts would keep alive whatever large text each was cut from, and takes five
 * times as long. Two of 300,000 texts are taken for one in one of a hundred million runs.
 */
export class SeenTexts {
  #places = new Uint32Array(2 * PLACES);
  #size = 0;

  /** False for a text that came before. Of very many texts some come back as new. */
  add(text: string): boolean {
    let low = 0x811c_9dc5;
    let high = 0x9e37_79b9;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      low = Math.imul(low ^ code, 0x0100_0193);
      high = Math.imul(high + code, 0x85eb_ca6b) ^ (high >>> 13);
    }
    low = mixed(low) | 1;
    high = mixed(high ^ text.length);
    for (let place = high & (PLACES - 1); ; place = (place + 1) & (PLACES - 1)) {
      const known = this.#places[2 * place] ?? 0;
      if (known === low >>> 0 && this.#places[2 * place + 1] === high >>> 0) return false;
      if (known !== 0) continue;
      this.#places[2 * place] = low;
      this.#places[2 * place + 1] = high;
      this.#size += 1;
      if (this.#size > TEXTS_MAX) this.clear();
      return true;
    }
  }

  clear(): void {
    this.#places = new Uint32Array(2 * PLACES);
    this.#size = 0;
  }
}

/** Every bit of the result depends on every bit of the number (the end of MurmurHash3). */
function mixed(number: number): number {
  let value = Math.imul(number ^ (number >>> 16), 0x85eb_ca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35);
  return value ^ (value >>> 16);
}
