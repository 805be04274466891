import { type Sql, sql } from './sql.ts';

/**
 * Ids that identify pages and domains in tables, as the engine's `cityHash64` computes them: CityHash64 1.0.2 over the
 * bytes of a text, and of two texts both hashes hashed together. The engine parses a query by number in a third of the
 * time that it needs for one full of names to hash.
 */
export function textId(text: string): bigint {
  return hashOf(Buffer.from(text));
}

/** The id of a page: of both its keys. */
export function pageId(hostKey: string, pathKey: string): bigint {
  return mixed(textId(hostKey), textId(pathKey));
}

/** Fewer ids are read as digits in no time. */
const DIGITS_MAX = 100;

/** Ids to stand behind IN: many of them are sent as their bytes, which the engine reads in half the time that digits take it. */
export function listIds(ids: readonly bigint[]): Sql {
  if (ids.length <= DIGITS_MAX) return sql`${ids}`;
  const bytes = Buffer.from(BigUint64Array.from(ids).buffer).toString('base64');
  return sql`(SELECT arrayJoin(reinterpret(base64Decode(${bytes}), 'Array(UInt64)')))`;
}

const MASK = 0xffff_ffff_ffff_ffffn;
const K0 = 0xc3a5_c85c_97cb_3127n;
const K1 = 0xb492_b66f_be98_f273n;
const K2 = 0x9ae1_6a3b_2f90_404fn;
const K3 = 0xc949_d7c7_509e_6557n;
const MIX = 0x9ddf_ea08_eb38_2d69n;

function times(one: bigint, other: bigint): bigint {
  return (one * other) & MASK;
}

function turned(value: bigint, bits: bigint): bigint {
  return ((value >> bits) | (value << (64n - bits))) & MASK;
}

function folded(value: bigint): bigint {
  return value ^ (value >> 47n);
}

function mixed(low: bigint, high: bigint): bigint {
  const first = folded(times(low ^ high, MIX));
  return times(folded(times(high ^ first, MIX)), MIX);
}

function hashOf(bytes: Buffer): bigint {
  if (bytes.length <= 16) return upTo16(bytes);
  if (bytes.length <= 32) return upTo32(bytes);
  return bytes.length <= 64 ? upTo64(bytes) : longer(bytes);
}

function upTo16(bytes: Buffer): bigint {
  const { length } = bytes;
  const size = BigInt(length);
  if (length > 8) {
    const last = bytes.readBigUInt64LE(length - 8);
    return mixed(bytes.readBigUInt64LE(0), turned((last + size) & MASK, size)) ^ last;
  }
  if (length >= 4) {
    const first = BigInt(bytes.readUInt32LE(0));
    return mixed(size + (first << 3n), BigInt(bytes.readUInt32LE(length - 4)));
  }
  if (length === 0) return K2;
  const [first, middle, last] = [bytes.readUInt8(0), bytes.readUInt8(length >> 1), bytes.readUInt8(length - 1)];
  const [y, z] = [BigInt(first + (middle << 8)), BigInt(length + (last << 2))];
  return times(folded(times(y, K2) ^ times(z, K3)), K2);
}

function upTo32(bytes: Buffer): bigint {
  const { length } = bytes;
  const a = times(bytes.readBigUInt64LE(0), K1);
  const b = bytes.readBigUInt64LE(8);
  const c = times(bytes.readBigUInt64LE(length - 8), K2);
  const d = times(bytes.readBigUInt64LE(length - 16), K0);
  const low = (turned((a - b) & MASK, 43n) + turned(c, 30n) + d) & MASK;
  return mixed(low, (a + turned(b ^ K3, 20n) - c + BigInt(length)) & MASK);
}

function upTo64(bytes: Buffer): bigint {
  const { length } = bytes;
  const word = (at: number): bigint => bytes.readBigUInt64LE(at < 0 ? length + at : at);
  const start = (word(0) + times(BigInt(length) + word(-16), K0)) & MASK;
  const [v_first, v_second] = half(start, [word(8), word(16), word(24)]);
  const [w_first, w_second] = half((word(16) + word(-32)) & MASK, [word(-24), word(-16), word(-8)]);
  const r = folded((times(v_first + w_second, K2) + times(w_first + v_second, K0)) & MASK);
  return times(folded((times(r, K0) + v_second) & MASK), K2);
}

type Pair = readonly [first: bigint, second: bigint];

function half(start: bigint, [one, two, last]: readonly [bigint, bigint, bigint]): Pair {
  const next = (start + one) & MASK;
  const end = (next + two) & MASK;
  const second = turned((start + last) & MASK, 52n) + turned(end, 31n) + turned(start, 37n) + turned(next, 7n);
  return [(end + last) & MASK, second & MASK];
}

function longer(bytes: Buffer): bigint {
  const { length } = bytes;
  const size = BigInt(length);
  let x = bytes.readBigUInt64LE(0);
  let y = bytes.readBigUInt64LE(length - 16) ^ K1;
  let z = bytes.readBigUInt64LE(length - 56) ^ K0;
  let v = weak(bytes, length - 64, [size, y]);
  let w = weak(bytes, length - 32, [times(size, K1), K0]);
  z = (z + times(folded(v[1]), K1)) & MASK;
  x = times(turned((z + x) & MASK, 39n), K1);
  y = times(turned(y, 33n), K1);
  const end = Math.floor((length - 1) / 64) * 64;
  for (let at = 0; at < end; at += 64) {
    x = times(turned((x + y + v[0] + bytes.readBigUInt64LE(at + 16)) & MASK, 37n), K1) ^ w[1];
    y = times(turned((y + v[1] + bytes.readBigUInt64LE(at + 48)) & MASK, 42n), K1) ^ v[0];
    z = turned(z ^ w[0], 33n);
    v = weak(bytes, at, [times(v[1], K1), (x + w[0]) & MASK]);
    w = weak(bytes, at + 32, [(z + w[1]) & MASK, y]);
    [x, z] = [z, x];
  }
  const low = (mixed(v[0], w[0]) + times(folded(y), K1) + z) & MASK;
  return mixed(low, (mixed(v[1], w[1]) + x) & MASK);
}

/** Four words from a place, and what came before, in two. */
function weak(bytes: Buffer, at: number, [first, second]: Pair): Pair {
  const last = bytes.readBigUInt64LE(at + 24);
  const a = (first + bytes.readBigUInt64LE(at)) & MASK;
  const b = turned((second + a + last) & MASK, 21n);
  const sum = (a + bytes.readBigUInt64LE(at + 8) + bytes.readBigUInt64LE(at + 16)) & MASK;
  return [(sum + last) & MASK, (b + turned(sum, 44n) + a) & MASK];
}
