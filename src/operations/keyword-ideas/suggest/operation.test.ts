import { describe, expect, it } from 'vitest';

import { contextWithKeywords, keywordFact, type KnownKeywords, volumeFact } from '../../../../test/keyword-records.ts';
import { runChecked } from '../../../../test/pure-operation.ts';
import { serpRecord } from '../../../../test/serp-records.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { IdeaEvidence, KeywordFact, KeywordIdea } from '../../../ports/keywords.ts';
import type { SeenResult } from '../../../ports/serp.ts';
import { KeywordIdeas } from './ideas.ts';
import suggest from './operation.ts';

async function call(body: Readonly<Record<string, unknown>>, known: KnownKeywords = {}) {
  const { context, asked } = contextWithKeywords(known);
  const answer = await runChecked(suggest, body, context);
  const { credits, guidance } = await suggest.prepare(body).run(contextWithKeywords(known).context);
  if (guidance === undefined || !('steps' in guidance)) throw new Error('The operation answers a workflow.');
  return { ...answer, found: KeywordIdeas.parse(answer.result), asked, credits, guidance };
}

function idea(
  keyword: string,
  kind: IdeaEvidence = 'suggestion',
  seen = 1,
  facts: readonly KeywordFact[] = [],
): KeywordIdea {
  return { keyword, evidence: [{ kind, source: kind === 'suggestion' ? 'brave' : 'stored-results', seen }], facts };
}

const IDEAS = [
  idea('bike repair shop', 'suggestion', 3),
  idea('bike repair shops'),
  idea('mobile bike repair'),
  idea('how to start a bike repair business', 'people_also_ask'),
  idea('bike repair vs new bike'),
  idea('bike chain repair kit'),
  idea('puncture kit', 'related_search'),
];

describe('keyword-ideas.suggest', () => {
  it('takes 5 to 100 ideas and costs four credits', () => {
    expect(suggest.prepare({ keyword: 'bike' }).credits).toBe(4);
    expect(() => suggest.prepare({ keyword: 'bike', limit: 4 })).toThrow(AppError);
    expect(() => suggest.prepare({ keyword: 'bike', limit: 101 })).toThrow(AppError);
    expect(() => suggest.prepare({ keyword: ' ' })).toThrow(AppError);
  });

  it('goes on page by page through one list of ideas, whatever the limit, and ends it', async () => {
    const page = async (offset: number) =>
      call({ keyword: 'bike repair', limit: 5, offset }, { ideas: [...IDEAS, idea('bike repair stand')] });
    const [first, second, past] = [await page(0), await page(5), await page(10)];
    const keywords = [first, second].flatMap(({ found }) => found.items.map(({ keyword }) => keyword));
    expect(keywords).toHaveLength(7);
    expect(new Set(keywords).size).toBe(7);
    expect(second.found).toMatchObject({ total_count: 7, offset: 5, limit: 5 });
    expect(second.asked.ideas).toEqual(first.asked.ideas);
    expect(past.found).toMatchObject({ items: [], total_count: 7 });
    expect(past.guidance.summary).toBe('Offset 10 is past the end of the list: only 7 ideas match.');
  });

  it('exports all ideas as one job, at four credits per hundred that there are', async () => {
    const ideas = Array.from({ length: 240 }, (_, at) => idea(`bike repair ${at}x`));
    const body = { keyword: 'bike repair', export_rows: 900 };
    const { always_queues, credits: price } = suggest.prepare(body);
    expect([always_queues, price]).toEqual([true, 36]);
    const { found, asked, credits } = await call(body, { ideas });
    expect(found.items).toHaveLength(240);
    expect(credits).toBe(12);
    expect(asked.ideas).toMatchObject([{ limit: 1000 }]);
  });

  it('tells how each idea differs from the seed', async () => {
    const { found } = await call({ keyword: 'bike repair' }, { ideas: IDEAS });
    expect(Object.fromEntries(found.items.map(({ keyword, idea_type }) => [keyword, idea_type]))).toEqual({
      'bike repair shop': 'suffix',
      'mobile bike repair': 'prefix',
      'how to start a bike repair business': 'question',
      'bike repair vs new bike': 'comparison',
      'bike chain repair kit': 'modifier',
      'puncture kit': 'related',
    });
    expect(found.idea_types).toMatchObject({ suffix: 1, question: 1, also_rank_for: 0 });
  });

  it('begins with questions about the seed itself, before those of its wider field', async () => {
    const { guidance } = await call(
      { keyword: 'stove' },
      {
        ideas: [
          idea('what to pack for a three day hike', 'related_search', 9, [
            volumeFact('what to pack for a three day hike', 9000),
          ]),
          idea('can you use a stove in a tent', 'people_also_ask'),
        ],
      },
    );
    const step = guidance.steps.find(({ action }) => action.startsWith('Answer 2 questions'));
    expect(step?.action).toContain('starting with “can you use a stove in a tent”');
  });

  it('calls a word that most ideas share no topic of its own', async () => {
    const camping = ['camping stove', 'camping stove fuel', 'camping stove stand', 'camping cookware', 'windshield'];
    const cover = async (words: readonly string[]): Promise<readonly string[]> => {
      const { guidance } = await call({ keyword: 'stove' }, { ideas: words.map((word) => idea(word)) });
      return guidance.steps.map(({ action }) => action).filter((action) => action.startsWith('Cover '));
    };
    expect(await cover(camping)).toEqual([]);
    const more = ['pellet stove', 'stove pipe', 'stove glass', 'stove paint', 'wood stove'];
    expect(await cover([...camping, ...more])).toEqual(['Cover “camping” as a topic of its own.']);
  });

  it('folds near duplicates and says which', async () => {
    const ideas = [...IDEAS, idea('shop for bike repair'), idea('repair bike'), idea('Bike Repair')];
    const { found } = await call({ keyword: 'bike repair' }, { ideas });
    expect(found.dropped).toMatchObject({ near_duplicate: 2, same_as_seed: 2 });
    expect(found.dropped_examples).toContainEqual({
      keyword: 'bike repair shops',
      reason: 'near_duplicate',
      duplicate_of: 'bike repair shop',
    });
    const texts = found.items.map(({ keyword }) => keyword);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('keeps the variant that people search for most', async () => {
    const ideas = [
      idea('bike repair shop', 'suggestion', 9),
      idea('bike repair shops', 'import', 1, [volumeFact('bike repair shops', 900)]),
    ];
    const { found } = await call({ keyword: 'bike repair' }, { ideas });
    expect(found.items.map(({ keyword, search_volume }) => [keyword, search_volume])).toEqual([
      ['bike repair shops', 900],
    ]);
    expect(found.items[0]?.evidence.map(({ kind }) => kind)).toEqual(['import', 'suggestion']);
  });

  it('leaves out adult words, makers alone and other languages, each counted', async () => {
    const ideas = [
      ...IDEAS,
      idea('bike porn'),
      idea('brompton'),
      idea('comment réparer un vélo soi même'),
      idea('？！'),
    ];
    const { found } = await call({ keyword: 'bike repair' }, { ideas });
    expect(found.dropped).toMatchObject({ adult: 1, brand: 1, other_language: 1, no_words: 1 });
    const german = await call(
      { keyword: 'fahrrad reparieren', language: 'en' },
      { ideas: [idea('fahrrad reparieren kosten')] },
    );
    expect(german.found.items.map(({ keyword, language }) => [keyword, language])).toEqual([
      ['fahrrad reparieren kosten', 'de'],
    ]);
  });

  it('asks for the figures of what it keeps alone, and not again for what a source has said', async () => {
    const ideas = [...IDEAS, idea('bike repair stand', 'provider', 1, [volumeFact('bike repair stand', 2900)])];
    const { asked, found } = await call(
      { keyword: 'bike repair' },
      { ideas, facts: [volumeFact('bike repair', 40_500)] },
    );
    expect(asked.metrics).toHaveLength(1);
    expect(asked.metrics[0]?.keywords).toContain('bike repair');
    expect(asked.metrics[0]?.keywords).not.toContain('bike repair stand');
    expect(asked.metrics[0]?.keywords).not.toContain('bike repair shops');
    expect(found.seed).toMatchObject({ keyword: 'bike repair', search_volume: 40_500 });
    expect(found.items[0]).toMatchObject({ keyword: 'bike repair stand', search_volume: 2900 });
  });

  it('has ideas without figures where nobody knows figures, and fails where a source fails', async () => {
    const none = new AppError('source_not_configured', 'No source for keyword volumes is connected.');
    const { found } = await call({ keyword: 'bike repair' }, { ideas: IDEAS, metrics_failure: none });
    expect(found.items).toHaveLength(6);
    expect(found.items.every(({ search_volume, priority }) => search_volume === null && priority === null)).toBe(true);
    expect(found.items.find(({ keyword }) => keyword === 'bike repair shop')?.demand_band).toBe('medium');
    const failure = new AppError('source_failed', 'The source answered 500.');
    await expect(call({ keyword: 'bike repair' }, { ideas: IDEAS, metrics_failure: failure })).rejects.toThrow(failure);
  });

  it('leaves unknown volumes out from a minimum on, and counts them apart from low ones', async () => {
    const facts = [
      volumeFact('bike repair shop', 900),
      volumeFact('mobile bike repair', 20),
      keywordFact('puncture kit'),
    ];
    const { found } = await call({ keyword: 'bike repair', min_search_volume: 100 }, { ideas: IDEAS, facts });
    expect(found.items.map(({ keyword }) => keyword)).toEqual(['bike repair shop']);
    expect(found).toMatchObject({
      unknown_volume_excluded: 4,
      total_count: 1,
      dropped: { below_min_search_volume: 1 },
    });
    const high = await call({ keyword: 'bike repair', min_search_volume: 1_000_000 }, { ideas: IDEAS, facts });
    expect(high.guidance.recommended_action).toBe('Lower the minimum search volume.');
    expect(high.found.coverage).toBe('sample');
  });

  it('lets no type crowd out the others', async () => {
    const many = Array.from({ length: 40 }, (_, at) => {
      const keyword = `bike repair tool${String.fromCodePoint(97 + (at % 26))}${at}`;
      return idea(keyword, 'suggestion', 1, [volumeFact(keyword, 5000 + at)]);
    });
    const { found } = await call({ keyword: 'bike repair', limit: 8 }, { ideas: [...many.slice(0, 15), ...IDEAS] });
    expect(found.items).toHaveLength(8);
    expect(new Set(found.items.map(({ idea_type }) => idea_type)).size).toBeGreaterThanOrEqual(5);
    expect(found.total_count).toBeGreaterThan(8);
  });

  it('finds what the pages that rank for the seed rank for as well, as far as result pages are stored', async () => {
    const page = serpRecord(Array.from({ length: 10 }, (_, at) => ({ url: `https://s${at}.example/repair` })));
    const seen = (keyword: string, url: string): SeenResult => ({
      keyword,
      engine: 'google',
      source: 'dataforseo',
      location_code: 2840,
      language: 'en',
      device: 'desktop',
      checked_at: '2026-11-01T08:00:00Z',
      type: 'organic',
      rank_absolute: 2,
      rank_group: 2,
      url,
      title: null,
    });
    const { found, asked } = await call(
      { keyword: 'bike repair' },
      {
        serps: [page],
        seen: [
          seen('cycle service', 'https://s0.example/repair'),
          seen('cycle service', 'https://s1.example/repair'),
          seen('bike repair', 'https://s0.example/repair'),
        ],
      },
    );
    expect(found.items).toHaveLength(1);
    expect(found.items[0]).toMatchObject({
      keyword: 'cycle service',
      idea_type: 'also_rank_for',
      evidence: [{ kind: 'ranking_page', source: 'dataforseo', seen: 2 }],
    });
    expect(asked.seen.map(({ engine, device }) => [engine, device])).toEqual(
      Array.from({ length: 3 }, () => ['google', 'desktop']),
    );
  });

  it('shows the own ranking only where a target is named, or the project has a site', async () => {
    const page = serpRecord(
      Array.from({ length: 10 }, (_, at) => ({
        url: at === 4 ? 'https://own.example/kit' : `https://s${at}.example/`,
      })),
      { keyword: 'puncture kit' },
    );
    const known = { ideas: IDEAS, serps: [page] };
    const rankingOf = (found: KeywordIdeas) =>
      found.items.find(({ keyword }) => keyword === 'puncture kit')?.already_ranking;
    expect(rankingOf((await call({ keyword: 'bike repair' }, known)).found)).toBeNull();
    const brand = { name: 'Own', aliases: [], domains: ['own.example'] };
    const shown = [
      await call({ keyword: 'bike repair', target: 'own.example' }, known),
      await call({ keyword: 'bike repair' }, { ...known, brand }),
    ];
    expect(shown.map(({ found }) => rankingOf(found)?.position)).toEqual([5, 5]);
  });

  it('says first that nothing is known, and charges nothing', async () => {
    const { found, guidance, credits, markdown_summary, next_operations } = await call({ keyword: 'zxcv' });
    expect(found).toMatchObject({ coverage: 'none', items: [], total_count: 0, seed: { found: false } });
    expect(guidance.summary).toBe(
      'No connected source, import or stored result page knows keywords related to “zxcv”.',
    );
    expect(markdown_summary).toContain('None known');
    expect([credits, next_operations]).toEqual([0, ['analyze.serp']]);
  });

  it('groups ideas by the word that they share beyond the seed', async () => {
    const ideas = [...IDEAS, idea('bike repair kit'), idea('cheap bike repair kits for travel')];
    const { found } = await call({ keyword: 'bike repair' }, { ideas });
    expect(found.groups[0]).toMatchObject({ name: 'kit', search_volume: null, with_volume: 0 });
    expect(found.groups[0]?.keywords).toHaveLength(4);
  });

  it('expands Japanese and German seeds', async () => {
    const japanese = await call(
      { keyword: '自転車 修理', language: 'ja' },
      {
        ideas: [
          idea('自転車 修理 料金'),
          idea('自転車 修理 方法'),
          idea('出張 自転車 修理'),
          idea('bike repair near me'),
        ],
      },
    );
    expect(japanese.found.items.find(({ keyword }) => keyword === '自転車 修理 料金')?.idea_type).toBe('suffix');
    expect(japanese.found.items.find(({ keyword }) => keyword === '出張 自転車 修理')?.idea_type).toBe('prefix');
    expect(japanese.found.dropped.other_language).toBe(1);
    const german = await call(
      { keyword: 'fahrrad', language: 'de' },
      { ideas: [idea('fahrräder'), idea('fahrrad kaufen'), idea('wie repariere ich mein fahrrad')] },
    );
    expect(german.found.dropped.same_as_seed).toBe(1);
    expect(german.found.items.map(({ idea_type }) => idea_type).toSorted()).toEqual(['question', 'suffix']);
  });

  it('takes a seed of eight words', async () => {
    const seed = 'best way to clean a very old bicycle chain';
    const { found } = await call({ keyword: seed }, { ideas: [idea(`${seed} at home`), idea('chain cleaner')] });
    expect(found.items.map(({ idea_type }) => idea_type).toSorted()).toEqual(['related', 'suffix']);
  });

  describe('with the brand of the project', () => {
    const brand = { name: 'Brompton', aliases: [], domains: ['brompton.example'] };
    const branded = [
      idea('brompton bike repair', 'import', 1, [volumeFact('brompton bike repair', 90_000)]),
      idea('brompton', 'suggestion', 2),
    ];

    it('marks branded ideas, counts them and drops none', async () => {
      const { found, markdown_summary } = await call(
        { keyword: 'bike repair' },
        { ideas: [...IDEAS, ...branded], brand },
      );
      const marked = found.items.filter(({ is_brand }) => is_brand === true).map(({ keyword }) => keyword);
      expect(marked.toSorted()).toEqual(['brompton', 'brompton bike repair']);
      expect(found.by_brand).toEqual({ branded: 2, unbranded: 6 });
      expect(found.seed.is_brand).toBe(false);
      expect(found.dropped.brand).toBe(0);
      expect(markdown_summary).toContain('Branded: 2 of 8 ideas');
    });

    it('proposes another idea first', async () => {
      const { found, guidance } = await call({ keyword: 'bike repair' }, { ideas: [...IDEAS, ...branded], brand });
      expect(found.items[0]?.keyword).toBe('brompton bike repair');
      expect(guidance.steps[0]?.action).not.toContain('brompton');
      expect(guidance.summary).toContain('2 ideas contain your brand.');
    });

    it('asks for another seed where every idea is branded', async () => {
      const { guidance, markdown_summary } = await call({ keyword: 'brompton' }, { ideas: branded.slice(0, 1), brand });
      expect(guidance.steps[0]).toMatchObject({ action: 'Choose a seed without your brand.' });
      expect(markdown_summary).toContain('Choose a seed without your brand.');
    });

    it('leaves it open where the project has none', async () => {
      const { found } = await call({ keyword: 'bike repair' }, { ideas: [...IDEAS, ...branded] });
      expect(found.items.every(({ is_brand }) => is_brand === null)).toBe(true);
      expect(found.by_brand).toBeNull();
      expect(found.dropped.brand).toBe(1);
    });
  });
});
