import { z } from 'zod';

import type { Problem } from './problems.ts';
import type { Measures } from './launch.ts';
import { formatPercent, NEAR_DUPLICATE_MIN, OWN_CONTENT } from './uniqueness.ts';

const Status = z.enum(['pass', 'fail', 'unknown']);

export const Rule = z.object({
  id: z.string(),
  rule: z.string(),
  threshold: z.string(),
  measured: z.number().nullable().describe('In sample_records; null where it could not be measured.'),
  status: Status,
  why: z.string(),
});
export type Rule = z.infer<typeof Rule>;

export const Gate = z.object({
  id: z.string(),
  gate: z.string(),
  measured: z.number().nullable(),
  status: Status,
  action: z.string().describe('What happens to a page that does not pass.'),
});
export type Gate = z.infer<typeof Gate>;

const NEAR_DUPLICATE_SHARE_MAX = 0.1;
const THIN_SHARE_MAX = 0.1;

function judgeStatus(measured: number | null, most: number): z.infer<typeof Status> {
  if (measured === null) return 'unknown';
  return measured <= most ? 'pass' : 'fail';
}

/** What keeps pages from being copies of each other, each with what the sample measures. */
export function listUniquenessRules(measures: Measures, problems: readonly Problem[]): Rule[] {
  const { near_duplicate_share, thin_share, collision_share, mean_similarity, records } = measures;
  const missing = problems.filter(
    ({ type }) => type === 'unique_field_without_data' || type === 'unique_field_empty',
  ).length;
  return [
    {
      id: 'near_duplicates',
      rule: 'Pages differ beyond the values of their variables.',
      threshold: `at most ${formatPercent(NEAR_DUPLICATE_SHARE_MAX)} of the records are ${formatPercent(NEAR_DUPLICATE_MIN)} or more similar to another`,
      measured: near_duplicate_share,
      status: judgeStatus(near_duplicate_share, NEAR_DUPLICATE_SHARE_MAX),
      why: 'Search engines treat pages that differ only in a name as doorway pages.',
    },
    {
      id: 'mean_similarity',
      rule: 'On average, a page clearly differs from the one most similar to it.',
      threshold: 'at most 0.6',
      measured: mean_similarity,
      status: judgeStatus(mean_similarity, 0.6),
      why: 'A template whose pages are all somewhat similar turns into near-duplicates as it grows.',
    },
    {
      id: 'own_content',
      rule: `Each page has ${OWN_CONTENT}.`,
      threshold: `at most ${formatPercent(THIN_SHARE_MAX)} of the records have less`,
      measured: thin_share,
      status: judgeStatus(thin_share, THIN_SHARE_MAX),
      why: 'Unique content is the reason to index a page.',
    },
    {
      id: 'one_page_a_search',
      rule: 'No two pages share a URL or a search.',
      threshold: '0',
      measured: collision_share,
      status: judgeStatus(collision_share, 0),
      why: 'Pages that target the same search compete with each other.',
    },
    {
      id: 'unique_fields',
      rule: 'Every unique field has data in every record.',
      threshold: 'no field is empty in any record',
      measured: missing,
      status: missing > 0 ? 'fail' : records === 0 ? 'unknown' : 'pass',
      why: 'An empty field leaves nothing but the template on the page.',
    },
  ];
}

/** What a page has to pass before it may be indexed. */
export function listGates(measures: Measures, problems: readonly Problem[]): Gate[] {
  const { faulty_share, collision_share, thin_share, near_duplicate_share } = measures;
  const noData = problems.filter(({ type }) => type === 'variable_without_data').length;
  return [
    {
      id: 'variables_filled',
      gate: 'Every variable has a plain value that makes a readable keyword and URL.',
      measured: faulty_share,
      status: noData > 0 ? 'fail' : judgeStatus(faulty_share, 0),
      action: 'Do not build the page.',
    },
    {
      id: 'address_unique',
      gate: 'No other page has its URL or targets its search.',
      measured: collision_share,
      status: judgeStatus(collision_share, 0),
      action: 'Build one page, and redirect the others to it.',
    },
    {
      id: 'not_thin',
      gate: `It has ${OWN_CONTENT}.`,
      measured: thin_share,
      status: judgeStatus(thin_share, 0),
      action: 'Build it with noindex, and remove that once the data is there.',
    },
    {
      id: 'not_a_copy',
      gate: `It is less than ${formatPercent(NEAR_DUPLICATE_MIN)} similar to every other page.`,
      measured: near_duplicate_share,
      status: judgeStatus(near_duplicate_share, 0),
      action: 'Merge it with the page that it repeats, or make that page its canonical.',
    },
    {
      id: 'self_canonical',
      gate: 'It returns 200, has a self-referencing canonical and is in the sitemap.',
      measured: null,
      status: 'unknown',
      action: 'Check built pages with content.technical-qa before you link to them.',
    },
  ];
}
