import { describe, expect, it } from 'vitest';

import { distilDraft } from '../text/reading/distil-draft.ts';
import { readWords } from '../text/reading/words.ts';
import { readText } from './candidates.ts';
import type { ComparedPage } from './kinds.ts';
import { withoutProductNames } from './product-names.ts';
import { findTopics } from './topics.ts';

const pageOf = (site: string, text: string, position: number): ComparedPage => ({
  position,
  url: `https://${site}/packs`,
  domain: site,
  page: distilDraft.run({ markdown: `# Packs\n\n${text}` }),
});

/** Topics of pages for one search, one a site, before names are left out and after. */
function topicsOf(
  keyword: string,
  language: string,
  sites: Readonly<Record<string, string>>,
  urls: readonly string[] = [],
) {
  const pages = Object.entries(sites).map(([site, text], at) => pageOf(site, text, at + 1));
  const texts = pages.map((page) => readText(page, language));
  const subject = new Set(readWords(keyword, language).map(({ term }) => term));
  const background = { documents: 0, counts: {} };
  const found = findTopics({ pages, texts, subject, language, background });
  const names = (topics: readonly { readonly topic: string }[]): string[] =>
    topics.map(({ topic }) => topic.toLowerCase());
  return { found: names(found), kept: names(withoutProductNames(found, { urls, pages, texts, language })) };
}

describe('withoutProductNames', () => {
  it('leaves out the name of what one site sells and another has tested', () => {
    const { found, kept } = topicsOf('hiking backpack', 'en', {
      'maker.example': '## Rain cover\n\nPack the Hauler 60 with care.\n\nIts rain cover lives in a pocket.',
      'test.example': '## Rain cover\n\nOf all packs the Hauler 60 sat worst.\n\nIts rain cover is thin.',
      'shop.example': 'A good hiking backpack sits close to the back.',
    });
    expect(found).toContain('hauler 60');
    expect(kept).not.toContain('hauler 60');
    expect(kept).toContain('rain cover');
  });

  it('keeps a name that three sites write about, and one that two give a heading', () => {
    const said = 'Most jackets are made of Gore-Tex today, which keeps you dry.';
    const three = { 'a.example': said, 'b.example': said, 'c.example': said };
    expect(topicsOf('rain jacket', 'en', three).kept.join()).toContain('gore-tex');
    const headed = `## Gore-Tex\n\n${said}`;
    const two = { 'a.example': headed, 'b.example': headed, 'c.example': 'A rain jacket keeps you dry.' };
    expect(topicsOf('rain jacket', 'en', two).kept.join()).toContain('gore-tex');
  });

  it('keeps what somebody writes as a word, and what stands only in lists with capitals', () => {
    const { kept } = topicsOf('hiking backpack', 'en', {
      'a.example': '## Hip Belt\n\nIts Hip Belt carries most of the weight.',
      'b.example': 'A padded hip belt carries most of the weight.',
      'c.example': '- Padded Rain Cover',
      'd.example': '- Bright Rain Cover',
    });
    expect(kept).toEqual(expect.arrayContaining(['hip belt', 'rain cover']));
  });

  it('knows a model by its own URL where every noun has a capital', () => {
    const german = {
      'hersteller.example': '## Hauler 60\n\nIm Hauler 60 hat alles Platz, auch das Zelt.',
      'test.example': '## Hauler 60\n\nDer Hauler 60 war im Test der schwerste Rucksack.',
      'laden.example': 'Ein guter Wanderrucksack sitzt nah am Rücken.',
    };
    expect(topicsOf('wanderrucksack', 'de', german).kept).toContain('hauler 60');
    const url = 'https://hersteller.example/shop/rucksaecke/hauler-60';
    expect(topicsOf('wanderrucksack', 'de', german, [url]).kept).not.toContain('hauler 60');
  });
});
