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
  readonly first: 'sections' | 'questions' | 'links' | 'conversion' | 'freshness';
  readonly sections: number;
  readonly questions: number;
  /** What to measure, as a noun. */
  readonly metric: string;
  /** Where it is read. */
  readonly where: string;
  readonly weeks: readonly [number, number];
}

const TRACK = 'rank.track for this keyword, checked daily';

/** What each kind of opportunity asks for. */
export const EMPHASES: Readonly<Record<OpportunityType, Emphasis>> = {
  quick_win: { first: 'links', sections: 3, questions: 3, metric: 'position', where: TRACK, weeks: [2, 6] },
  content_refresh: {
    first: 'freshness',
    sections: 6,
    questions: 5,
    metric: 'clicks against the same weeks before',
    where: 'Search Console, by page',
    weeks: [4, 10],
  },
  ai_overview_opportunity: {
    first: 'questions',
    sections: 4,
    questions: 8,
    metric: 'citations in the AI Overview',
    where: 'ai-overview.extract, checked weekly',
    weeks: [4, 12],
  },
  featured_snippet_opportunity: {
    first: 'questions',
    sections: 3,
    questions: 6,
    metric: 'ownership of the featured snippet',
    where: TRACK,
    weeks: [2, 8],
  },
  commercial_intent_opportunity: {
    first: 'conversion',
    sections: 5,
    questions: 5,
    metric: 'conversions from organic visits',
    where: 'your analytics, by landing page',
    weeks: [4, 12],
  },
  lost_keyword_recovery: {
    first: 'freshness',
    sections: 6,
    questions: 5,
    metric: 'position, beside the one before the loss',
    where: TRACK,
    weeks: [4, 12],
  },
  competitor_gap: { first: 'sections', sections: 8, questions: 8, metric: 'position', where: TRACK, weeks: [8, 20] },
};

export const PLAIN: Emphasis = {
  first: 'sections',
  sections: 6,
  questions: 6,
  metric: 'position',
  where: TRACK,
  weeks: [4, 12],
};
