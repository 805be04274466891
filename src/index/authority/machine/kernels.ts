import {
  type Code,
  f32,
  f64,
  FunctionBuilder,
  type FunctionSource,
  i32,
  type Local,
  moduleOf,
  repeatWhile,
  v128,
  when,
} from './assembler.ts';
import { DAMPING, FLOATS, WORDS } from './header.ts';

/**
 * The two inner loops of ranking, written as instructions.
 *
 * The same loops over typed arrays are simpler, but check every index: PageRank falls to half the speed of plain C and
 * below, and counters of neighbourhoods are merged a byte at a time rather than sixteen (`bench/authority.ts` prints it).
 */
export type KernelName = 'pull' | 'merge16' | 'merge32' | 'merge64';

export const KERNEL_NAMES: readonly KernelName[] = ['pull', 'merge16', 'merge32', 'merge64'];

export function rankingModule(): Uint8Array<ArrayBuffer> {
  return moduleOf([pull(), merge('merge16', 16), merge('merge32', 32), merge('merge64', 64)]);
}

const word = (name: keyof typeof WORDS): Code => i32.load(i32.constant(WORDS[name]));
const float = (name: keyof typeof FLOATS): Code => f64.load(i32.constant(FLOATS[name]));
const add = (local: Local, bytes: number): Code => local.set(i32.add(local.get, i32.constant(bytes)));
/** Address of a node's item of so many bytes, by the power of two that they are. */
const item = (array: Code, node: Code, power: number): Code => i32.add(array, i32.shl(node, i32.constant(power)));

/**
 * One round of PageRank for some nodes. Vectors hold what a node gives to each of its links (its rank when it has none),
 * so one gather an edge is all there is. Adds up the change of ranks, and the rank that has no link to go by.
 */
function pull(): FunctionSource {
  const builder = new FunctionBuilder();
  const [first, end, result] = [builder.parameter('i32'), builder.parameter('i32'), builder.parameter('i32')];
  const [at, stop, offset, degree, old, vector] = [
    builder.local('i32'),
    builder.local('i32'),
    builder.local('i32'),
    builder.local('i32'),
    builder.local('i32'),
    builder.local('i32'),
  ];
  const [previous, next, links] = [builder.local('i32'), builder.local('i32'), builder.local('i32')];
  const [sum, rank, divisor, change, dangling, base] = [
    builder.local('f64'),
    builder.local('f64'),
    builder.local('f64'),
    builder.local('f64'),
    builder.local('f64'),
    builder.local('f64'),
  ];
  const gather = f64.load(i32.add(vector.get, i32.shl(i32.load(at.get), i32.constant(3))));
  return builder.build('pull', [
    base.set(float('base')),
    vector.set(word('old')),
    offset.set(item(word('offsets'), first.get, 2)),
    degree.set(item(word('degrees'), first.get, 2)),
    previous.set(item(word('old'), first.get, 3)),
    next.set(item(word('next'), first.get, 3)),
    old.set(item(word('offsets'), end.get, 2)),
    at.set(item(word('sources'), i32.load(offset.get), 2)),
    repeatWhile(i32.less(offset.get, old.get), [
      sum.set(f64.constant(0)),
      stop.set(item(word('sources'), i32.load(offset.get, 4), 2)),
      when(i32.ne(at.get, stop.get), [
        repeatWhile(i32.ne(at.get, stop.get), [sum.set(f64.add(sum.get, gather)), add(at, 4)]),
      ]),
      rank.set(f64.add(base.get, f64.mul(f64.constant(DAMPING), sum.get))),
      links.set(i32.load(degree.get)),
      divisor.set(f64.max(f64.of_u32(links.get), f64.constant(1))),
      change.set(f64.add(change.get, f64.abs(f64.sub(rank.get, f64.mul(f64.load(previous.get), divisor.get))))),
      when(links.get, [], [dangling.set(f64.add(dangling.get, rank.get))]),
      f64.store(next.get, f64.div(rank.get, divisor.get)),
      add(offset, 4),
      add(degree, 4),
      add(previous, 8),
      add(next, 8),
    ]),
    f64.store(result.get, change.get),
    f64.store(result.get, dangling.get, 8),
  ]);
}

/** Bias of the estimate for so many registers (Flajolet and others 2007). */
const ALPHAS: Readonly<Record<number, number>> = { 16: 0.673, 32: 0.697, 64: 0.709 };

/**
 * One round of HyperBall for some nodes: each node's counter takes in those of its sources, and what it grew by counts at
 * the distance of the round. A node none of whose sources changed in the round before cannot change in this one. Counts
 * the nodes that changed.
 */
function merge(name: KernelName, registers: 16 | 32 | 64): FunctionSource {
  const builder = new FunctionBuilder();
  const [node, end, result] = [builder.parameter('i32'), builder.parameter('i32'), builder.parameter('i32')];
  const [at, stop, offset, source, ball, changed] = [
    builder.local('i32'),
    builder.local('i32'),
    builder.local('i32'),
    builder.local('i32'),
    builder.local('i32'),
    builder.local('i32'),
  ];
  const size = builder.local('f64');
  const grown = builder.local('f64');
  const count = builder.local('f64');
  const sum = builder.local('v128');
  const lanes = Array.from({ length: registers / 16 }, (_, lane) => ({ at: lane * 16, of: builder.local('v128') }));
  const power = Math.log2(registers);
  const [flags, balls] = [builder.local('i32'), builder.local('i32')];
  const isChanged = (which: Local): Code => i32.load_byte(i32.add(flags.get, which.get));
  const takeIn = lanes.map((lane) => lane.of.set(v128.max_bytes(lane.of.get, v128.load(ball.get, lane.at))));
  const differences = lanes
    .map((lane) => v128.xor(lane.of.get, v128.load(ball.get, lane.at)))
    .reduce((one, other) => v128.or(one, other));
  const sizeAt = f32.load(item(word('sizes'), node.get, 2));
  const valueAddress = item(word('values'), node.get, 3);
  return builder.build(name, [
    flags.set(word('changed_old')),
    balls.set(word('balls_old')),
    repeatWhile(i32.less(node.get, end.get), [
      offset.set(item(word('offsets'), node.get, 2)),
      at.set(item(word('sources'), i32.load(offset.get), 2)),
      stop.set(item(word('sources'), i32.load(offset.get, 4), 2)),
      ball.set(item(balls.get, node.get, power)),
      ...lanes.map((lane) => lane.of.set(v128.load(ball.get, lane.at))),
      when(i32.ne(at.get, stop.get), [
        repeatWhile(i32.ne(at.get, stop.get), [
          source.set(i32.load(at.get)),
          when(isChanged(source), [ball.set(item(balls.get, source.get, power)), ...takeIn]),
          add(at, 4),
        ]),
      ]),
      ball.set(item(balls.get, node.get, power)),
      changed.set(v128.any_true(differences)),
      // The other buffer lacks what this round changes, and what the one before did.
      when(i32.or(changed.get, isChanged(node)), [
        ball.set(item(word('balls_next'), node.get, power)),
        ...lanes.map((lane) => v128.store(ball.get, lane.of.get, lane.at)),
      ]),
      i32.store_byte(i32.add(word('changed_next'), node.get), changed.get),
      when(changed.get, [
        count.set(f64.add(count.get, f64.constant(1))),
        ...estimate(registers, { lanes: lanes.map((lane) => lane.of.get), sum, size, empty: source }),
        grown.set(f64.sub(size.get, f64.of_f32(sizeAt))),
        when(f64.greater(grown.get, f64.constant(0)), [
          f32.store(item(word('sizes'), node.get, 2), f32.of_f64(size.get)),
          f64.store(valueAddress, f64.add(f64.load(valueAddress), f64.mul(grown.get, float('share')))),
        ]),
      ]),
      add(node, 1),
    ]),
    f64.store(result.get, count.get),
  ]);
}

interface Estimate {
  readonly lanes: readonly Code[];
  readonly sum: Local;
  readonly size: Local;
  readonly empty: Local;
}

/**
 * HyperLogLog's estimate, by linear counting while registers are empty and the ball is small. Two to the power of minus a
 * register is the float whose exponent that is, so the bits are put together and added four at a time.
 */
function estimate(registers: number, { lanes, sum, size, empty }: Estimate): Code[] {
  const quarters = lanes.flatMap((lane) =>
    [v128.low_halves(lane), v128.high_halves(lane)].flatMap((halves) => [
      v128.low_words(halves),
      v128.high_words(halves),
    ]),
  );
  const bias = v128.splat_words(i32.constant(127));
  const powers = quarters.map((quarter) => v128.shl_words(v128.sub_words(bias, quarter), i32.constant(23)));
  const total = [0, 1, 2, 3].map((lane) => v128.float(sum.get, lane)).reduce((one, other) => f32.add(one, other));
  const emptyRegisters = lanes
    .map((lane) => i32.popcnt(v128.bitmask_bytes(v128.equal_bytes(lane, v128.zero))))
    .reduce((one, other) => i32.add(one, other));
  const alpha = ALPHAS[registers] ?? 0;
  return [
    sum.set(powers.reduce((one, other) => v128.add_floats(one, other))),
    size.set(f64.div(f64.constant(alpha * registers * registers), f64.of_f32(total))),
    when(
      f64.greater(size.get, f64.constant(2.5 * registers)),
      [],
      [
        empty.set(emptyRegisters),
        when(empty.get, [size.set(f64.load(i32.add(word('logarithms'), i32.shl(empty.get, i32.constant(3)))))]),
      ],
    ),
  ];
}
