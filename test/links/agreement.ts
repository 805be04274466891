import { expect } from 'vitest';

import type { LinksSource, TargetPagesQuery } from '../../src/ports/links.ts';

type Asked = Pick<TargetPagesQuery, 'target' | 'status' | 'include_indirect_links'>;

/** What the questions say of one target has to agree, whatever the rules are. */
export async function expectAgreement(
  source: LinksSource,
  { target, status, include_indirect_links }: Asked,
): Promise<void> {
  const asked: Asked = { target, status, include_indirect_links };
  const signal = AbortSignal.timeout(60_000);
  const whole = { limit: 1000, offset: 0 };
  const { value: summary } = await source.summary(
    {
      ...asked,
      dofollow_only: false,
      include_subdomains: true,
      exclude_internal_backlinks: true,
      list_limit: 10,
    },
    signal,
  );
  const { value: anchors } = await source.anchors(
    {
      ...asked,
      anchor_filter: undefined,
      backlinks_min: undefined,
      referring_domains_min: undefined,
      sort_by: 'rank',
      ...whole,
    },
    signal,
  );
  const { value: domains } = await source.referringDomains(
    {
      ...asked,
      domain_filter: undefined,
      backlinks_min: undefined,
      referring_pages_min: undefined,
      rank_min: undefined,
      sort_by: 'rank',
      ...whole,
    },
    signal,
  );
  const groups = [
    { name: 'anchors', answer: anchors, rows: anchors.anchors },
    { name: 'referring domains', answer: domains, rows: domains.domains },
    ...(target.path_key === undefined ? [await pagesOf(source, asked, signal)] : []),
  ];
  for (const { name, answer, rows } of groups) {
    expect({
      name,
      backlinks: answer.backlinks,
      sum: rows.reduce((sum, row) => sum + row.backlinks, 0),
      followed: rows.reduce((sum, row) => sum + row.dofollow_backlinks, 0),
      groups: rows.length,
    }).toEqual({
      name,
      backlinks: summary.backlinks,
      sum: summary.backlinks ?? 0,
      followed: summary.dofollow_backlinks ?? 0,
      groups: answer.total_count ?? 0,
    });
  }
  expect(domains.total_count).toBe(summary.referring_domains);
  expect(new Set(domains.domains.map((row) => row.main_domain)).size).toBe(summary.referring_main_domains ?? 0);
  await expectListAgrees(source, asked, summary);
  await expectSeriesEnds(source, asked, signal);
}

async function pagesOf(
  source: LinksSource,
  asked: Asked,
  signal: AbortSignal,
): Promise<{ name: string; answer: { backlinks: number | null; total_count: number | null }; rows: readonly Row[] }> {
  const { value } = await source.targetPages(
    {
      ...asked,
      page_filter: undefined,
      title_filter: undefined,
      status_code: undefined,
      backlinks_min: undefined,
      referring_domains_min: undefined,
      sort_by: 'rank',
      limit: 1000,
      offset: 0,
    },
    signal,
  );
  return { name: 'target pages', answer: value, rows: value.pages };
}

interface Row {
  readonly backlinks: number;
  readonly dofollow_backlinks: number;
}

/** Page after page of seven rows: no row twice, none left out, and as many as the summary counts. */
async function expectListAgrees(
  source: LinksSource,
  asked: Asked,
  summary: { readonly backlinks: number | null; readonly referring_domains: number | null },
): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  const query = { ...asked, dofollow_only: false, broken_only: false, rank_min: undefined } as const;
  const ask = async (mode: 'as_is' | 'one_per_domain', limit: number, offset: number) =>
    (await source.list({ ...query, mode, sort_by: 'rank', limit, offset }, signal)).value;
  const seen = new Set<string>();
  let rows = 0;
  for (let offset = 0; ; offset += 7) {
    const { total_count, backlinks } = await ask('as_is', 7, offset);
    expect(total_count).toBe(summary.backlinks);
    for (const link of backlinks) {
      seen.add(JSON.stringify([link.url_from, link.url_to, link.item_type, link.anchor, link.alt]));
    }
    rows += backlinks.length;
    if (backlinks.length === 0) break;
  }
  expect(rows).toBe(summary.backlinks ?? 0);
  expect(seen.size).toBe(rows);
  expect((await ask('one_per_domain', 1, 0)).total_count).toBe(summary.referring_domains);
}

/** What was there before, with all that came and without all that went, is what there is. */
async function expectSeriesEnds(
  source: LinksSource,
  { target, include_indirect_links }: Asked,
  signal: AbortSignal,
): Promise<void> {
  const include_subdomains = true;
  const { value: series } = await source.timeseries(
    {
      target,
      include_subdomains,
      include_indirect_links,
      date_from: '2026-03-03',
      date_to: '2030-01-01',
      group: 'week',
      spam_score_min: 61,
    },
    signal,
  );
  const { value: now } = await source.summary(
    {
      target,
      status: 'live',
      dofollow_only: false,
      include_subdomains,
      include_indirect_links,
      exclude_internal_backlinks: true,
      list_limit: 1,
    },
    signal,
  );
  if (series.before === null) {
    expect(now.backlinks).toBeNull();
    return;
  }
  let { backlinks, referring_domains } = series.before;
  for (const point of series.points) {
    backlinks += point.new_backlinks - point.lost_backlinks;
    referring_domains += point.new_referring_domains - point.lost_referring_domains;
  }
  expect({ backlinks, referring_domains }).toEqual({
    backlinks: now.backlinks,
    referring_domains: now.referring_domains,
  });
}
