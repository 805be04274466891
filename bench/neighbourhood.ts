import { rebuild } from '../src/index/rebuild.ts';
import type { Operation, RunContext } from '../src/contract/operation.ts';
import type { Ports } from '../src/ports/sources.ts';
import anchors from '../src/operations/backlinks/anchors/operation.ts';
import competitors from '../src/operations/backlinks/competitors/operation.ts';
import domainPages from '../src/operations/backlinks/domain-pages/operation.ts';
import list from '../src/operations/backlinks/list/operation.ts';
import newLost from '../src/operations/backlinks/new-lost-timeseries/operation.ts';
import finder from '../src/operations/backlinks/opportunity-finder/operation.ts';
import intersection from '../src/operations/backlinks/page-intersection/operation.ts';
import referringDomains from '../src/operations/backlinks/referring-domains/operation.ts';
import summary from '../src/operations/backlinks/summary/operation.ts';
import { registrableDomain } from '../src/web/url.ts';
import { openTestIndex } from '../test/index-engine.ts';
import { contextWithLinks } from '../test/link-context.ts';
import { ACME, MONEY_TARGET } from '../test/links/neighbourhood-sites.ts';
import { factsOf, neighbourhood } from '../test/links/neighbourhood.ts';
import { runChecked } from '../test/pure-operation.ts';

/**
 * What the backlink operations say of the planted web, beside what is true of it: twelve honest sites, a forum that was
 * broken into, and three farms with the shop that bought from them. It judges nothing; a reader who knows these sites does.
 *
 *   node bench/neighbourhood.ts
 */
/** Where the forum leads that was broken into. */
const BEHIND_THE_FORUM = 'spielhalle-bonus-1.example';
const RIVALS = ['rivet.example', 'ironmonger.example'];
const NOW = new Date('2026-03-31T12:00:00Z');

const sites = neighbourhood();
const characters = new Map(sites.map(({ domain, character }) => [domain, character]));
const hacked = new Set(sites.flatMap(({ pages }) => pages.filter((page) => page.is_hacked).map(({ url }) => url)));
const facts = await factsOf(sites);
const index = await openTestIndex();

/** Every link between sites, as their authors and intruders placed it. */
const planted = facts.flatMap(({ url, observed_at, links }) =>
  links.flatMap((link) => {
    const [from, to] = [domainOf(url), domainOf(link.target_url)];
    return from === to ? [] : [{ ...link, url, from, to, observed_at, truth: truthOf(url) }];
  }),
);

function domainOf(url: string): string {
  return registrableDomain(new URL(url).hostname);
}

/** Whose site a page is on, and whether somebody else wrote on it. */
function truthOf(url: string): string {
  const character = characters.get(domainOf(url)) ?? 'unknown';
  return hacked.has(url) ? 'hacked page' : character === 'hacked' ? 'forum, own words' : character.replace('_', ' ');
}

const ports: Partial<Ports['links']> = Object.fromEntries(
  (
    [
      'summary',
      'list',
      'anchors',
      'referringDomains',
      'targetPages',
      'competitors',
      'timeseries',
      'pageIntersection',
    ] as const
  ).map((method) => {
    const ask: (query: never, signal: AbortSignal) => Promise<{ readonly value: unknown }> = index.links[method].bind(
      index.links,
    );
    return [method, async (query: never) => (await ask(query, AbortSignal.timeout(60_000))).value];
  }),
);

async function answer(operation: Operation, body: object): Promise<unknown> {
  const compute: RunContext['compute'] = async (task, input) => task.run(input);
  const context = Object.assign(contextWithLinks(ports), { now: NOW, compute });
  const { result } = await runChecked(operation, body, context);
  return result;
}

type Cell = string | number | boolean | null | undefined;

function print(title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const cells = [columns, ...rows.map((row) => row.map((cell) => String(cell ?? 'null')))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)));
  console.log(`\n${title}`);
  for (const row of cells)
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

function signsOf(signs: readonly { readonly sign: string; readonly peers?: number | null }[] | null): string {
  return signs?.map(({ sign, peers }) => (typeof peers === 'number' ? `${sign} ${peers}` : sign)).join(', ') ?? 'null';
}

function tally(values: readonly string[]): string {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => `${value} ${all.length}`);
  return counts.toSorted().join(', ');
}

function linksTo(target: string): typeof planted {
  return planted.filter(({ to }) => to === target);
}

async function printSummary(target: string): Promise<void> {
  const links = linksTo(target);
  const from = (condition: (link: (typeof links)[number]) => boolean): number =>
    new Set(links.filter(condition).map((link) => link.from)).size;
  const total = summary.result.parse(await answer(summary, { target }));
  print(
    `1 backlinks.summary ${target}`,
    ['figure', 'truth', 'answer'],
    [
      ['backlinks', links.length, total.backlinks],
      ['referring domains', from(() => true), total.referring_main_domains],
      ['  of farms', from(({ truth }) => truth.includes('farm')), signsOf(total.spam_signs)],
      ['followed', links.filter(({ dofollow }) => dofollow).length, `share ${total.dofollow_share}`],
      ['authority', truthOf(`https://${target}/`), `${total.rank} (${total.authority_tier})`],
      ['spam, risk', '', `${total.spam_score}, ${total.risk_level}: ${total.risk_reasons.join(' ')}`],
      ['action', '', total.recommended_action_type],
    ],
  );
}

async function printList(target: string): Promise<void> {
  const listed = list.result.parse(await answer(list, { target, limit: 100, mode: 'as_is' }));
  print(
    `2 backlinks.list ${target}, every link`,
    ['from', 'truth', 'class', 'rank', 'spam', 'signs', 'placement', 'score'],
    listed.items.map((row) => [
      row.url_from.replace('https://', ''),
      truthOf(row.url_from),
      row.classification,
      row.rank,
      row.backlink_spam_score,
      signsOf(row.spam_signs),
      row.placement,
      row.score,
    ]),
  );
}

async function printAnchors(target: string): Promise<void> {
  const links = linksTo(target);
  const texts = anchors.result.parse(await answer(anchors, { target, limit: 100 }));
  print(
    `3 backlinks.anchors ${target}; over-optimized: ${texts.profile.over_optimized}. ${texts.profile.reason}`,
    ['anchor', 'truth: links from', 'links', 'intent', 'spam', 'risk signals', 'priority'],
    texts.items.map((row) => [
      row.anchor,
      tally(links.filter(({ anchor }) => anchor === row.anchor).map(({ truth }) => truth)),
      row.backlinks,
      row.anchor_intent,
      row.spam_score,
      row.risk_signals.map(({ signal }) => signal).join(', '),
      row.priority,
    ]),
  );
}

async function printHosts(target: string): Promise<void> {
  const links = linksTo(target);
  const hosts = referringDomains.result.parse(await answer(referringDomains, { target, limit: 100 }));
  print(
    `4 backlinks.referring-domains ${target}`,
    ['domain', 'truth', 'links', 'found', 'rank', 'spam', 'signs', 'action', 'priority'],
    hosts.items.map((row) => [
      row.domain,
      truthOf(`https://${row.domain}/`),
      links.filter((link) => link.from === row.main_domain).length,
      row.backlinks,
      row.domain_rank,
      row.spam_score,
      signsOf(row.spam_signs),
      row.action,
      row.priority,
    ]),
  );
}

async function printPages(target: string): Promise<void> {
  const links = linksTo(target);
  const pages = domainPages.result.parse(await answer(domainPages, { target, limit: 100 }));
  print(
    `5 backlinks.domain-pages ${target}`,
    ['page', 'truth: links from', 'links', 'rank', 'spam', 'action', 'priority'],
    pages.items.map((row) => [
      row.url.replace('https://', ''),
      tally(links.filter((link) => link.target_url === row.url).map(({ truth }) => truth)),
      row.backlinks,
      row.page_rank,
      row.spam_score,
      row.action,
      row.priority,
    ]),
  );
}

async function printCompetitors(target: string): Promise<void> {
  const rivals = competitors.result.parse(await answer(competitors, { target, limit: 100 }));
  print(
    `6 backlinks.competitors ${target}; left out as spam: ${rivals.left_out_as_spam.join(', ')}`,
    ['domain', 'truth', 'rank', 'shared sites', 'score', 'priority'],
    rivals.items.map((row) => [
      row.domain,
      truthOf(`https://${row.domain}/`),
      row.rank,
      row.intersections,
      row.opportunity_score,
      row.priority,
    ]),
  );
}

async function printSeries(target: string): Promise<void> {
  const asked = { target, date_from: '2026-03-01', date_to: '2026-03-31', group_range: 'week' };
  const series = newLost.result.parse(await answer(newLost, asked));
  const links = linksTo(target);
  print(
    `7 backlinks.new-lost-timeseries ${target}; momentum: ${series.momentum}. ${series.notes.join(' ')}`,
    ['week', 'truth: links from', 'new links', 'new hosts'],
    series.points.map((point) => {
      const [start, end] = [Date.parse(point.period), Date.parse(point.period) + 7 * 86_400_000];
      const within = links.filter((link) => link.observed_at.getTime() >= start && link.observed_at.getTime() < end);
      return [point.period, tally(within.map(({ truth }) => truth)), point.new_backlinks, point.new_referring_domains];
    }),
  );
}

async function printGap(target: string): Promise<void> {
  const gap = intersection.result.parse(
    await answer(intersection, { targets: RIVALS, exclude_targets: [target], limit: 100 }),
  );
  print(
    `8 backlinks.page-intersection: links to ${RIVALS.join(' or ')}, not to ${target}`,
    ['page', 'truth', 'targets', 'spam', 'signs', 'signals', 'score', 'priority'],
    gap.items.map((row) => [
      row.url.replace('https://', ''),
      truthOf(row.url),
      row.linked_targets_count,
      row.spam_score,
      signsOf(row.spam_signs),
      row.quality.signals.join(', '),
      row.score,
      row.priority,
    ]),
  );
  await printProspects(target, gap);
}

async function printProspects(target: string, gap: ReturnType<typeof intersection.result.parse>): Promise<void> {
  const prospects = gap.items.map((row) => ({
    source_domain: row.domain,
    source_url: row.url,
    spam_score: row.spam_score,
    domain_rank: row.domain_rank,
    linked_competitors: row.linked_targets.map((linked) => linked.target),
    dofollow: row.quality.dofollow,
  }));
  if (prospects.length === 0) return;
  const found = finder.result.parse(await answer(finder, { target, prospects }));
  print(
    '9 backlinks.opportunity-finder with these pages',
    ['domain', 'truth', 'answer', 'score', 'priority'],
    [
      ...found.opportunities.map((row) => [
        row.prospect.domain,
        truthOf(`https://${row.prospect.domain}/`),
        row.action_type,
        row.score,
        row.priority,
      ]),
      ...found.rejected.map((row) => [
        row.prospect.domain,
        truthOf(`https://${row.prospect.domain}/`),
        `rejected: ${row.reason}`,
        '',
        '',
      ]),
    ],
  );
}

try {
  for (const fact of facts) await index.writer.write(fact);
  await index.writer.flush();
  await rebuild(index.database, () => undefined);
  await index.writer.flush();
  for (const target of [ACME, MONEY_TARGET]) {
    for (const table of [printSummary, printList, printAnchors, printHosts, printPages]) await table(target);
  }
  await printList(BEHIND_THE_FORUM);
  for (const table of [printCompetitors, printSeries, printGap]) await table(ACME);
} finally {
  await index.close();
}
