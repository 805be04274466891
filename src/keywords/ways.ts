/** How to obtain unknown figures, as a step of a plan. */
export const LEARN_VOLUMES = {
  action:
    'Import a Keyword Planner, Search Console, Ahrefs, Semrush or Moz export with `seamark import keywords FILE`, or connect a keyword source.',
  why: 'Volumes, CPC and difficulty come only from imports and connected sources; Seamark estimates nothing from the words.',
  owner_hint: 'service operator',
} as const;

/** The same as the next step of a summary. */
export const LEARN_VOLUMES_NEXT =
  'Import a keyword export with seamark import keywords FILE, or connect a keyword source; seamark sources lists them.';

/** What keyword figures must not be taken to mean, in any answer. */
export const KEYWORD_GUARDRAILS = [
  'Unknown is not zero: a keyword without a volume may have searches.',
  'Volumes are estimates even where they are measured: quote them with their bounds and source.',
  'Competition is among advertisers and says nothing about how hard it is to rank.',
] as const;
