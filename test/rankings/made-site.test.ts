import { describe, expect, it } from 'vitest';

import { type JudgedPage, judgeSite, listTasks, TRUE_CAUSES } from './judged-site.ts';
import { KINDS, makeSite } from './made-site.ts';

const TO = '2026-11-18';
const LOSING = Object.keys(TRUE_CAUSES);

const counts = Object.fromEntries(KINDS.map((kind) => [kind, 6]));
const site = makeSite({ seed: 9001, to: TO, counts, clicks: [10, 60] });

describe('decay on a site whose truth is known', () => {
  const judged = judgeSite(site);
  const of = (kinds: readonly string[]): JudgedPage[] => judged.filter(({ kind }) => kinds.includes(kind));

  it('is found on at least four of five pages that lose two fifths of their clicks or more', () => {
    const losing = of(LOSING);
    const found = losing.filter(({ audit }) => audit.status === 'decaying');
    expect(losing).toHaveLength(30);
    expect(found.length).toBeGreaterThanOrEqual(24);
  });

  it('is explained by its true cause on nine of ten pages where it is found', () => {
    const found = of(LOSING).filter(({ audit }) => audit.status === 'decaying');
    const right = found.filter(
      ({ audit, kind }) => new Map(Object.entries(TRUE_CAUSES)).get(kind) === audit.likely_causes[0]?.cause,
    );
    expect(right.length).toBeGreaterThanOrEqual(found.length * 0.9);
  });

  it('is dated to within a week of its begin on half of the pages', () => {
    const errors = of(LOSING).flatMap(({ audit, page }) =>
      audit.first_decline_at === null || page.since === null
        ? []
        : [Math.abs(Date.parse(audit.first_decline_at) - Date.parse(page.since)) / 86_400_000],
    );
    expect(errors.toSorted((one, other) => one - other)[errors.length >> 1]).toBeLessThanOrEqual(7);
  });

  it('is never called on a page that rests, moved, is new or takes over searches', () => {
    const quiet = judged.filter(({ kind }) => !LOSING.includes(kind));
    expect(quiet.length).toBeGreaterThanOrEqual(42);
    expect(quiet.filter(({ audit }) => audit.status === 'decaying').map(({ page }) => page.url)).toEqual([]);
  });

  it('exempts new pages, whatever they do', () => {
    for (const { audit } of of(['new_page']))
      expect(audit).toMatchObject({ decaying: false, status: 'insufficient_data', exempt: { reason: 'new_page' } });
  });

  it('follows a page that moved, and judges it with the history of its old address', () => {
    for (const { audit, page } of of(['moved'])) {
      expect(audit.url).toBe(page.other);
      expect(audit.followed).toEqual([page.url]);
      expect(audit.status).not.toBe('decaying');
    }
  });
});

describe('a site that only breathes with season and weekdays', () => {
  it('has no decaying page', () => {
    const breathing = makeSite({ seed: 9101, to: TO, season: 0.5, counts: { seasonal: 40, steady: 20 } });
    const judged = judgeSite(breathing);
    // Its clicks do fall: by more than a tenth on most pages.
    expect(judged.filter(({ audit }) => (audit.decay_percent ?? 0) > 10).length).toBeGreaterThan(30);
    expect(judged.filter(({ audit }) => audit.status === 'decaying')).toEqual([]);
    expect(judged.flatMap(({ audit }) => audit.likely_causes)).toEqual([]);
    const refreshes = listTasks(breathing).filter(({ signal }) => signal === 'decay');
    expect(refreshes.length).toBeLessThanOrEqual(2);
  });
});

describe('a break in how impressions are counted', () => {
  it('makes no page decay: clicks decide', () => {
    const miscounted = makeSite({
      seed: 9201,
      to: '2025-10-08',
      season: 0.1,
      counts: { steady: 20 },
      // Bots stop loading 100 results a page.
      miscount: (day) => (day < '2025-09-12' ? 2.5 : 1),
    });
    const judged = judgeSite(miscounted);
    expect(judged.filter(({ audit }) => audit.status === 'decaying')).toEqual([]);
    for (const { audit } of judged) {
      expect(audit.judged_by).not.toBe('impressions');
      expect(audit.known_breaks.map(({ from }) => from)).toContain('2025-09-10');
    }
  });
});

describe('opportunities on a site whose truth is known', () => {
  const tasks = listTasks(site);
  const signalsOf = (kind: string): readonly (readonly string[])[] => {
    const byUrl = new Map(tasks.map((task) => [task.url, task]));
    return site.pages
      .filter((page) => page.kind === kind && !/-(?:new|rival)$/.test(page.url))
      .map(({ url }) => {
        const task = byUrl.get(url);
        return task === undefined ? [] : [task.signal, ...task.also.map(({ signal }) => signal)];
      });
  };

  it.each([
    ['striking', 'striking_distance', 6],
    ['low_ctr', 'low_click_rate', 5],
    ['cannibalised', 'cannibalisation', 5],
    ['technical', 'page_fault', 6],
    ['rank_loss', 'decay', 5],
  ])('are found: %s pages as %s, at least %i of 6', (kind, signal, least) => {
    expect(signalsOf(kind).filter((signals) => signals.includes(signal)).length).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ['steady', 'decay'],
    ['seasonal', 'decay'],
    ['growing', 'decay'],
    ['steady', 'low_click_rate'],
    ['steady', 'cannibalisation'],
    ['steady', 'page_fault'],
  ])('are not made up: no %s page as %s', (kind, signal) => {
    expect(signalsOf(kind).filter((signals) => signals.includes(signal))).toEqual([]);
  });

  it('are one task a page, each page once', () => {
    const pages = tasks.map(({ url, dedupe_key }) => url ?? dedupe_key);
    expect(new Set(pages).size).toBe(pages.length);
    expect(new Set(tasks.map(({ dedupe_key }) => dedupe_key)).size).toBe(tasks.length);
  });

  it('put a page that cannot be shown before all else that it could gain', () => {
    const closed = tasks.filter(({ url }) => url?.includes('/technical-'));
    expect(new Set(closed.map(({ signal }) => signal))).toEqual(new Set(['page_fault']));
  });
});
