import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { AppError } from '../../../kernel/errors.ts';
import type { Serp } from '../../../ports/serp.ts';
import { anyCharacter } from '../../../../test/any-character.ts';
import { refusedFields } from '../../../../test/pure-operation.ts';
import { contextWithKeywords } from '../../../../test/keyword-records.ts';
import { serpRecord } from '../../../../test/serp-records.ts';
import search from '../../search/search/operation.ts';
import build from './operation.ts';

/** Stored result pages are all that it may reach for; asking a source would throw. */
async function call(keywords: readonly string[], stored: readonly Serp[] = []) {
  const { context } = contextWithKeywords({ serps: stored });
  const { result, guidance, markdown_summary } = await build.prepare({ keywords }).run(context);
  if (guidance === undefined || !('steps' in guidance)) throw new Error('The operation answers a workflow.');
  return { result, guidance, markdown_summary };
}

/** Ten results, of which the first `shared` are those of every other page of this kind. */
function page(keyword: string, shared: number, facts: Partial<Serp> = {}): Serp {
  const items = Array.from({ length: 10 }, (_, at) => ({
    url: at < shared ? `https://shop${at}.example/bikes` : `https://${keyword.replaceAll(' ', '-')}${at}.example/`,
  }));
  return serpRecord(items, { keyword, ...facts });
}

describe('keyword-cluster.build', () => {
  it('needs no source and costs two credits', () => {
    expect(build.needs).toEqual({ serp: { optional: true }, embeddings: { optional: true } });
    expect(build.prepare(build.example).credits).toBe(2);
  });

  it('names the field that is wrong', () => {
    expect(refusedFields(build, {})).toEqual(['keywords']);
    expect(refusedFields(build, { keywords: [] })).toEqual(['keywords']);
    expect(refusedFields(build, { keywords: Array.from({ length: 201 }, () => 'a') })).toEqual(['keywords']);
    expect(refusedFields(build, { keywords: ['a', 5, 'b'] })).toEqual(['keywords[1]']);
    expect(refusedFields(build, { keywords: ['a', 'x'.repeat(100_000)] })).toEqual(['keywords[1]']);
    expect(refusedFields(build, { keywords: ['a'], keyword: 'b' })).toEqual(['keyword']);
  });

  it('answers its example with clusters, a plan and a summary', async () => {
    const { result, guidance, markdown_summary } = await call(build.example.keywords);
    const { cluster_plan } = build.result.parse(result);
    expect(cluster_plan.clusters.map(({ keywords }) => keywords)).toContainEqual([
      'running shoes for flat feet',
      'flat feet running shoe',
    ]);
    expect(cluster_plan.method.name).toBe('lexical');
    expect(guidance.next_calls).toHaveLength(1);
    expect(markdown_summary).toMatch(/^## Keyword clusters\n/);
    expect(markdown_summary).toContain('| c1 |');
  });

  it('plans only calls that their operation takes, and leaves them out where there is nothing to ask', async () => {
    expect((await call(['', '\u202E'])).guidance.next_calls).toEqual([]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.string({ unit: anyCharacter, maxLength: 700 }), fc.constant('running shoes')), {
          minLength: 1,
          maxLength: 8,
        }),
        async (keywords) => {
          const { guidance } = await call(keywords.map((keyword) => keyword.slice(0, 700)));
          for (const { operation, body } of guidance.next_calls) {
            expect(operation).toBe(search.id);
            expect(search.prepare(body).credits).toBe(1);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('gives the same answer for the same keywords in another order', async () => {
    const keywords = build.example.keywords;
    expect(await call([...keywords].reverse())).toEqual(await call(keywords));
  });

  it('goes by shared results where the store knows them, says so, and asks nobody', async () => {
    const stored = [page('velo fix', 8), page('mend cycle', 8), page('bike hire', 0)];
    const keywords = stored.map(({ keyword }) => keyword);
    const { cluster_plan } = build.result.parse((await call(keywords, stored)).result);
    expect(cluster_plan.clusters.map((cluster) => cluster.keywords.toSorted())).toEqual([['mend cycle', 'velo fix']]);
    expect(cluster_plan.method).toMatchObject({
      name: 'serp',
      keywords_with_serp: 3,
      series: { engine: 'google', location_code: 2840, language: 'en', device: 'desktop' },
    });
    const mixed = build.result.parse((await call([...keywords, 'tandem'], stored)).result).cluster_plan.method;
    expect(mixed).toMatchObject({ name: 'mixed', keywords_with_serp: 3, pairs_by_serp: 3 });
    expect(mixed.note).toContain('3 of 4 keywords have a known result page (google, location 2840, en, desktop');
  });

  it('takes what searches are for from their result pages where at least half of them are known', async () => {
    const shops = ['velo fix', 'mend cycle'].map((keyword) => {
      const stored = page(keyword, 8);
      return {
        ...stored,
        items: stored.items.map((item, at) => ({
          ...item,
          url: `https://shop-${at}.test/category/bikes`,
          title: 'Bikes',
        })),
      };
    });
    const clusterOf = async (stored: typeof shops) => {
      const { result } = await call(['velo fix', 'mend cycle'], stored);
      const { clusters, unclustered } = build.result.parse(result).cluster_plan;
      return [...clusters, ...unclustered].map(({ intent, intent_source, intent_evidence }) => ({
        intent,
        intent_source,
        intent_evidence,
      }));
    };
    expect(await clusterOf(shops)).toEqual([
      {
        intent: 'transactional',
        intent_source: 'result_page',
        intent_evidence: ['2 of 2 result pages are transactional'],
      },
    ]);
    expect((await clusterOf([])).map(({ intent_source }) => intent_source)).toEqual(['words', 'words']);
  });

  it('never compares result pages of two engines, places or devices', async () => {
    const stored = [
      page('velo fix', 8),
      page('mend cycle', 8, { engine: 'bing' }),
      page('bike hire', 8, { device: 'mobile' }),
      page('bike loan', 8, { location: null }),
    ];
    const { cluster_plan } = build.result.parse(
      (
        await call(
          stored.map(({ keyword }) => keyword),
          stored,
        )
      ).result,
    );
    expect(cluster_plan.method).toMatchObject({ name: 'lexical', pairs_by_serp: 0 });
  });

  it('takes the series with most keywords, although newer pages are of others', async () => {
    const older = { engine: 'bing', checked_at: '2026-10-01T08:00:00Z' };
    const stored = [
      page('velo fix', 8),
      page('velo fix', 8, older),
      page('mend cycle', 8, older),
      page('tandem', 0, older),
    ];
    const { cluster_plan } = build.result.parse((await call(['velo fix', 'mend cycle', 'tandem'], stored)).result);
    expect(cluster_plan.method).toMatchObject({ name: 'serp', keywords_with_serp: 3, series: { engine: 'bing' } });
  });

  it('leaves out result pages that are old or were read in part', async () => {
    const short = page('mend cycle', 8);
    const stored = [
      page('velo fix', 8, { checked_at: '2026-01-01T08:00:00Z' }),
      { ...short, items: short.items.slice(0, 6), ended: 'stopped_on_match' as const },
      page('tandem', 8),
    ];
    const { cluster_plan } = build.result.parse((await call(['velo fix', 'mend cycle', 'tandem'], stored)).result);
    expect(cluster_plan.method).toMatchObject({ name: 'lexical', keywords_with_serp: 1 });
  });

  it('brings together what an embeddings source knows to mean one thing, and goes by words where it fails', async () => {
    const others =
      'abwasser bremse dachs eimer farbe garten hafer igel jacke kanne lampe milch nagel orgel pinsel quark'
        .split(' ')
        .map((word) => `${word} kaufen`);
    const keywords = [...others, 'einlagen', 'sohlen für schuhe', 'brille', 'zelt'];
    const one = keywords.indexOf('einlagen');
    const other = keywords.indexOf('sohlen für schuhe');
    const vectors = keywords.map((_, at) => {
      const vector = new Float32Array(keywords.length);
      vector[at === other ? one : at] = 1;
      return vector;
    });
    const pagesWith = async (embed: () => Promise<unknown>) => {
      const { context } = contextWithKeywords({});
      const ports = Object.assign(context.ports, { embeddings: { embed } });
      const { result } = await build.prepare({ keywords }).run({ ...context, ports });
      return build.result.parse(result).cluster_plan;
    };
    const meant = await pagesWith(() => Promise.resolve({ model: 'test', vectors }));
    expect(meant.clusters.map((each) => each.keywords.toSorted())).toContainEqual(['einlagen', 'sohlen für schuhe']);
    expect(meant.method.note).toContain('meaning');
    const failed = await pagesWith(() => Promise.reject(new AppError('source_not_configured', 'None is connected.')));
    expect(failed.unclustered.map(({ keyword }) => keyword)).toContain('sohlen für schuhe');
  });
});
