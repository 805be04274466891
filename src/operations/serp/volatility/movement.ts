import { z } from 'zod';

import { compareText } from '../../../text/normalize.ts';
import type { Row, Snapshot } from './snapshot.ts';

export const Mover = z.object({
  url: z.string(),
  domain: z.string(),
  from: z.int(),
  to: z.int(),
  change: z.int().describe('Positions gained; negative for positions lost.'),
});
export type Mover = z.infer<typeof Mover>;

export const Appearance = z.object({ url: z.string(), domain: z.string(), position: z.int() });
type Appearance = z.infer<typeof Appearance>;

export const FirstPlace = z.object({
  before: Appearance.nullable().describe('null if the first snapshot has no position 1.'),
  after: Appearance.nullable(),
  changed: z.boolean().nullable().describe('null if either is unknown.'),
});
export type FirstPlace = z.infer<typeof FirstPlace>;

export const FeatureChange = z.object({
  feature: z.string(),
  change: z.enum(['appeared', 'disappeared']),
  previous_at: z.string(),
  checked_at: z.string(),
});
export type FeatureChange = z.infer<typeof FeatureChange>;

export interface Movements {
  readonly winners: Mover[];
  readonly losers: Mover[];
  readonly new_entries: Appearance[];
  readonly dropouts: Appearance[];
}

/**
 * Who moved between two snapshots. A page is new, or gone, only where the other snapshot reached deep enough to have
 * shown it.
 */
export function findMovements(before: Snapshot, after: Snapshot, positionsMin: number): Movements {
  const moved = after.rows.flatMap((row): Mover[] => {
    const then = before.by_key.get(row.key);
    if (then === undefined) return [];
    const change = then.position - row.position;
    return [{ url: row.url, domain: row.domain, from: then.position, to: row.position, change }];
  });
  return {
    winners: moved.filter(({ change }) => change >= positionsMin).sort(byChange),
    losers: moved.filter(({ change }) => change <= -positionsMin).sort(byChange),
    new_entries: listOnlyIn(after, before),
    dropouts: listOnlyIn(before, after),
  };
}

/** Who holds position 1, which a move of one place decides and no threshold should hide. */
export function compareFirstPlaces(before: Snapshot, after: Snapshot): FirstPlace {
  const [then] = before.rows.filter(({ position }) => position === 1);
  const [now] = after.rows.filter(({ position }) => position === 1);
  return {
    before: then === undefined ? null : describeAppearance(then),
    after: now === undefined ? null : describeAppearance(now),
    changed: then === undefined || now === undefined ? null : after.by_key.get(then.key)?.position !== 1,
  };
}

function byChange(one: Mover, other: Mover): number {
  return (
    Math.abs(other.change) - Math.abs(one.change) ||
    Math.min(one.from, one.to) - Math.min(other.from, other.to) ||
    compareText(one.url, other.url)
  );
}

function listOnlyIn(one: Snapshot, other: Snapshot): Appearance[] {
  return one.rows
    .filter(({ key, position }) => position <= other.depth && !other.by_key.has(key))
    .map(describeAppearance);
}

function describeAppearance({ url, domain, position }: Row): Appearance {
  return { url, domain, position };
}

export function findFeatureChanges(snapshots: readonly Snapshot[]): FeatureChange[] {
  return snapshots.flatMap((after, at) => {
    const before = snapshots[at - 1];
    if (before === undefined || before.features === null || after.features === null) return [];
    const places = { previous_at: before.checked_at, checked_at: after.checked_at };
    const list = (one: ReadonlySet<string>, other: ReadonlySet<string>, change: FeatureChange['change']) =>
      [...one].filter((feature) => !other.has(feature)).map((feature) => ({ feature, change, ...places }));
    return [
      ...list(after.features, before.features, 'appeared'),
      ...list(before.features, after.features, 'disappeared'),
    ];
  });
}
