/**
 * Remembers which keys went by lately, in eight bytes a slot however many there are.
 *
 * A key that fell out is only offered to the frontier again, which knows. A key wrongly taken for seen would
 * be lost, so two independent 32-bit hashes have to agree: at a million keys the chance is one in a million.
 */
export class SeenKeys {
  private readonly first: Uint32Array;
  private readonly second: Uint32Array;

  constructor(slots: number) {
    this.first = new Uint32Array(slots);
    this.second = new Uint32Array(slots);
  }

  /** True when the key is new; it is remembered from now on. */
  add(key: string): boolean {
    const [slot, low, high] = placeOf(key, this.first.length);
    if (this.first[slot] === low && this.second[slot] === high) return false;
    this.first[slot] = low;
    this.second[slot] = high;
    return true;
  }

  forget(key: string): void {
    const [slot, low, high] = placeOf(key, this.first.length);
    if (this.first[slot] === low && this.second[slot] === high) this.first[slot] = this.second[slot] = 0;
  }
}

function placeOf(key: string, slots: number): readonly [slot: number, low: number, high: number] {
  let one = 0x811c9dc5;
  let two = 0x9747b28c;
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x5bd1e995) + at;
    two ^= two >>> 15;
  }
  // Zero marks an empty slot.
  return [((one ^ (one >>> 15)) >>> 0) % slots, one >>> 0 || 1, two >>> 0 || 1];
}
