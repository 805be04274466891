import { z } from 'zod';

import type { PlannedCall } from '../contract/workflow.ts';
import type { StepDraft } from '../guidance/plan.ts';
import { counted } from '../kernel/grammar.ts';
import type { Target } from '../web/target.ts';
import type { LinkStatus } from '../ports/links.ts';

/** What lists of groups of links (by anchor, host or page) say of paging, and of having no rows. */

/** Offsets end there in every list. */
const OFFSET_MAX = 20_000;

/** The answer of such a list: what its analysis reports, with the target, the scale and the page. */
export function rowList<Report extends z.ZodRawShape>(report: Report, rows: string) {
  return z.object({
    target: z.object({ value: z.string(), type: z.enum(['domain', 'subdomain', 'page']) }),
    rank_scale: z.enum(['one_hundred', 'one_thousand']),
    ...report,
    total_count: z
      .int()
      .nullable()
      .describe(`${rows} that pass the filters, before limit and offset; null where the source cannot know.`),
    limit: z.int(),
    offset: z.int(),
  });
}

export interface LinkRows {
  readonly target: { readonly value: string; readonly type: Target['type'] };
  readonly items: readonly unknown[];
  readonly total_count: number | null;
  readonly limit: number;
  readonly offset: number;
  /** All links of the target with the asked status, without the filters. */
  readonly backlinks: number | null;
}

/** The checked request, as far as a plan repeats it. */
export interface AskedRows {
  readonly [field: string]: unknown;
  readonly backlinks_status_type: LinkStatus;
  readonly rank_scale: 'one_hundred' | 'one_thousand';
}

export interface RowKind {
  readonly operation: string;
  /** What a row is, such as `anchor text`. */
  readonly row: string;
  /** Fields of the request that leave rows out. */
  readonly filters: readonly string[];
}

type Emptiness = 'behind_end' | 'filtered' | 'other_status' | 'none' | 'unknown';

/** Why there are no rows: each has another way on. */
function emptinessOf(rows: LinkRows, asked: AskedRows, { filters }: RowKind): Emptiness {
  if (rows.offset > 0 && (rows.total_count ?? 0) > 0) return 'behind_end';
  if (rows.backlinks === null) return 'unknown';
  if (rows.backlinks > 0 && filters.some((name) => asked[name] !== undefined)) return 'filtered';
  return asked.backlinks_status_type === 'all' ? 'none' : 'other_status';
}

const STATUS_WORDS: Readonly<Record<LinkStatus, string>> = { live: 'live link', lost: 'lost link', all: 'link' };

export function emptySentence(rows: LinkRows, asked: AskedRows, kind: RowKind): string {
  const { value } = rows.target;
  switch (emptinessOf(rows, asked, kind)) {
    case 'behind_end':
      return `There is no ${kind.row} from offset ${rows.offset} on; ${counted(rows.total_count ?? 0, kind.row)} ${rows.total_count === 1 ? 'fits' : 'fit'} in all.`;
    case 'filtered':
      return `${value} has ${counted(rows.backlinks ?? 0, STATUS_WORDS[asked.backlinks_status_type])} in the index, and no ${kind.row} passes the filters.`;
    case 'unknown':
      return `Nothing is known of the links of ${value}: no page that could link to it was read.`;
    case 'other_status':
    case 'none':
      return `The index has no ${STATUS_WORDS[asked.backlinks_status_type]} from another domain to ${value}.`;
  }
}

export function emptyStep(rows: LinkRows, asked: AskedRows, kind: RowKind): StepDraft {
  return {
    ...emptyAction(emptinessOf(rows, asked, kind), asked.backlinks_status_type),
    why: emptySentence(rows, asked, kind),
    evidence: [`total_count: ${rows.total_count ?? 'null'}`, `backlinks: ${rows.backlinks ?? 'null'}`],
    effort: 'low',
  };
}

function emptyAction(why: Emptiness, status: LinkStatus): Pick<StepDraft, 'action' | 'owner_hint'> {
  switch (why) {
    case 'behind_end':
      return { action: 'Ask for an earlier page of the list.', owner_hint: 'SEO' };
    case 'filtered':
      return { action: 'Ask again without the filters, or with wider ones.', owner_hint: 'SEO' };
    case 'other_status':
      return status === 'lost'
        ? { action: 'Nothing was lost as far as the index knows: look at the living links.', owner_hint: 'SEO' }
        : {
            action:
              'Ask again with backlinks_status_type "all"; if it stays empty, crawl or import sites of the field.',
            owner_hint: 'SEO',
          };
    case 'none':
    case 'unknown':
      return {
        action: 'Crawl or import pages of partners, directories and publications of the field.',
        owner_hint: 'operator of the service',
      };
  }
}

/** The next rows; without rows, the request that would have some. */
export function pagingCalls(rows: LinkRows, asked: AskedRows, kind: RowKind): PlannedCall[] {
  const { operation, filters } = kind;
  const next = rows.offset + rows.limit;
  if (rows.items.length > 0) {
    if ((rows.total_count ?? 0) <= next || next > OFFSET_MAX) return [];
    return [{ operation, body: { ...asked, offset: next }, reason: 'The next rows.' }];
  }
  switch (emptinessOf(rows, asked, kind)) {
    case 'behind_end':
      return [{ operation, body: { ...asked, offset: 0 }, reason: 'The list from its beginning.' }];
    case 'filtered': {
      const wider = Object.fromEntries(Object.entries(asked).filter(([name]) => !filters.includes(name)));
      return [{ operation, body: { ...wider, offset: 0 }, reason: 'The same without the filters.' }];
    }
    case 'other_status': {
      const status = asked.backlinks_status_type === 'lost' ? 'live' : 'all';
      return [
        {
          operation,
          body: { ...asked, backlinks_status_type: status, offset: 0 },
          reason: status === 'live' ? 'The living links.' : 'The same with the lost links.',
        },
      ];
    }
    case 'none':
    case 'unknown':
      return [
        {
          operation: 'backlinks.summary',
          body: { target: rows.target.value, backlinks_status_type: 'all', exclude_internal_backlinks: false },
          reason: 'Shows whether the index knows any link to the target, its own included.',
        },
      ];
  }
}

/** Rows here and in all, as a sentence begins. */
export function fitting(rows: LinkRows, kind: RowKind): string {
  const here = rows.items.length;
  if (rows.total_count === null)
    return `${counted(here, kind.row)} of ${rows.target.value} here; how many there are in all is not known`;
  return `${counted(rows.total_count, kind.row)} of ${rows.target.value} ${rows.total_count === 1 ? 'fits' : 'fit'}; ${here.toLocaleString('en-US')} here`;
}

/** How sure a plan can be that is made from links of so many sites: ten give a rough picture, a thousand a steady one. */
export function confidenceFrom(links: number | null): number {
  if (links === null || links === 0) return 0.2;
  return Math.round(Math.min(0.85, 0.3 + 0.2 * Math.log10(links)) * 100) / 100;
}
