import type { Question } from './questions.ts';

const target: Question['input'] = (subject) => ({ target: subject.target });

/** What the overview shows of kept answers. */
export const OVERVIEW = {
  clicks: { operation: 'domain.relevant-pages', title: 'Pages that bring visits', input: target },
  links: { operation: 'backlinks.summary', title: 'Backlinks', input: target },
  won: {
    operation: 'backlinks.new-lost-timeseries',
    title: 'Links won and lost',
    input: (subject) => ({ target: subject.target, group_range: 'week' }),
  },
  changes: { operation: 'site.changes', title: 'Changes', input: (subject) => ({ site: subject.target }) },
  chances: { operation: 'opportunities.find', title: 'Opportunities', input: target },
  mentions: { operation: 'llm-mentions.track', title: 'AI visibility', input: () => undefined },
} as const satisfies Readonly<Record<string, Question>>;
