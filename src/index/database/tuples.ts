import { z } from 'zod';

/** A tuple of the engine, which comes as a list: its parts by their names, in the order of the shape. */
export function tupleOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape);
  const [first, ...others] = Object.values(shape);
  if (first === undefined) throw new TypeError('A tuple has parts.');
  return z.tuple([first, ...others]).transform((values) => named<Shape>(names, values));
}

/** Every value was checked by the type of its name. Tens of thousands come at once, so nothing checks them twice. */
function named<Shape extends z.ZodRawShape>(names: readonly string[], values: readonly unknown[]) {
  const parts: Record<string, unknown> = {};
  names.forEach((name, at) => (parts[name] = values[at]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return parts as z.output<z.ZodObject<Shape>>;
}
