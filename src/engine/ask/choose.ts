import type { ConnectedOffer, ConnectedSource } from '../../ports/define-source.ts';
import type { Needs } from '../../ports/sources.ts';
import type { SourceDesk } from './desk.ts';
import type { Question } from './question.ts';

export interface Candidate {
  readonly source: ConnectedSource;
  readonly offer: ConnectedOffer;
  /** What of the question it cannot honour. */
  readonly lacks: readonly string[];
}

export interface Choice {
  /** In the order in which they are asked. */
  readonly candidates: readonly Candidate[];
  /** Sources that must not serve, and why; undefined cannot answer at all. */
  readonly passed: readonly { readonly source: ConnectedSource; readonly lacks: readonly string[] | undefined }[];
}

/**
 * Sources that can honour all of the question, in the operator's order; then the others, those that lack least first, unless
 * the operation refuses them.
 */
export function chooseSources(
  { table }: SourceDesk,
  { capability, method, query }: Question,
  { [capability]: need }: Needs,
): Choice {
  const full: Candidate[] = [];
  const nearest: Candidate[] = [];
  const passed: Choice['passed'][number][] = [];
  const isOther = (source: ConnectedSource): boolean =>
    source.is_external && source.offer(capability, method)?.lacks(query) !== undefined;
  const known = table[capability];
  for (const source of need?.own === 'alone' && known.some(isOther) ? known.filter(isOther) : known) {
    const offer = source.offer(capability, method);
    if (offer === undefined) continue;
    const lacks = offer.lacks(query);
    if (lacks === undefined || (lacks.length > 0 && need?.fallback === 'refuse')) passed.push({ source, lacks });
    else (lacks.length === 0 ? full : nearest).push({ source, offer, lacks });
  }
  nearest.sort((one, other) => one.lacks.length - other.lacks.length);
  return { candidates: [...full, ...nearest], passed };
}
