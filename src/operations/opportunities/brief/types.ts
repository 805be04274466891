import type { Intent } from '../../../text/signals.ts';

export const OPPORTUNITY_TYPES = [
  'quick_win',
  'content_refresh',
  'ai_overview_opportunity',
  'featured_snippet_opportunity',
  'commercial_intent_opportunity',
  'lost_keyword_recovery',
  'competitor_gap',
] as const;
export type OpportunityType = (typeof OPPORTUNITY_TYPES)[number];

interface Emphasis {
  /** What comes first in the plan. */
  readonly first: 'sections' | 'questions' | 'links' | 'conversion' | 'freshness' | 'overview';
  readonly sections: number;
  readonly questions: number;
  /** When a first sign can be expected, and when to judge. */
  readonly weeks: readonly [number, number];
}

/** What each kind of opportunity asks for. The figures are our own: how much is worth doing, and how long it takes to show. */
const EMPHASES: Readonly<Record<OpportunityType, Emphasis>> = {
  quick_win: { first: 'links', sections: 3, questions: 3, weeks: [2, 6] },
  content_refresh: { first: 'freshness', sections: 6, questions: 5, weeks: [4, 10] },
  ai_overview_opportunity: { first: 'overview', sections: 4, questions: 8, weeks: [4, 12] },
  featured_snippet_opportunity: { first: 'questions', sections: 3, questions: 6, weeks: [2, 8] },
  commercial_intent_opportunity: { first: 'conversion', sections: 5, questions: 5, weeks: [4, 12] },
  lost_keyword_recovery: { first: 'freshness', sections: 6, questions: 5, weeks: [4, 12] },
  competitor_gap: { first: 'sections', sections: 8, questions: 8, weeks: [8, 20] },
};

const PLAIN: Emphasis = { first: 'sections', sections: 6, questions: 6, weeks: [4, 12] };

export const FIRST_PAGE = 10;
export const TOP = 3;
/** Beyond two pages of results, small changes do not reach the first. */
const FAR = 20;
const TOP_CHANGES = 2;
const FAR_SECTIONS = 3;
const FAR_TIME = 1.5;
/** What is won only from the first page of results, or by a small change, has to wait for a page that is far from it. */
const WAITS: ReadonlySet<Emphasis['first']> = new Set(['links', 'questions', 'overview']);

/**
 * What this opportunity asks for at this position: a page in the top three is changed little, and one beyond the second
 * page of results gets content first, more of it, and more time.
 */
export function chooseEmphasis(type: OpportunityType | undefined, position: number | null): Emphasis {
  const usual = type === undefined ? PLAIN : EMPHASES[type];
  if (position === null || (position > TOP && position <= FAR)) return usual;
  if (position <= TOP)
    return {
      ...usual,
      sections: Math.min(usual.sections, TOP_CHANGES),
      questions: Math.min(usual.questions, TOP_CHANGES + 1),
    };
  const [first_sign, judge_after] = usual.weeks;
  return {
    first: WAITS.has(usual.first) ? 'sections' : usual.first,
    sections: usual.sections + FAR_SECTIONS,
    questions: usual.questions,
    weeks: [Math.ceil(first_sign * FAR_TIME), Math.ceil(judge_after * FAR_TIME)],
  };
}

/** Where the intent of the result page or the position of the page does not fit what the opportunity is called. */
export function noteMisfit(
  type: OpportunityType | undefined,
  position: number | null,
  intent: Intent | null,
): string | undefined {
  if (type === 'commercial_intent_opportunity' && (intent === 'informational' || intent === 'navigational'))
    return `Most of this result page is ${intent}, so few of these visitors are ready to buy.`;
  if (position === null) return undefined;
  if (type === 'quick_win' && position > FAR)
    return `Position ${position} is far for a quick win: plan it as a content refresh or a competitor gap.`;
  if (type === 'featured_snippet_opportunity' && position > FIRST_PAGE)
    return `Featured snippets come from pages on the first page of results, and yours is at position ${position}: get there first.`;
  return undefined;
}
