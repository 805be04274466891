export const GOALS = [
  'recover_rankings',
  'improve_conversions',
  'win_featured_snippet',
  'improve_ai_visibility',
  'expand_topic_depth',
] as const;
export type Goal = (typeof GOALS)[number];

/** As people say them. */
export const GOAL_WORDS: Readonly<Record<Goal, string>> = {
  recover_rankings: 'recover rankings',
  improve_conversions: 'improve conversions',
  win_featured_snippet: 'win the featured snippet',
  improve_ai_visibility: 'improve AI visibility',
  expand_topic_depth: 'expand topic depth',
};

/** Kinds of tasks that a refresh is made of. */
export const TASKS = ['merge', 'freshness', 'sections', 'update', 'questions', 'links', 'title', 'conversion'] as const;
export type TaskKind = (typeof TASKS)[number];

interface Emphasis {
  /** Kinds in their order; those that are not here are left to another refresh. */
  readonly order: readonly TaskKind[];
  readonly sections: number;
  readonly questions: number;
  /** Words that an answer should have. */
  readonly answer: string;
}

/** What each goal asks for. Two pages that compete come first whatever the goal. */
export const EMPHASES: Readonly<Record<Goal, Emphasis>> = {
  recover_rankings: {
    order: ['merge', 'freshness', 'sections', 'update', 'links', 'title', 'questions'],
    sections: 5,
    questions: 4,
    answer: 'in the text',
  },
  improve_conversions: {
    order: ['merge', 'conversion', 'title', 'update', 'freshness'],
    sections: 2,
    questions: 3,
    answer: 'next to the offer',
  },
  win_featured_snippet: {
    order: ['merge', 'questions', 'update', 'title'],
    sections: 2,
    questions: 8,
    answer: 'in 40 to 60 words, as a list or a table where readers compare, right below a heading that asks it',
  },
  improve_ai_visibility: {
    order: ['merge', 'questions', 'freshness', 'sections', 'update'],
    sections: 4,
    questions: 8,
    answer: 'in one or two sentences that make sense on their own, with the figure and its source',
  },
  expand_topic_depth: {
    order: ['merge', 'sections', 'update', 'questions', 'links'],
    sections: 10,
    questions: 6,
    answer: 'in a section of its own where it takes more than a paragraph',
  },
};
