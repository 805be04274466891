import { z } from 'zod';

import { defineAccountOperation } from '../../../../contract/account-operation.ts';
import { ownProject } from '../../../../contract/own-project.ts';
import { projectId } from '../../../../contract/project-view.ts';
import {
  RANK_DEPTH,
  RankSearch,
  rankTags,
  rankTargetView,
  RankTargetView,
  WrittenRankTarget,
} from '../../../../contract/rank-target.ts';
import { target } from '../../../../contract/fields.ts';
import { issuesOf } from '../../../../contract/validation.ts';
import { AppError, type InputIssue } from '../../../../kernel/errors.ts';
import type { WrittenTarget } from '../../../../ports/rank-targets.ts';
import { readList } from './read-list.ts';

const TARGETS_MAX = 1000;
const CSV_CHARACTERS_MAX = 500_000;

const Input = RankSearch.extend({
  targets: z
    .array(WrittenRankTarget.extend({ url: target().optional() }))
    .min(1)
    .max(TARGETS_MAX)
    .optional()
    .describe('Keywords to track. What a keyword does not say is taken from the fields beside this list.'),
  csv: z
    .string()
    .max(CSV_CHARACTERS_MAX)
    .optional()
    .describe(
      'The same as CSV with the columns keyword, url, tags (separated by |), location, language, device and engine, or one keyword ' +
        'a line. At most 1,000 keywords.',
    ),
  url: target().optional().describe('Domain or page to track for keywords that do not name one.'),
  tags: rankTags().default([]).describe('Tags for all of them.'),
  project_id: projectId().optional().describe('Project that they belong to.'),
});
type Input = z.output<typeof Input>;

export default defineAccountOperation({
  id: 'rank.targets.add',
  method: 'POST',
  path: '/rank/targets',
  group: 'Rank and AI visibility',
  title: 'Track keywords',
  description:
    'Adds keywords to your rank tracking. Takes up to 1,000 per call and 20,000 per workspace. ' +
    'A keyword that is tracked already with the same URL, place, language, device and engine is not added again; it only gets the new tags. ' +
    'Then check them with POST /rank/targets/check. Free.',
  one_of: ['targets', 'csv'],
  success_status: 201,
  input: Input,
  result: z.object({
    created: z.int().describe('How many were not tracked before.'),
    targets: z.array(RankTargetView).describe('All of them, in the order given, without repeats.'),
  }),
  example: {
    url: 'harbour-bikes.example',
    location: 'United States',
    targets: [{ keyword: 'bike repair', tags: ['services'] }, { keyword: 'bike rental' }],
  },

  async run(input, { caller, account, signal }) {
    const written = [...(input.targets ?? []), ...readCsv(input.csv)];
    if (written.length > TARGETS_MAX) throw refused([{ path: 'csv', message: 'has more than 1,000 keywords' }]);
    const complete = completed(input, written);
    const project_id = ownProject(caller, input.project_id);
    const { created, targets } = await account.targets.add(caller, project_id, complete, signal);
    return { created, targets: targets.map(rankTargetView) };
  },
});

type Written = NonNullable<Input['targets']>[number];

/** @throws AppError invalid_input that names the lines that are wrong */
function readCsv(text: string | undefined): readonly Written[] {
  if (text === undefined) return [];
  const list = readList(text);
  if ('problem' in list) throw refused([{ path: 'csv', message: list.problem }]);
  const issues: InputIssue[] = [];
  const Line = WrittenRankTarget.extend({ url: target().optional() });
  const read = list.lines.flatMap(({ line, fields: { tags, ...fields } }) => {
    const parsed = Line.safeParse(
      { ...fields, ...(tags !== undefined && { tags: tags.split('|') }) },
      { reportInput: true },
    );
    if (parsed.success) return [parsed.data];
    issues.push(
      ...issuesOf(parsed.error, []).map(({ path, message }) => ({
        path: 'csv',
        message: `line ${line}: ${path} ${message}`,
      })),
    );
    return [];
  });
  if (issues.length > 0) throw refused(issues);
  return read;
}

/** @throws AppError invalid_input for a keyword that no URL is known for */
function completed(input: Input, written: readonly Written[]): readonly WrittenTarget[] {
  return written.map((one, at) => ({
    keyword: one.keyword.trim(),
    url: urlOf(input, one, at),
    ...placeOf(one, input),
    ...searchOf({ ...input, ...one }),
    tags: [...input.tags, ...(one.tags ?? [])],
  }));
}

function urlOf({ url, targets = [] }: Input, one: Written, at: number): string {
  const found = one.url ?? url;
  if (found !== undefined) return found;
  const path = at < targets.length ? `targets.${at}.url` : 'url';
  throw refused([{ path, message: 'is required: name the domain or page to track' }]);
}

type Search = z.output<typeof RankSearch>;

/** A place and a code of different fields would contradict each other. */
function placeOf(one: Search, { location, location_code }: Search): Pick<Search, 'location' | 'location_code'> {
  const isPlaced = one.location !== undefined || one.location_code !== undefined;
  return isPlaced ? { location: one.location, location_code: one.location_code } : { location, location_code };
}

function searchOf({ language = 'en', device, engine, depth = RANK_DEPTH.preset }: Search) {
  return { language, device, engine: engine?.toLowerCase(), depth };
}

function refused(issues: readonly InputIssue[]): AppError {
  const [first] = issues;
  return new AppError('invalid_input', `The keywords cannot be added: ${first?.path} ${first?.message}.`, {
    fix: 'Correct the fields named in errors. Nothing was added.',
    issues: issues.slice(0, 100),
  });
}
