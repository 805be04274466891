import type { InputIssue } from '../../../kernel/errors.ts';
import { parseTarget, type Target } from '../../../web/target.ts';

/** The targets of a request and those it excludes: each once, and none inside an excluded one. */

export interface Parties {
  readonly targets: readonly Target[];
  readonly exclude_targets: readonly Target[];
  readonly notes: readonly string[];
}

/** The targets of a request, each once, with what was folded. */
export function readParties(targets: readonly string[], excluded: readonly string[]): Parties {
  const asked = foldTargets(targets, 'targets');
  const left = foldTargets(excluded, 'exclude_targets');
  return {
    targets: asked.kept,
    exclude_targets: left.kept,
    notes: [...asked.notes, ...left.notes, ...noteNested(asked.kept)],
  };
}

function foldTargets(written: readonly string[], field: string): { kept: Target[]; notes: string[] } {
  const kept: Target[] = [];
  const notes: string[] = [];
  for (const text of written) {
    const target = parseTarget(text, field);
    const same = kept.find((other) => isInside(target, other) && isInside(other, target));
    if (same === undefined) kept.push(target);
    else notes.push(`${field} lists ${same.value} more than once; it is counted once.`);
  }
  return { kept, notes };
}

function noteNested(targets: readonly Target[]): string[] {
  return targets.flatMap((inner) =>
    targets
      .filter((outer) => outer !== inner && isInside(inner, outer))
      .map((outer) => `${inner.value} is part of ${outer.value}: a link to it counts for both.`),
  );
}

/** A target inside an excluded one can have no page: whoever links to it links to the excluded one. */
export function findConflicts(targets: readonly string[], excluded: readonly string[]): InputIssue[] {
  const left = excluded.map((text, at) => ({
    target: parseTarget(text, 'exclude_targets'),
    path: `exclude_targets[${at}]`,
  }));
  return targets.flatMap((text) => {
    const target = parseTarget(text, 'targets');
    const outer = left.find((other) => isInside(target, other.target));
    if (outer === undefined) return [];
    const isSame = isInside(outer.target, target);
    const message = isSame
      ? `is also one of the targets, and no page both links and does not link to ${target.value}; remove it from one of the lists`
      : `contains the target ${target.value}, so no page could match; exclude a part of it that does not contain the target`;
    return [{ path: outer.path, message }];
  });
}

/** Whether every link to `inner` is a link to `outer`. */
function isInside(inner: Target, outer: Target): boolean {
  if (outer.type === 'page')
    return inner.type === 'page' && inner.host_key === outer.host_key && inner.path_key === outer.path_key;
  return inner.host === outer.host || inner.host.endsWith('.' + outer.host);
}
