/**
 * The inner loops of ranking, in AssemblyScript: `npm run wasm` compiles this file to `data/kernels.wasm`.
 *
 * The same loops over typed arrays check every index: PageRank falls to half the speed of plain C and below, and counters
 * of neighbourhoods are merged a byte at a time rather than sixteen (`bench/authority.ts` prints it).
 */
import {
  BALLS_NEXT,
  BALLS_OLD,
  BASE,
  CHANGED_NEXT,
  CHANGED_OLD,
  DAMPING,
  DEGREES,
  LANES,
  LOGARITHMS,
  OFFSETS,
  SEEDS,
  SHARES_NEXT,
  SHARES_OLD,
  SIGNATURE_LANES,
  SIZES,
  SOURCES,
  TRUST_WEIGHT,
  VALUES,
  WEIGHT,
} from './header.ts';

/**
 * One round of PageRank and of trust for some nodes. Vectors hold what a node gives to each of its links (all that it has
 * when it has none), both values side by side, so one gather an edge is all there is. Adds up the changes, and the
 * rank that has no link to go by; trust that has none is gone.
 */
export function pull(first: usize, end: usize, result: usize): void {
  const base = load<f64>(BASE);
  const weight = load<f64>(TRUST_WEIGHT);
  const shares = load<usize>(SHARES_OLD);
  const sources = load<usize>(SOURCES);
  let degree = load<usize>(DEGREES) + (first << 2);
  let seed = load<usize>(SEEDS) + (first << 2);
  let previous = shares + (first << 4);
  let next = load<usize>(SHARES_NEXT) + (first << 4);
  let offset = load<usize>(OFFSETS) + (first << 2);
  const last = load<usize>(OFFSETS) + (end << 2);
  let edge = sources + (load<usize>(offset) << 2);
  let change: f64 = 0;
  let dangling: f64 = 0;
  while (offset < last) {
    const stop = sources + (load<usize>(offset, 4) << 2);
    let sum = f64x2.splat(0);
    if (edge != stop) {
      do {
        sum = f64x2.add(sum, v128.load(shares + (load<usize>(edge) << 4)));
        edge += 4;
      } while (edge != stop);
    }
    const rank = base + DAMPING * f64x2.extract_lane(sum, 0);
    const trust = f64(load<f32>(seed)) + DAMPING * f64x2.extract_lane(sum, 1);
    const links = load<u32>(degree);
    const divisor = max<f64>(links, 1);
    change += abs(rank - load<f64>(previous) * divisor);
    change += weight * abs(trust - load<f64>(previous, 8) * divisor);
    if (!links) dangling += rank;
    store<f64>(next, rank / divisor);
    store<f64>(next, trust / divisor, 8);
    offset += 4;
    degree += 4;
    seed += 4;
    previous += 16;
    next += 16;
  }
  store<f64>(result, change);
  store<f64>(result, dangling, 8);
}

/**
 * Puts the names of some nodes into their own signatures and those of all that link to them: of each of sixteen hashes the
 * least over the names (MinHash, Broder 1997). Nodes called 0 are left out. Threads would overwrite each other's signatures, so one alone
 * runs this.
 */
export function sign(first: usize, end: usize, result: usize): void {
  const names = load<usize>(SIZES);
  const signatures = load<usize>(BALLS_OLD);
  for (let node = first; node < end; node += 1) {
    const name = load<u32>(names + (node << 2));
    if (!name) continue;
    const offset = load<usize>(OFFSETS) + (node << 2);
    let edge = load<usize>(SOURCES) + (load<usize>(offset) << 2);
    const stop = load<usize>(SOURCES) + (load<usize>(offset, 4) << 2);
    for (let lane: u32 = 0; lane < u32(SIGNATURE_LANES); lane += 1) {
      let hash = name + lane * 0x9e3779b1;
      hash = (hash ^ (hash >> 16)) * 0x85ebca6b;
      hash = (hash ^ (hash >> 13)) * 0xc2b2ae35;
      store<u16>(LANES + (lane << 1), u16(hash >> 16));
    }
    const low = v128.load(LANES);
    const high = v128.load(LANES, 16);
    take(signatures + (node << 5), low, high);
    for (; edge != stop; edge += 4) take(signatures + (load<usize>(edge) << 5), low, high);
  }
  store<f64>(result, 0);
}

function take(signature: usize, low: v128, high: v128): void {
  v128.store(signature, v128.min<u16>(v128.load(signature), low));
  v128.store(signature, v128.min<u16>(v128.load(signature, 16), high), 16);
}

export function merge16(first: usize, end: usize, result: usize): void {
  merge<i16>(first, end, result);
}

export function merge32(first: usize, end: usize, result: usize): void {
  merge<i32>(first, end, result);
}

export function merge64(first: usize, end: usize, result: usize): void {
  merge<i64>(first, end, result);
}

/**
 * One round of HyperBall for some nodes: each node's counter takes in those of its sources, and what it grew by counts at
 * the distance of the round. A node none of whose sources changed in the round before cannot change in this one. Counts
 * the nodes that changed.
 *
 * A counter has as many registers, of a byte each, as `Bits` has bits: the compiler makes a loop of its own for each type,
 * with the vectors that a counter needs and no branch between them.
 */
function merge<Bits>(first: usize, end: usize, result: usize): void {
  const registers = i32(sizeof<Bits>()) << 3;
  const flags = load<usize>(CHANGED_OLD);
  const balls = load<usize>(BALLS_OLD);
  let grown: f64 = 0;
  for (let node = first; node < end; node += 1) {
    const offset = load<usize>(OFFSETS) + (node << 2);
    let edge = load<usize>(SOURCES) + (load<usize>(offset) << 2);
    const stop = load<usize>(SOURCES) + (load<usize>(offset, 4) << 2);
    const own = balls + node * usize(registers);
    let a = v128.load(own);
    let b = registers > 16 ? v128.load(own, 16) : i64x2.splat(0);
    let c = registers > 32 ? v128.load(own, 32) : i64x2.splat(0);
    let d = registers > 32 ? v128.load(own, 48) : i64x2.splat(0);
    if (edge != stop) {
      do {
        const source = load<usize>(edge);
        if (load<u8>(flags + source)) {
          const ball = balls + source * usize(registers);
          a = v128.max<u8>(a, v128.load(ball));
          if (registers > 16) b = v128.max<u8>(b, v128.load(ball, 16));
          if (registers > 32) {
            c = v128.max<u8>(c, v128.load(ball, 32));
            d = v128.max<u8>(d, v128.load(ball, 48));
          }
        }
        edge += 4;
      } while (edge != stop);
    }
    let difference = v128.xor(a, v128.load(own));
    if (registers > 16) difference = v128.or(difference, v128.xor(b, v128.load(own, 16)));
    if (registers > 32) {
      difference = v128.or(difference, v128.xor(c, v128.load(own, 32)));
      difference = v128.or(difference, v128.xor(d, v128.load(own, 48)));
    }
    const changed = v128.any_true(difference);
    // The other buffer lacks what this round changes, and what the one before did.
    if (changed | load<bool>(flags + node)) {
      const ball = load<usize>(BALLS_NEXT) + node * usize(registers);
      v128.store(ball, a);
      if (registers > 16) v128.store(ball, b, 16);
      if (registers > 32) {
        v128.store(ball, c, 32);
        v128.store(ball, d, 48);
      }
    }
    store<bool>(load<usize>(CHANGED_NEXT) + node, changed);
    if (changed) {
      grown += 1;
      let powers = addPowers(i64x2.splat(0), a);
      let empty = countEmpty(a);
      if (registers > 16) {
        powers = addPowers(powers, b);
        empty += countEmpty(b);
      }
      if (registers > 32) {
        powers = addPowers(addPowers(powers, c), d);
        empty += countEmpty(c) + countEmpty(d);
      }
      countGrowth(node, estimateSize(registers, powers, empty));
    }
  }
  store<f64>(result, grown);
}

/**
 * Adds two to the power of minus each register to four sums: such a power is the float whose exponent that is, so the bits
 * are put together and added four at a time.
 */
function addPowers(sums: v128, registers: v128): v128 {
  const low = i16x8.extend_low_i8x16_u(registers);
  const high = i16x8.extend_high_i8x16_u(registers);
  const first = f32x4.add(sums, toPowers(i32x4.extend_low_i16x8_u(low)));
  const second = f32x4.add(first, toPowers(i32x4.extend_high_i16x8_u(low)));
  const third = f32x4.add(second, toPowers(i32x4.extend_low_i16x8_u(high)));
  return f32x4.add(third, toPowers(i32x4.extend_high_i16x8_u(high)));
}

function toPowers(exponents: v128): v128 {
  return i32x4.shl(i32x4.sub(i32x4.splat(127), exponents), 23);
}

function countEmpty(registers: v128): i32 {
  return popcnt(i8x16.bitmask(i8x16.eq(registers, i64x2.splat(0))));
}

/** HyperLogLog's estimate, by linear counting while registers are empty and the ball is small (Flajolet and others 2007). */
function estimateSize(registers: i32, powers: v128, empty: i32): f64 {
  const total =
    f32x4.extract_lane(powers, 0) +
    f32x4.extract_lane(powers, 1) +
    f32x4.extract_lane(powers, 2) +
    f32x4.extract_lane(powers, 3);
  const bias: f64 = registers == 16 ? 0.673 : registers == 32 ? 0.697 : 0.709;
  const size = (bias * f64(registers * registers)) / f64(total);
  const isSmall = size <= 2.5 * f64(registers) && empty > 0;
  return isSmall ? load<f64>(usize(LOGARITHMS) + (usize(empty) << 3)) : size;
}

function countGrowth(node: usize, size: f64): void {
  const last = load<usize>(SIZES) + (node << 2);
  const growth = size - f64(load<f32>(last));
  if (growth <= 0) return;
  store<f32>(last, f32(size));
  const value = load<usize>(VALUES) + (node << 3);
  store<f64>(value, load<f64>(value) + growth * load<f64>(WEIGHT));
}
