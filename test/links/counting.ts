/** Counting and ordering as the questions need them. */

/** Rises or falls; numbers that are not known stand last either way. */
export type Order<Row> = (one: Row, other: Row) => number;

export function descending<Row>(value: (row: Row) => number | null): Order<Row> {
  return (one, other) => {
    const [left, right] = [value(one), value(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return right - left;
  };
}

/** By bytes, as the index orders texts. */
export function ascending<Row>(value: (row: Row) => string): Order<Row> {
  return (one, other) => Buffer.compare(Buffer.from(value(one)), Buffer.from(value(other)));
}

export function ordered<Row>(rows: readonly Row[], ...orders: readonly Order<Row>[]): readonly Row[] {
  return rows.toSorted((one, other) => {
    for (const order of orders) {
      const difference = order(one, other);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

export function groupedBy<Row>(rows: readonly Row[], key: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, key);
}

export function distinct<Row>(rows: readonly Row[], key: (row: Row) => string): number {
  return new Set(rows.map(key)).size;
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The largest of what is known; null when nothing is. */
export function most(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** A mean as answered with one decimal, whichever way a half was rounded. */
export function roundedMean(value: number | null): unknown {
  if (value === null) return null;
  return {
    asymmetricMatch: (answered: unknown): boolean =>
      typeof answered === 'number' &&
      Math.abs(answered - value) <= 0.05 + 1e-9 &&
      Number(answered.toFixed(1)) === answered,
    toString: () => `about ${value}`,
  };
}

/** One of several that are equally right. */
export function oneOf(values: readonly unknown[]): unknown {
  return {
    asymmetricMatch: (answered: unknown): boolean => values.includes(answered),
    toString: () => `one of ${JSON.stringify(values)}`,
  };
}

/** The values that come most often. */
export function commonest<Row, Value extends string>(
  rows: readonly Row[],
  value: (row: Row) => Value,
): readonly Value[] {
  const counts = new Map<Value, number>();
  for (const row of rows) counts.set(value(row), (counts.get(value(row)) ?? 0) + 1);
  const top = Math.max(...counts.values());
  return [...counts].filter(([, count]) => count === top).map(([name]) => name);
}
