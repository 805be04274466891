import type { Provenance } from '../../ports/source.ts';

/** Of an observation that is told again; whole and measured, unless it is said otherwise. */
export function keptProvenance(
  source: string,
  observedAt: Date | string,
  otherwise: Partial<Pick<Provenance, 'coverage' | 'measure' | 'note'>> = {},
): Provenance {
  const observed_at = typeof observedAt === 'string' ? observedAt : observedAt.toISOString();
  return { source, observed_at, cached: true, coverage: 'full', measure: 'measured', note: '', ...otherwise };
}

/** One entry for each source: that of its newest observation. */
export function newestBySource(all: readonly Provenance[]): readonly Provenance[] {
  const newest = new Map<string, Provenance>();
  for (const each of all) {
    const known = newest.get(each.source);
    if (known === undefined || (each.observed_at ?? '') > (known.observed_at ?? '')) newest.set(each.source, each);
  }
  return [...newest.values()];
}
