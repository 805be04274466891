import type { InputIssue } from '../../../kernel/errors.ts';
import { parseTarget, type Target } from '../../../web/target.ts';

export interface Parties {
  readonly targets: readonly Target[];
  readonly exclude_targets: readonly Target[];
  readonly notes: readonly string[];
}

/** The targets of a request, each once, with what was folded. */
export function partiesOf(targets: readonly string[], excluded: readonly string[]): Parties {
  const asked = onlyOnce(targets, 'targets');
  const left = onlyOnce(excluded, 'exclude_targets');
  return {
    targets: asked.kept,
    exclude_targets: left.kept,
    notes: [...asked.notes, ...left.notes, ...nestedNotes(asked.kept)],
  };
}

function onlyOnce(written: readonly string[], field: string): { kept: Target[]; notes: string[] } {
  const kept: Target[] = [];
  const notes: string[] = [];
  for (const text of written) {
    const target = parseTarget(text, field);
    const same = kept.find((other) => isInside(target, other) && isInside(other, target));
    if (same === undefined) kept.push(target);
    else notes.push(`${field} names ${same.value} more than once; it counts once.`);
  }
  return { kept, notes };
}

function nestedNotes(targets: readonly Target[]): string[] {
  return targets.flatMap((inner) =>
    targets
      .filter((outer) => outer !== inner && isInside(inner, outer))
      .map((outer) => `${inner.value} is a part of ${outer.value}: a link to it counts for both.`),
  );
}

/** A target inside an excluded one can have no page: whoever links to it links to the excluded one. */
export function conflictsOf(targets: readonly string[], excluded: readonly string[]): InputIssue[] {
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
      ? `is one of the targets too; no page links to ${target.value} and does not. Leave it out of one of the lists`
      : `holds the target ${target.value}, so no page could fit; exclude a part of it that does not hold the target`;
    return [{ path: outer.path, message }];
  });
}

/** Whether every link to `inner` is a link to `outer`. */
function isInside(inner: Target, outer: Target): boolean {
  if (outer.type === 'page')
    return inner.type === 'page' && inner.host_key === outer.host_key && inner.path_key === outer.path_key;
  return inner.host === outer.host || inner.host.endsWith('.' + outer.host);
}
