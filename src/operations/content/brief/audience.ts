import { inline } from '../../../kernel/markdown.ts';
import type { Intent } from '../../../text/signals.ts';
import type { Study } from '../../../study/study.ts';
import type { BriefReport } from './report.ts';

const WANTS: Readonly<Record<Intent, string>> = {
  informational: 'They want to understand or do something themselves, and to find the answer on this page.',
  commercial: 'They are comparing options and want to narrow them down.',
  transactional: 'They are ready to buy, book or sign up, and want to see offers, prices and conditions.',
  local: 'They want someone near them, with address, hours and a way to get in touch.',
  navigational: 'They are looking for one particular site, so a page of another site rarely serves them.',
};

/** Who reads the page, as far as the request and the result page tell. */
export function describeAudience({ intent, questions }: Study, stated: string | undefined): BriefReport['audience'] {
  const shares = intent.shares.map(({ intent: name, share }) => `${name}: ${Math.round(share * 100)}% of the intent`);
  return {
    stated: stated ?? null,
    wants: intent.main === null ? 'The result page does not reveal what searchers want.' : WANTS[intent.main],
    evidence: [...shares, ...questions.slice(0, 3).map(({ question }) => `They ask “${inline(question, 100)}”`)],
  };
}
