import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  option,
  record,
  subarray,
  uniqueArray,
} from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import { parseTarget, type Target } from '../../kernel/target.ts';
import { pageAddress } from '../../kernel/url.ts';
import type { LinkStatus } from '../../ports/links.ts';

/** The rules of links, applied one link at a time in memory, against the index on webs of any shape. */

let index: TestIndex;
const signal = AbortSignal.timeout(600_000);

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

const PAGES = [
  'https://target.com/',
  'https://target.com/x',
  'http://sub.target.com/x',
  'https://a.com/',
  'https://a.com/x/',
  'https://www.a.com/x',
  'http://b.co.uk/?q=1',
] as const;

interface Visit {
  readonly url: string;
  readonly at: number;
  readonly status: number;
  readonly to: string;
  readonly canonical: string | null;
  readonly links: readonly { readonly to: string; readonly anchor: string; readonly dofollow: boolean }[];
}

const visits = uniqueArray(
  record({
    url: constantFrom(...PAGES),
    at: integer({ min: 1, max: 9 }),
    status: constantFrom(200, 200, 200, 200, 301, 304, 404, 410, 500),
    to: constantFrom(...PAGES),
    canonical: option(constantFrom(...PAGES), { freq: 5 }),
    links: array(
      record({ to: constantFrom(...PAGES), anchor: constantFrom('one', 'one', 'two'), dofollow: boolean() }),
      {
        maxLength: 5,
      },
    ),
  }),
  { maxLength: 40, size: 'max', selector: (visit) => `${keyOf(visit.url)} ${visit.at}` },
);

const questions = record({
  target: constantFrom('target.com', 'sub.target.com', 'https://target.com/x', 'a.com', 'www.a.com'),
  status: constantFrom<LinkStatus>('live', 'all', 'lost'),
  dofollow_only: boolean(),
  include_subdomains: boolean(),
  include_indirect_links: boolean(),
  exclude_internal_backlinks: boolean(),
});

function keyOf(url: string): string {
  const address = pageAddress(url);
  return `${address?.host_key}${address?.path_key}`;
}

interface KnownLink {
  readonly source: string;
  readonly target: string;
  readonly anchor: string;
  readonly dofollow: boolean;
  first: number;
  last: number;
}

interface KnownWeb {
  readonly links: readonly KnownLink[];
  readonly visits: readonly Visit[];
}

/** What a visit leads to, when it is to another page. */
function moveOf(visit: Visit): string | undefined {
  const to = visit.status === 301 ? visit.to : visit.status === 200 ? (visit.canonical ?? undefined) : undefined;
  return to === undefined || keyOf(to) === keyOf(visit.url) ? undefined : to;
}

function readWeb(all: readonly Visit[]): KnownWeb {
  const counted = all.filter((visit) => visit.status !== 301 || keyOf(visit.to) !== keyOf(visit.url));
  const links = new Map<string, KnownLink>();
  for (const visit of counted) {
    const move = moveOf(visit);
    const seen = visit.status === 200 ? visit.links.map((link) => ({ ...link, type: 'anchor' })) : [];
    if (move !== undefined) seen.push({ to: move, anchor: '', dofollow: true, type: String(visit.status) });
    for (const { to, anchor, dofollow, type } of seen) {
      const key = [keyOf(visit.url), keyOf(to), type, anchor].join('\n');
      const known = links.get(key) ?? {
        source: visit.url,
        target: to,
        anchor,
        dofollow,
        first: visit.at,
        last: visit.at,
      };
      const followed = { before: known.dofollow, same: known.dofollow || dofollow, after: dofollow };
      links.set(key, {
        ...known,
        dofollow: followed[visit.at > known.last ? 'after' : visit.at === known.last ? 'same' : 'before'],
        first: Math.min(known.first, visit.at),
        last: Math.max(known.last, visit.at),
      });
    }
  }
  return { links: [...links.values()], visits: counted };
}

function newestVisit(web: KnownWeb, url: string): Visit | undefined {
  const own = web.visits.filter((visit) => keyOf(visit.url) === keyOf(url) && visit.status !== 304);
  return own.toSorted((one, other) => other.at - one.at)[0];
}

function lostAt(web: KnownWeb, link: KnownLink): number | null {
  const telling = web.visits.filter(
    (visit) => keyOf(visit.url) === keyOf(link.source) && isTelling(visit) && visit.at > link.last,
  );
  return telling.length === 0 ? null : Math.min(...telling.map((visit) => visit.at));
}

function isTelling({ status }: Visit): boolean {
  return status !== 500 && status !== 304;
}

/** The last sighting, or the last visit that found the page unchanged before one that did not show the link. */
function lastSeen(web: KnownWeb, link: KnownLink): number {
  const end = lostAt(web, link) ?? Number.POSITIVE_INFINITY;
  const same = web.visits.filter(
    (visit) => keyOf(visit.url) === keyOf(link.source) && visit.status === 304 && visit.at < end,
  );
  return Math.max(link.last, ...same.map((visit) => visit.at));
}

/** All visits lie within 30 days. */
function isNew(web: KnownWeb, link: KnownLink): boolean {
  return web.visits.some(
    (visit) => keyOf(visit.url) === keyOf(link.source) && isTelling(visit) && visit.at < link.first,
  );
}

function isIn(target: Target, withSubdomains: boolean, url: string): boolean {
  const address = pageAddress(url);
  if (address === undefined) return false;
  if (target.path_key !== undefined) return address.host === target.host && address.path_key === target.path_key;
  return address.host === target.host || (withSubdomains && address.host.endsWith('.' + target.host));
}

/** Pages outside the target from which newest moves lead into it in at most three steps. */
function movedInto(web: KnownWeb, target: Target, withSubdomains: boolean): ReadonlySet<string> {
  const reached = new Set<string>();
  for (let step = 0; step < 3; step += 1) {
    const before = new Set(reached);
    for (const url of PAGES) {
      const newest = newestVisit(web, url);
      const to = newest === undefined ? undefined : moveOf(newest);
      if (to === undefined || isIn(target, withSubdomains, url)) continue;
      if (isIn(target, withSubdomains, to) || before.has(keyOf(to))) reached.add(keyOf(url));
    }
  }
  return reached;
}

function dayOf(at: number): string {
  return day(at).toISOString();
}

function distinct(values: readonly (string | undefined)[]): number {
  return new Set(values).size;
}

it(
  'gives what the rules give for any web in any order of arrival, and the same again',
  { timeout: 600_000 },
  async () => {
    await assert(
      asyncProperty(
        visits,
        subarray([0, 1, 2, 3, 4, 5, 6]),
        array(questions, { minLength: 1, maxLength: 3 }),
        async (all, again, asked) => {
          await index.clear();
          const repeated = [...all, ...again.flatMap((at) => all[at] ?? [])];
          for (const { url, at, status, to, canonical, links } of repeated) {
            await index.writer.write(
              pageFact(url, {
                at: day(at),
                status,
                ...(status === 301 ? { redirect: to } : {}),
                document: { canonical_url: canonical ?? undefined },
                links: status === 200 ? links : [],
              }),
            );
            if (at % 3 === 0) await index.writer.flush();
          }
          await index.writer.flush();
          const web = readWeb(all);
          for (const question of asked) await compare(web, question);
        },
      ),
      { numRuns: 40 },
    );
  },
);

async function compare(web: KnownWeb, question: Parameters<typeof expected>[1]): Promise<void> {
  const target = parseTarget(question.target);
  const figures = (await index.links.summary({ ...question, target, list_limit: 100 }, signal)).value;
  expect(figures).toMatchObject(expected(web, question));
  const listed = await index.links.list(
    {
      ...question,
      target,
      mode: 'as_is',
      broken_only: false,
      rank_min: undefined,
      sort_by: 'first_seen',
      limit: 1000,
      offset: 0,
    },
    signal,
  );
  const external = {
    ...question,
    include_subdomains: true,
    include_indirect_links: false,
    exclude_internal_backlinks: true,
  };
  expect(listed.value.total_count).toBe(expected(web, external)['backlinks']);
  const rows = listed.value.backlinks.map((link) =>
    [
      keyOf(link.url_from),
      keyOf(link.url_to),
      link.anchor,
      link.dofollow,
      link.first_seen,
      link.last_seen,
      link.lost_date,
      link.is_new,
    ].join(' '),
  );
  const rules = matching(web, external).map(({ link, lost }) =>
    [
      keyOf(link.source),
      keyOf(link.target),
      link.anchor,
      link.dofollow,
      dayOf(link.first),
      dayOf(lastSeen(web, link)),
      lost === null ? null : dayOf(lost),
      isNew(web, link),
    ].join(' '),
  );
  expect(rows.toSorted()).toEqual(rules.toSorted());
}

interface Question {
  readonly target: string;
  readonly status: LinkStatus;
  readonly dofollow_only: boolean;
  readonly include_subdomains: boolean;
  readonly include_indirect_links: boolean;
  readonly exclude_internal_backlinks: boolean;
}

function inScope(
  web: KnownWeb,
  question: Question,
): readonly { readonly link: KnownLink; readonly lost: number | null }[] {
  const target = parseTarget(question.target);
  const moved = question.include_indirect_links
    ? movedInto(web, target, question.include_subdomains)
    : new Set<string>();
  return web.links
    .filter((link) => isIn(target, question.include_subdomains, link.target) || moved.has(keyOf(link.target)))
    .filter((link) => !question.dofollow_only || link.dofollow)
    .filter((link) => !question.exclude_internal_backlinks || pageAddress(link.source)?.domain !== target.domain)
    .map((link) => ({ link, lost: lostAt(web, link) }));
}

function matching(web: KnownWeb, question: Question): ReturnType<typeof inScope> {
  return inScope(web, question).filter(
    ({ lost }) => question.status === 'all' || (lost === null) === (question.status === 'live'),
  );
}

function expected(web: KnownWeb, question: Question): Record<string, unknown> {
  const target = parseTarget(question.target);
  const couldSee = web.visits.some(
    (visit) =>
      (visit.status === 200 || moveOf(visit) !== undefined) &&
      (!question.exclude_internal_backlinks || pageAddress(visit.url)?.domain !== target.domain),
  );
  if (!couldSee) return { backlinks: null, referring_domains: null, lost_backlinks: null };
  const links = matching(web, question).map(({ link }) => link);
  const hostOf = (link: KnownLink): string | undefined => pageAddress(link.source)?.host;
  const broken = links.filter((link) => (newestVisit(web, link.target)?.status ?? 0) >= 400);
  const isUnknown = links.length > 0 && links.every((link) => newestVisit(web, link.target) === undefined);
  const hosts = distinct(links.map(hostOf));
  return {
    backlinks: links.length,
    referring_domains: hosts,
    referring_main_domains: distinct(links.map((link) => pageAddress(link.source)?.domain)),
    referring_pages: distinct(links.map((link) => keyOf(link.source))),
    referring_domains_nofollow: hosts - distinct(links.filter((link) => link.dofollow).map(hostOf)),
    dofollow_backlinks: links.filter((link) => link.dofollow).length,
    broken_backlinks: isUnknown ? null : broken.length,
    broken_pages: isUnknown ? null : distinct(broken.map((link) => keyOf(link.target))),
    lost_backlinks: inScope(web, question).filter(({ lost }) => lost !== null).length,
    first_seen: links.length === 0 ? null : dayOf(Math.min(...links.map((link) => link.first))),
    last_seen: links.length === 0 ? null : dayOf(Math.max(...links.map((link) => lastSeen(web, link)))),
  };
}
