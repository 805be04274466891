import { statesFigure } from '../../../study/claims.ts';
import type { Study } from '../../../study/study.ts';
import type { BriefReport } from './report.ts';

const PROOF_MAX = 6;
/** Claims with figures on ranking pages: what a writer must not take over without a source. */
export function listProof({ topics }: Study): BriefReport['proof_requirements'] {
  const found = topics.flatMap(({ topic, seen_on }) => {
    const claim = seen_on.find(({ quote }) => statesFigure(quote));
    return claim === undefined ? [] : [{ topic, quote: claim.quote }];
  });
  const unique = [...new Map(found.map((each) => [each.quote, each])).values()];
  return unique.slice(0, PROOF_MAX).map(({ topic, quote }) => ({
    claim: `Figures on “${topic}”`,
    why: 'Ranking pages state some; readers will expect yours to have a source or your own measurement.',
    seen: quote,
  }));
}
