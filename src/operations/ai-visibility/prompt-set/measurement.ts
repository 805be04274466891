import type { Platform } from './buckets.ts';
import { type MeasurementSchema, type Prompt, WEEKDAYS, type WeeklyRouting } from './report.ts';
import type { Brand } from './request.ts';

/** Answers differ from run to run; three tell a habit from chance without costing too much. */
const RUNS_PER_PROMPT = 3;

/** What to record of every answer, and the rates that follow from it. */
export function describeMeasurement({ name, domain }: Brand): MeasurementSchema {
  const own = domain === null ? `a page of ${name}` : `a URL on ${domain}`;
  const fields: readonly (readonly [name: string, type: string, description: string])[] = [
    ['prompt_id', 'string', 'From this set.'],
    ['platform', 'string', 'One of the platforms of the set.'],
    ['run_at', 'date-time', 'When the answer was given.'],
    ['brand_mentioned', 'boolean', `Whether the answer names ${name}.`],
    ['brand_position', 'integer or null', `Rank of ${name} among the names, from 1; null if it is not named.`],
    ['competitors_named', 'string[]', 'The other names, in the order of the answer.'],
    ['cited_urls', 'string[]', 'URLs that the answer cites; empty if it cites none.'],
    ['owned_cited', 'boolean or null', `Whether ${own} is cited; null if the platform shows no sources.`],
    [
      'sentiment',
      'positive, neutral, negative or null',
      `Tone of what is said about ${name}; null if it is not named.`,
    ],
    ['false_claims', 'string[]', `False claims about ${name}.`],
  ];
  return {
    unit: 'One answer from one platform to one prompt, in a new conversation without memory.',
    runs_per_prompt: RUNS_PER_PROMPT,
    fields: fields.map(([field, type, description]) => ({ name: field, type, description })),
    metrics: [
      { name: 'mention_rate', formula: 'answers with brand_mentioned / answers' },
      { name: 'share_of_voice', formula: 'mentions of the brand / mentions of the brand and of competitors_named' },
      { name: 'citation_rate', formula: 'answers with owned_cited / answers where owned_cited is not null' },
      { name: 'first_place_rate', formula: 'answers with brand_position = 1 / answers with brand_mentioned' },
      { name: 'accuracy', formula: '1 − answers with false_claims / answers with brand_mentioned' },
    ],
  };
}

/** What to run on which day, and what each result leads to. */
export function planWeek(prompts: readonly Prompt[], platforms: readonly Platform[], brand: string): WeeklyRouting {
  const idsWhere = (fits: (prompt: Prompt) => boolean): string[] => prompts.filter(fits).map(({ id }) => id);
  const action = (buckets: readonly Prompt['bucket'][], when: string, task: string, owner_hint: string) => ({
    when,
    do: task,
    owner_hint,
    prompt_ids: idsWhere(({ bucket }) => buckets.includes(bucket)),
  });
  const hasPrompts = ({ prompt_ids }: { readonly prompt_ids: readonly string[] }): boolean => prompt_ids.length > 0;
  return {
    runs: platforms
      .map((platform, at) => ({
        day: WEEKDAYS[at % WEEKDAYS.length] ?? 'monday',
        platform,
        prompt_ids: idsWhere(({ platform_fit }) => platform_fit.includes(platform)),
      }))
      .filter(hasPrompts),
    actions: [
      action(
        ['category_discovery', 'local_or_use_case'],
        `Fewer than a third of the category_discovery and local_or_use_case answers name ${brand}`,
        'Read the pages that are cited instead, and get listed on those that rank the category.',
        'outreach',
      ),
      action(
        ['comparison', 'alternatives'],
        'A competitor is preferred twice in a row in comparison or alternatives',
        'Publish or refresh a comparison page that backs up the difference with facts.',
        'content',
      ),
      action(
        ['problem_solution', 'implementation'],
        'None of your pages is cited in problem_solution or implementation',
        'Make the answer quotable on the page in owned_asset: a direct sentence under a heading that asks the question.',
        'editor',
      ),
      action(
        ['pricing', 'brand_trust'],
        'A claim about prices or the brand is false or negative',
        'Get the cited source corrected, and state the fact with its date on a page of your own.',
        'communications',
      ),
    ].filter(hasPrompts),
  };
}
