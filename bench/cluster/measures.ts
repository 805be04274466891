/** How well groups agree with labels: V-measure, adjusted Rand index and purity, each 1 when they are the same. */
export interface Agreement {
  readonly v_measure: number;
  readonly ari: number;
  readonly purity: number;
}

export function agreementOf(labels: readonly string[], groups: readonly number[]): Agreement {
  const count = labels.length;
  const byLabel = new Map<string, number>();
  const byGroup = new Map<number, number>();
  const together = new Map<number, Map<string, number>>();
  for (const [at, label] of labels.entries()) {
    const group = groups[at] ?? -1;
    byLabel.set(label, (byLabel.get(label) ?? 0) + 1);
    byGroup.set(group, (byGroup.get(group) ?? 0) + 1);
    const row = together.get(group) ?? new Map<string, number>();
    together.set(group, row.set(label, (row.get(label) ?? 0) + 1));
  }
  let labelsGivenGroups = 0;
  let groupsGivenLabels = 0;
  let pairsTogether = 0;
  let pure = 0;
  for (const [group, row] of together) {
    pure += Math.max(...row.values());
    for (const [label, size] of row) {
      labelsGivenGroups -= (size / count) * Math.log(size / (byGroup.get(group) ?? 1));
      groupsGivenLabels -= (size / count) * Math.log(size / (byLabel.get(label) ?? 1));
      pairsTogether += pairs(size);
    }
  }
  const homogeneity = 1 - ratio(labelsGivenGroups, entropy(byLabel.values(), count));
  const completeness = 1 - ratio(groupsGivenLabels, entropy(byGroup.values(), count));
  const [left, right] = [sumOfPairs(byLabel.values()), sumOfPairs(byGroup.values())];
  const expected = (left * right) / pairs(count);
  const largest = (left + right) / 2;
  return {
    v_measure: ratio(2 * homogeneity * completeness, homogeneity + completeness),
    ari: largest === expected ? 1 : (pairsTogether - expected) / (largest - expected),
    purity: pure / count,
  };
}

function pairs(count: number): number {
  return (count * (count - 1)) / 2;
}

function sumOfPairs(sizes: Iterable<number>): number {
  let sum = 0;
  for (const size of sizes) sum += pairs(size);
  return sum;
}

function entropy(sizes: Iterable<number>, count: number): number {
  let sum = 0;
  for (const size of sizes) sum -= (size / count) * Math.log(size / count);
  return sum;
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
