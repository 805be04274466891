/**
 * Addresses as numbers, so that half a million of them are a few megabytes.
 *
 * 53 bits of hash: among 500,000 addresses two different ones share a number once in seventy thousand audits.
 */

/** An address as it is listed: without fragment, host and escapes in one spelling. Undefined if it is not a web address. */
export function listedUrl(written: string): URL | undefined {
  if (written.length > LISTED_LENGTH_MAX) return undefined;
  const url = URL.parse(written);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}

const LISTED_LENGTH_MAX = 2048;

/** The same for one address and no other. */
export function exactKey(url: URL): number {
  return hashOf(url.protocol + address(url, url.pathname));
}

/** The same for `http` and `https`, with and without a trailing slash: almost always one page. */
export function pageKey(url: URL): number {
  const path = url.pathname;
  return hashOf(address(url, path.endsWith('/') ? path.slice(0, -1) : path));
}

function address(url: URL, path: string): string {
  return '//' + url.host + path + url.search;
}

function hashOf(text: string): number {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995);
    other ^= other >>> 15;
  }
  one = mixed(one);
  other = mixed(other ^ text.length);
  // Never 0, which marks an empty place of a set.
  return (one & 0x1fffff) * 4294967296 + (other >>> 0) + 1;
}

function mixed(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A set of keys with open addressing: eight bytes per place instead of forty per entry of a Set. */
export class KeySet {
  #places: Float64Array;
  #size = 0;

  constructor(expected = 16) {
    let places = 32;
    while (places < expected * 2) places *= 2;
    this.#places = new Float64Array(places);
  }

  static of(...lists: readonly ArrayLike<number>[]): KeySet {
    const set = new KeySet(lists.reduce((sum, list) => sum + list.length, 0));
    for (const list of lists) for (let at = 0; at < list.length; at += 1) set.add(list[at] ?? 0);
    return set;
  }

  get size(): number {
    return this.#size;
  }

  has(key: number): boolean {
    return this.#places[this.#placeOf(key)] === key;
  }

  /** Whether it was not there before. */
  add(key: number): boolean {
    const place = this.#placeOf(key);
    if (this.#places[place] === key) return false;
    this.#places[place] = key;
    this.#size += 1;
    if (this.#size * 2 > this.#places.length) this.#grow();
    return true;
  }

  #placeOf(key: number): number {
    const mask = this.#places.length - 1;
    let place = (key % 4294967296) & mask;
    for (;;) {
      const held = this.#places[place];
      if (held === key || held === 0) return place;
      place = (place + 1) & mask;
    }
  }

  #grow(): void {
    const old = this.#places;
    this.#places = new Float64Array(old.length * 2);
    for (const key of old) if (key !== 0) this.#places[this.#placeOf(key)] = key;
  }
}
