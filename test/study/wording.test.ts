import { describe, expect, it } from 'vitest';

import brief from '../../src/operations/content/brief/operation.ts';
import gap from '../../src/operations/content/gap/operation.ts';
import refresh from '../../src/operations/content/refresh-brief/operation.ts';
import outline from '../../src/operations/content/serp-outline/operation.ts';
import opportunity from '../../src/operations/opportunities/brief/operation.ts';
import { runChecked } from '../pure-operation.ts';
import { CHAIN_KEYWORD, CHAIN_PAGES } from './chain-pages.ts';
import { FREEZER_KEYWORD, FREEZER_PAGES } from './german-pages.ts';
import { guidePage } from './guide-page.ts';
import { contextWithStudy, type TestStudy } from './study-context.ts';

const URL = 'https://own.example/page';

interface Search {
  readonly language: string;
  readonly keyword: string;
  readonly ranking: NonNullable<TestStudy['ranking']>;
}

/** Three guides of a language, with three headings that they share. */
function guidesOf(language: string, title: string, headings: readonly [string, string][]): Search['ranking'] {
  return Object.fromEntries(
    ['uno', 'duo', 'tre'].map((site, at) => [
      `https://${site}.example/${language}`,
      guidePage({
        title: `${title} ${site}`,
        site,
        language,
        text: headings
          .map(([heading, text]) => `## ${heading}\n${`${text} ${site} ${at}. `.repeat(4 + at)}`)
          .join('\n\n'),
      }),
    ]),
  );
}

const SEARCHES: readonly Search[] = [
  { language: 'en', keyword: CHAIN_KEYWORD, ranking: CHAIN_PAGES },
  { language: 'de', keyword: FREEZER_KEYWORD, ranking: FREEZER_PAGES },
  {
    language: 'es',
    keyword: 'cómo podar un rosal',
    ranking: guidesOf('es', 'Cómo podar un rosal', [
      ['Herramientas necesarias', 'Use unas tijeras limpias y guantes gruesos para cortar las ramas del rosal'],
      ['Cuándo podar', 'La mejor época para podar es el final del invierno, antes de que salgan los brotes'],
      ['¿Por dónde se corta un rosal?', 'Corte en diagonal, un centímetro por encima de una yema que mire hacia fuera'],
    ]),
  },
  {
    language: 'fr',
    keyword: 'comment tailler un rosier',
    ranking: guidesOf('fr', 'Comment tailler un rosier', [
      ['Les outils nécessaires', 'Prenez un sécateur propre et des gants épais pour couper les branches du rosier'],
      ['Quand tailler', 'La fin de l’hiver est le meilleur moment pour tailler, avant la sortie des bourgeons'],
      ['Où couper un rosier ?', 'Coupez en biais, un centimètre au-dessus d’un bourgeon tourné vers l’extérieur'],
    ]),
  },
];

/** The title line of Google's desktop results, and its two lines of a description. */
const TITLE_PX_MAX = 600;
const DESCRIPTION_PX_MAX = 985;

const contextOf = ({ language, keyword, ranking }: Search) =>
  contextWithStudy({ ranking, serp: { keyword, language } }).context;

describe('titles and descriptions', () => {
  it.each(SEARCHES.map((search) => [search.language, search] as const))(
    'fit into a search result whole, in the language of the search: %s',
    async (language, search) => {
      const body = { keyword: search.keyword, language };
      const outlined = outline.result.parse((await runChecked(outline, body, contextOf(search))).result);
      const briefed = brief.result.parse((await runChecked(brief, body, contextOf(search))).result);
      const titles = [...(outlined.title_options ?? []), ...briefed.page_meta.title_options];
      expect(titles.length).toBeGreaterThan(2);
      for (const { pixel_width, text } of titles) {
        expect(pixel_width).toBeLessThanOrEqual(TITLE_PX_MAX);
        expect(text.toLowerCase()).toContain(search.keyword.toLowerCase());
      }
      expect(briefed.page_meta.description_options.length).toBeGreaterThan(0);
      for (const { pixel_width } of briefed.page_meta.description_options)
        expect(pixel_width).toBeLessThanOrEqual(DESCRIPTION_PX_MAX);
    },
  );

  it('are none that would be cut: a long search has fewer of them', async () => {
    const keyword = 'how to clean a very dirty bike chain without a chain cleaning tool at home in winter';
    const context = contextWithStudy({ serp: { keyword } }).context;
    const { title_options } = outline.result.parse((await runChecked(outline, { keyword }, context)).result);
    for (const { pixel_width } of title_options ?? []) expect(pixel_width).toBeLessThanOrEqual(TITLE_PX_MAX);
  });
});

describe('the voice of a brand', () => {
  it('is a set of rules of its own, each with an example and its opposite', async () => {
    const options = brief.input.shape.brand_voice.unwrap().options;
    const seen = new Set<string>();
    for (const brand_voice of options) {
      const answer = await runChecked(brief, { keyword: CHAIN_KEYWORD, brand_voice }, contextWithStudy({}).context);
      const { voice_guidance: guidance } = brief.result.parse(answer.result);
      expect(guidance.voice).toBe(brand_voice);
      expect(guidance.rules.length).toBeGreaterThan(1);
      seen.add(JSON.stringify(guidance.rules));
    }
    expect(seen.size).toBe(options.length);
  });
});

describe('the same request on the same data', () => {
  const page = guidePage({
    title: 'Clean a chain',
    site: 'Own',
    text: 'Brush the chain, rinse it and dry it with a rag.',
  });
  const requests = [
    [gap, { url: URL }],
    [refresh, { url: URL }],
    [outline, {}],
    [brief, {}],
    [opportunity, { page_url: URL, opportunity_type: 'quick_win' }],
  ] as const;

  it.each(requests.map(([operation, body]) => [operation.id, operation, body] as const))(
    'has the same answer, byte for byte: %s',
    async (_, operation, body) => {
      const answerOf = async (): Promise<string> => {
        const { context } = contextWithStudy({ own: { [URL]: page }, crawled: ['https://own.example/other'] });
        return JSON.stringify(await operation.prepare({ keyword: CHAIN_KEYWORD, ...body }).run(context));
      };
      expect(await answerOf()).toBe(await answerOf());
    },
  );
});
