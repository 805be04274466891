import type { StepDraft } from '../guidance/plan.ts';
import type { Study } from './study.ts';
import { describeShortage } from './wording.ts';

const NAMED_MAX = 3;

/** What to do where too few of the ranking pages can be compared. */
export function planShortage(study: Study): StepDraft | undefined {
  const shortage = describeShortage(study);
  if (shortage === undefined) return undefined;
  return {
    action: 'Look at the result page yourself, or study a search with more readable pages.',
    why: shortage,
    evidence: study.excluded.slice(0, NAMED_MAX).map(({ domain, note }) => `${domain}: ${note}`),
    owner_hint: 'SEO',
  };
}
