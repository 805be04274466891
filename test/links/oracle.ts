import { expect } from 'vitest';

import type { BacklinkRecord, LinksSource } from '../../src/ports/links.ts';
import { descending, ordered } from './counting.ts';
import type { JudgedWeb, ScopedLink } from './judged.ts';
import type { Questions } from './questions.ts';
import { expectedAnchors, expectedReferringDomains } from './rules-groups.ts';
import { expectedList, type ExpectedList, expectedRecord, identityOf, identityOfRecord } from './rules-list.ts';
import { expectedCompetitors, expectedTimeseries } from './rules-others.ts';
import { expectedIntersection, type ExpectedPage, expectedTargetPages } from './rules-pages.ts';
import { expectedSummary } from './rules-summary.ts';
import { keyOf } from './web.ts';

/** Holds the answers of a source of links against the rules, question by question and field by field. */
export async function expectAnswers(source: LinksSource, web: JudgedWeb, asked: Questions): Promise<void> {
  for (const check of Object.values(CHECKS)) await check(source, web, asked);
}

type Check = (source: LinksSource, web: JudgedWeb, asked: Questions) => Promise<void>;

const CHECKS: Readonly<Record<keyof Questions, Check>> = {
  summary: expectSummary,
  list: expectList,
  anchors: async (source, web, { anchors: query }) => {
    const { value } = await source.anchors(query, signal());
    const { rows, ...expected } = expectedAnchors(web, query);
    told('anchors', query, () => {
      expect(value).toEqual({ ...expected, anchors: rows });
    });
  },
  domains: async (source, web, { domains: query }) => {
    const { value } = await source.referringDomains(query, signal());
    const { rows, ...expected } = expectedReferringDomains(web, query);
    told('referring domains', query, () => {
      expect(value).toEqual({ ...expected, domains: rows, tool_reports: [] });
    });
  },
  pages: async (source, web, { pages: query }) => {
    const { value } = await source.targetPages(query, signal());
    const { rows, ...expected } = expectedTargetPages(web, query);
    told('target pages', query, () => {
      expect(value).toEqual({ ...expected, pages: rows });
    });
  },
  competitors: async (source, web, { competitors: query }) => {
    const { value } = await source.competitors(query, signal());
    told('competitors', query, () => {
      // What the shared sites say has a test of its own.
      const competitors = value.competitors.map((row) => ({ ...row, weighted_share: undefined }));
      expect({ ...value, competitors }).toEqual(expectedCompetitors(web, query));
    });
  },
  timeseries: async (source, web, { timeseries: query }) => {
    const { value } = await source.timeseries(query, signal());
    told('timeseries', query, () => {
      expect(value).toEqual(expectedTimeseries(web, query));
    });
  },
  intersection: expectIntersection,
};

const ANSWER_MS_MAX = 60_000;

function signal(): AbortSignal {
  return AbortSignal.timeout(ANSWER_MS_MAX);
}

/** Names the question in what is thrown. */
function told(name: string, query: unknown, check: () => void): void {
  try {
    check();
  } catch (thrown) {
    if (thrown instanceof Error) thrown.message = `${name} ${JSON.stringify(query)}\n${thrown.message}`;
    throw thrown;
  }
}

async function expectSummary(source: LinksSource, web: JudgedWeb, { summary }: Questions): Promise<void> {
  const { value } = await source.summary(summary, signal());
  told('summary', summary, () => {
    const { top_pages, ...figures } = value;
    const { top_pages: expectedPages, ...expected } = expectedSummary(web, summary);
    expect(figures).toMatchObject(expected);
    expect(top_pages?.map(({ url, ...page }) => ({ key: keyOf(url), ...page }))).toEqual(expectedPages);
  });
}

async function expectList(source: LinksSource, web: JudgedWeb, { list: query }: Questions): Promise<void> {
  const expected = expectedList(web, query);
  const whole = (await source.list({ ...query, limit: ALL, offset: 0 }, signal())).value;
  const page = (await source.list(query, signal())).value;
  told('list', query, () => {
    expect(whole.total_count).toBe(expected.total_count);
    expect(page.total_count).toBe(expected.total_count);
    expect(page.backlinks).toEqual(whole.backlinks.slice(query.offset, query.offset + query.limit));
    expectRows(whole.backlinks, expected);
  });
}

const ALL = 1000;

/** Every row that is due, once, whole, and none that stands before a better one. */
function expectRows(rows: readonly BacklinkRecord[], expected: ExpectedList): void {
  const due = new Map(expected.rows.flatMap((row) => row.best.map((link) => [identityOf(link), { row, link }])));
  const answered = rows.map((record) => {
    const found = due.get(identityOfRecord(record));
    if (found === undefined) throw new Error(`A row that is not due: ${JSON.stringify(record)}`);
    expect(record).toEqual({ ...expectedRecord(found.link), group_count: found.row.group_count });
    return found.row;
  });
  expect(new Set(answered).size).toBe(expected.rows.length);
  expect(answered.map((row) => row.sorted_by)).toEqual(expected.rows.map((row) => row.sorted_by));
}

const STRONGEST = 3;
const ANYTHING: unknown = expect.anything();

async function expectIntersection(
  source: LinksSource,
  web: JudgedWeb,
  { intersection: query }: Questions,
): Promise<void> {
  const { total_count, pages } = (await source.pageIntersection(query, signal())).value;
  told('page intersection', query, () => {
    const expected = expectedIntersection(web, query);
    expect(total_count).toBe(expected.total_count);
    expect(pages).toEqual(expected.rows.map(({ row }) => ({ ...row, linked_targets: ANYTHING })));
    for (const [at, { linked_targets }] of pages.entries())
      expectLinked(linked_targets, expected.rows[at]?.linked ?? []);
  });
}

type LinkedTargets = Awaited<ReturnType<LinksSource['pageIntersection']>>['value']['pages'][number]['linked_targets'];

function expectLinked(answered: LinkedTargets, expected: ExpectedPage['linked']): void {
  const due = new Map(expected.map(({ target, links }) => [target, links]));
  expect(new Set(answered.map(({ target }) => target))).toEqual(new Set(due.keys()));
  expect(answered).toHaveLength(due.size);
  for (const { target, links_count, links } of answered) {
    const all = due.get(target) ?? [];
    expect(links_count).toBe(all.length);
    const strongest = ordered(
      all,
      descending(({ rank }: ScopedLink) => rank),
    ).slice(0, STRONGEST);
    expect(links.map(({ rank }) => rank)).toEqual(strongest.map(({ rank }) => rank));
    const known = new Map(all.map((link) => [identityOf(link), link]));
    expect(new Set(links.map(identityOfRecord)).size).toBe(links.length);
    for (const record of links) {
      const link = known.get(identityOfRecord(record));
      expect(record).toEqual(
        link === undefined ? 'a link to the target' : { ...expectedRecord(link), group_count: ANYTHING },
      );
    }
  }
}
