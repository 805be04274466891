/**
 * Writes WebAssembly modules: as much of the format as loops over one shared memory need, and no more.
 *
 * Code is bytes, operands before their instruction, so an expression reads as nested calls. Nothing is checked here; the
 * engine validates a module before it runs, and the tests run every one.
 */
export type Code = readonly number[];

export type Type = 'i32' | 'f32' | 'f64' | 'v128';

const TYPES: Readonly<Record<Type, number>> = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b };
const VOID = 0x40;
const SIMD = 0xfd;

export interface Local {
  readonly get: Code;
  set(value: Code): Code;
}

export interface FunctionSource {
  readonly name: string;
  readonly parameters: readonly Type[];
  readonly locals: readonly Type[];
  readonly body: Code;
}

/** Describes a function without a result; parameters come first, in the order in which they are declared. */
export class FunctionBuilder {
  private readonly parameters: Type[] = [];
  private readonly locals: Type[] = [];

  parameter(type: Type): Local {
    if (this.locals.length > 0) throw new TypeError('Parameters are declared before locals.');
    return localAt(this.parameters.push(type) - 1);
  }

  local(type: Type): Local {
    return localAt(this.parameters.length + this.locals.push(type) - 1);
  }

  build(name: string, body: readonly Code[]): FunctionSource {
    return { name, parameters: this.parameters, locals: this.locals, body: sequence(body) };
  }
}

function localAt(index: number): Local {
  const number = unsigned(index);
  return { get: [0x20, ...number], set: (value) => [...value, 0x21, ...number] };
}

function sequence(parts: readonly Code[]): Code {
  return parts.flat();
}

export function when(condition: Code, body: readonly Code[], otherwise: readonly Code[] = []): Code {
  const rest = otherwise.length === 0 ? [] : [0x05, ...sequence(otherwise)];
  return [...condition, 0x04, VOID, ...sequence(body), ...rest, 0x0b];
}

/** The body runs once at least, and again while the condition holds after it: no jump is lost in the inner loop. */
export function repeatWhile(condition: Code, body: readonly Code[]): Code {
  return [0x03, VOID, ...sequence(body), ...condition, 0x0d, 0x00, 0x0b];
}

type Unary = (value: Code) => Code;
type Binary = (one: Code, other: Code) => Code;

const unary =
  (...operation: number[]): Unary =>
  (value) => [...value, ...operation];
const binary =
  (...operation: number[]): Binary =>
  (one, other) => [...one, ...other, ...operation];
const load =
  (align: number, ...operation: number[]) =>
  (address: Code, offset = 0): Code => [...address, ...operation, align, ...unsigned(offset)];
const store =
  (align: number, ...operation: number[]) =>
  (address: Code, value: Code, offset = 0): Code => [...address, ...value, ...operation, align, ...unsigned(offset)];

export const i32 = {
  constant: (value: number): Code => [0x41, ...signed(value)],
  load: load(2, 0x28),
  load_byte: load(0, 0x2d),
  store_byte: store(0, 0x3a),
  ne: binary(0x47),
  less: binary(0x49),
  add: binary(0x6a),
  sub: binary(0x6b),
  mul: binary(0x6c),
  or: binary(0x72),
  shl: binary(0x74),
  popcnt: unary(0x69),
} as const;

export const f32 = {
  load: load(2, 0x2a),
  store: store(2, 0x38),
  add: binary(0x92),
  of_f64: unary(0xb6),
} as const;

export const f64 = {
  constant: (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)],
  load: load(3, 0x2b),
  store: store(3, 0x39),
  greater: binary(0x64),
  abs: unary(0x99),
  add: binary(0xa0),
  sub: binary(0xa1),
  mul: binary(0xa2),
  div: binary(0xa3),
  max: binary(0xa5),
  of_u32: unary(0xb8),
  of_f32: unary(0xbb),
} as const;

export const v128 = {
  load: load(4, SIMD, 0x00),
  store: store(4, SIMD, 0x0b),
  zero: [SIMD, 0x0c, ...Array.from({ length: 16 }, () => 0)],
  or: binary(SIMD, 0x50),
  xor: binary(SIMD, 0x51),
  any_true: unary(SIMD, 0x53),
  max_bytes: binary(SIMD, 0x79),
  equal_bytes: binary(SIMD, 0x23),
  bitmask_bytes: unary(SIMD, 0x64),
  low_halves: unary(SIMD, 0x89, 0x01),
  high_halves: unary(SIMD, 0x8a, 0x01),
  low_words: unary(SIMD, 0xa9, 0x01),
  high_words: unary(SIMD, 0xaa, 0x01),
  splat_words: unary(SIMD, 0x11),
  shl_words: binary(SIMD, 0xab, 0x01),
  sub_words: binary(SIMD, 0xb1, 0x01),
  add_floats: binary(SIMD, 0xe4, 0x01),
  float: (value: Code, lane: number): Code => [...value, SIMD, 0x1f, lane],
} as const;

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const SHARED_WITH_MAXIMUM = 0x03;
/** 4 GiB, the most that 32-bit addresses reach. */
export const PAGES_MAX = 65_536;

/** A module that imports the shared memory `host.memory` and exports the functions under their names. */
export function moduleOf(functions: readonly FunctionSource[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [0x60, ...list(parameters.map((type) => [TYPES[type]])), 0x00]);
  const memory = [
    ...text('host'),
    ...text('memory'),
    0x02,
    SHARED_WITH_MAXIMUM,
    ...unsigned(1),
    ...unsigned(PAGES_MAX),
  ];
  const bodies = functions.map(({ locals, body }) => {
    const code = [...list(locals.map((type) => [1, TYPES[type]])), ...body, 0x0b];
    return [...unsigned(code.length), ...code];
  });
  return Uint8Array.from([
    ...HEADER,
    ...section(1, types),
    ...section(2, [memory]),
    ...section(
      3,
      functions.map((_, at) => unsigned(at)),
    ),
    ...section(
      7,
      functions.map(({ name }, at) => [...text(name), 0x00, ...unsigned(at)]),
    ),
    ...section(10, bodies),
  ]);
}

function section(id: number, items: readonly Code[]): Code {
  const content = list(items);
  return [id, ...unsigned(content.length), ...content];
}

function list(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): Code {
  const bytes = Buffer.from(value);
  return [...unsigned(bytes.length), ...bytes];
}

/** LEB128: seven bits a byte, the lowest first. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const isLast = value >= -0x40 && value < 0x40;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
