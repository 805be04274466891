import type { AssistantQuery } from '../ports/assistants.ts';
import type { Location } from '../ports/locations.ts';
import type { SerpQuery } from '../ports/serp.ts';
import { ASSISTANT_REACH, PROMPTS } from './assistant-answers.ts';
import { FIRST_DAY, SEARCHES } from './searches.ts';

/** On which days before today the demo looked, and at what. */

export const CRAWL_DAYS = [FIRST_DAY, 42, 21, 0] as const;
/** Twice a week. */
export const SERP_DAYS = [FIRST_DAY, 59, 56, 52, 49, 45, 42, 38, 35, 31, 28, 24, 21, 17, 14, 10, 7, 3, 0] as const;
export const ANSWER_DAYS = [FIRST_DAY, 49, 35, 21, 7, 0] as const;
export const LANGUAGE = 'en';
export const TRACKED_DEPTH = 30;
const RUNS = 3;

/** What the shop follows: everything but its own name. */
export const TRACKED = SEARCHES.filter(({ intent }) => intent !== 'navigational').map(({ keyword, intent }) => ({
  keyword,
  tag: intent === 'informational' ? 'guides' : 'shop',
}));

export function trackedQueries(location: Location): readonly SerpQuery[] {
  return SEARCHES.map(({ keyword }) => ({
    keyword,
    engine: 'google',
    location,
    language: LANGUAGE,
    device: 'desktop',
    depth: TRACKED_DEPTH,
    stop_at: undefined,
    wants: [],
    include_domains: [],
    exclude_domains: [],
  }));
}

export function promptQueries(days_ago: number): readonly AssistantQuery[] {
  return PROMPTS.flatMap(({ prompt }) =>
    ASSISTANT_REACH.assistants.flatMap((assistant) =>
      Array.from({ length: RUNS }, (_, at) => ({
        prompt,
        assistant,
        run: at + 1,
        sampling: `demo-${days_ago}`,
        location: null,
        language: LANGUAGE,
      })),
    ),
  );
}
