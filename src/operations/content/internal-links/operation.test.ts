import { describe, expect, it } from 'vitest';

import { contextWithPages, type TestPage } from '../../../../test/page-context.ts';
import { runChecked } from '../../../../test/pure-operation.ts';
import type { InternalLinksReport } from './report.ts';
import operation from './operation.ts';
import { measureGrowthAsync } from '../../../../test/growth.ts';

async function suggest(body: object, pages: Record<string, TestPage> = {}): Promise<InternalLinksReport> {
  const { result } = await runChecked(operation, body, contextWithPages(pages));
  return operation.result.parse(result);
}

const found = (report: InternalLinksReport): string[] =>
  report.suggestions.map(({ anchor_text, target_url }) => `${anchor_text} → ${new URL(target_url).pathname}`);

/** What holds of every suggestion, whatever the text. */
function expectTrue(report: InternalLinksReport, source: string): void {
  for (const { anchor_text, sentence, character_offset, already_linked, line } of report.suggestions) {
    expect(source.slice(character_offset, character_offset + anchor_text.length)).toBe(anchor_text);
    expect(source[character_offset - 1]).not.toBe('`');
    expect(sentence).toContain(anchor_text);
    expect(source.slice(0, character_offset).split('\n').length).toBe(line);
    expect(already_linked).toBe(false);
  }
  const sentences = report.suggestions.map(
    ({ sentence, character_offset }) => `${sentence} ${Math.floor(character_offset / 2000)}`,
  );
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(new Set(report.suggestions.map(({ target_url }) => target_url)).size).toBe(report.suggestions.length);
  expect(report.suggestions.map(({ relevance }) => relevance)).toEqual(
    report.suggestions.map(({ relevance }) => relevance).toSorted((one, other) => other - one),
  );
}

const TARGETS = [
  { url: 'https://a.test/repair', title: 'Professional Bike Repair | A', keywords: ['bike repair'] },
  { url: 'https://a.test/pricing', title: 'Pricing' },
  { url: 'https://a.test/e-bikes', title: 'Electric bikes: buying guide' },
  { url: 'https://a.test/brakes', title: 'How to replace brake pads', keywords: 'brake pads, disc brakes' },
  { url: 'https://a.test/lube', title: 'Best chain lube 2025' },
  { url: 'https://a.test/insurance', title: 'Bicycle insurance compared' },
];

const ENGLISH = `---
title: Bike basics
lang: en
---
# Bike repair basics

A flat tyre is common. If you need *professional bike repair*, our shop can help you today. See our [price list](/pricing) for details.

## Electric bikes and others

Many riders compare electric bikes before they buy; an electric bike costs more.
Use \`chain lube\` often, chain lube is cheap.

- You should check the brake pads every month, e.g. before long tours.
- Dr. Smith says that brake pads wear out fast.

\`\`\`
electric bikes in code, disc brakes too.
\`\`\`
`;

describe('content.internal-links', () => {
  it('links words that stand in the text, once a target and once a sentence, never in headings, links or code', async () => {
    const report = await suggest({ source_markdown: ENGLISH, target_pages: TARGETS, target: 'a.test' });
    expectTrue(report, ENGLISH);
    expect(found(report).toSorted()).toEqual([
      'bike repair → /repair',
      'brake pads → /brakes',
      'chain lube → /lube',
      'electric bikes → /e-bikes',
    ]);
    expect(report.suggestions.find(({ target_url }) => target_url.endsWith('/e-bikes'))?.section).toBe(
      'Electric bikes and others',
    );
    expect(report.already_linked).toMatchObject([{ target_url: 'https://a.test/pricing', anchor_text: 'price list' }]);
    expect(report.no_natural_placement).toMatchObject([
      { target_url: 'https://a.test/insurance', why: 'no_matching_words', missing_words: ['Bicycle', 'insurance'] },
    ]);
  });

  it('tells a loose match from a sentence that another page takes', async () => {
    const { no_natural_placement: rest } = await suggest({
      source_markdown: '# Shops\n\nMany [old shops](/shops/) in the town centre sell electric bikes today.',
      target_pages: [{ url: 'https://a.test/electric-bike-insurance/', title: 'Welcome' }],
    });
    expect(rest).toMatchObject([
      { why: 'too_loose', reason: 'The closest words, “electric bikes”, match its topic too loosely for a link.' },
    ]);
  });

  it('links no words that several targets share to one of them, and does not miss the size of a pack', async () => {
    const report = await suggest({
      source_markdown:
        '# Cleaning\n\nDirty hearing aids whistle, sound muffled and break sooner than clean ones.\n\nYou need a wax pick and new wax guards. Most Phonak models use CeruShield discs for that.\n\nA hearing aid dome should be replaced every three months.',
      target_pages: [
        { url: 'https://a.test/domes', title: 'Hearing Aid Domes' },
        { url: 'https://a.test/batteries', title: 'Hearing Aid Batteries' },
        { url: 'https://a.test/repairs', title: 'Hearing Aid Repairs' },
        { url: 'https://a.test/guards', title: 'Phonak CeruShield Wax Guards (8 Pack)' },
      ],
    });
    expect(found(report)).toEqual(['hearing aid dome → /domes']);
    expect(report.no_natural_placement.map(({ target_url, missing_words }) => [target_url, missing_words])).toEqual([
      ['https://a.test/batteries', ['Batteries']],
      ['https://a.test/repairs', ['Repairs']],
      ['https://a.test/guards', []],
    ]);
  });

  it.each([
    [
      'German',
      'Wer sein Rad regelmäßig pflegt, spart sich z. B. teure Teile. Eine professionelle Fahrradreparatur kostet ab 30 Euro. Viele Elektrofahrräder brauchen neue Reifen, sagt Nr. 1 am Markt.',
      [
        { url: 'https://a.test/reparatur', title: 'Fahrrad Reparatur Berlin', keywords: ['Fahrrad Reparatur'] },
        { url: 'https://a.test/ebike', title: 'Elektrofahrrad kaufen' },
      ],
      ['Elektrofahrräder → /ebike', 'Fahrradreparatur → /reparatur'],
    ],
    [
      'Spanish',
      'Las zapatillas de correr para mujer deben cambiarse cada 800 km. Si buscas un plan de entrenamiento, empieza con poco volumen.',
      [
        { url: 'https://a.test/zapatillas', title: 'Zapatillas', keywords: ['zapatilla de correr mujer'] },
        { url: 'https://a.test/plan', title: 'Planes de entrenamiento' },
      ],
      ['plan de entrenamiento → /plan', 'zapatillas de correr para mujer → /zapatillas'],
    ],
    [
      'French',
      'Avant de partir, vérifiez la pression des pneus avec soin. Une bonne assurance vélo couvre aussi le vol dans la rue.',
      [{ url: 'https://a.test/assurance', title: 'Assurance vélo : comparatif' }],
      ['assurance vélo → /assurance'],
    ],
    [
      'Japanese',
      '自転車の修理料金は店によって違います。電動自転車のバッテリー交換は専門店に任せましょう。タイヤのパンク修理は自分でもできます。',
      [
        { url: 'https://a.test/panku', title: 'パンク修理の方法' },
        { url: 'https://a.test/battery', title: 'バッテリー交換', keywords: ['電動自転車 バッテリー交換'] },
      ],
      ['パンク修理 → /panku', '電動自転車のバッテリー交換 → /battery'],
    ],
  ])('finds forms of the same words in %s', async (_, source_markdown, target_pages, expected) => {
    const report = await suggest({ source_markdown, target_pages });
    expectTrue(report, source_markdown);
    expect(found(report).toSorted()).toEqual(expected);
  });

  it('does not take one word of a subject for the whole of it', async () => {
    const report = await suggest({
      source_markdown: 'The repair of a phone takes an hour. A bike needs care and love all year.',
      target_pages: [{ url: 'https://a.test/repair', title: 'Bike repair' }],
    });
    expect(report.suggestions).toEqual([]);
    expect(report.no_natural_placement[0]?.why).toBe('no_matching_words');
  });

  it('keeps the search of the source page for the source page', async () => {
    const report = await suggest({
      source_markdown: 'Our guide to bike repair shows every step that you need.',
      target_pages: [TARGETS[0]],
      keyword: 'bike repairs',
    });
    expect(report.suggestions).toEqual([]);
    expect(report.no_natural_placement[0]?.why).toBe('own_keyword');
  });

  it('keeps what the heading of the source says for the source, unless the caller gives it to the target', async () => {
    const source_markdown =
      '# Wanderschuhe\n\nUnsere Wanderschuhe halten viele Jahre, wenn man sie gut pflegt. Die richtige Größe finden wir im Laden gemeinsam.';
    const page = { url: 'https://a.test/groesse', title: 'Wanderschuhe: Welche Größe ist richtig?' };
    const own = await suggest({ source_markdown, target_pages: [page] });
    expect(own.suggestions.map(({ anchor_text }) => anchor_text)).not.toContain('Wanderschuhe');
    const given = await suggest({ source_markdown, target_pages: [{ ...page, keywords: ['Wanderschuhe'] }] });
    expect(found(given)).toEqual(['Wanderschuhe → /groesse']);
  });

  it('knows a page by either half of its title', async () => {
    const report = await suggest({
      source_markdown: 'Le bilan comptable se prépare dès la clôture de l’exercice, avec les justificatifs de l’année.',
      target_pages: [{ url: 'https://a.test/bilan', title: 'Bilan comptable et comptes annuels | Cabinet Morel' }],
    });
    expect(found(report)).toEqual(['bilan comptable → /bilan']);
  });

  it('gives a sentence to another page when its first has a second sentence', async () => {
    const report = await suggest({
      source_markdown:
        'We sell winter tyres and snow chains in our shop.\n\nChange to winter tyres before the first frost comes.',
      target_pages: [
        { url: 'https://a.test/tyres', title: 'Winter tyres', keywords: ['winter tyres'] },
        { url: 'https://a.test/chains', title: 'Snow chains', keywords: ['snow chains'] },
      ],
    });
    expect(found(report).toSorted()).toEqual(['snow chains → /chains', 'winter tyres → /tyres']);
  });

  it('gives each page its own words, where a shorter page could have a part of them', async () => {
    const source_markdown =
      'Every home with gas needs an annual boiler service in autumn.\n\n' +
      'Before you sign, ask about the boiler repair cost in writing.\n\n' +
      'Most engineers offer boiler repair at weekends for a higher fee.';
    const pages = ['Boiler repair', 'Boiler repair cost', 'Boiler service', 'Gas boiler service cost'];
    const report = await suggest({
      source_markdown,
      target_pages: pages.map((title) => ({
        url: `https://a.test/${title.replaceAll(' ', '-').toLowerCase()}`,
        title,
      })),
    });
    expectTrue(report, source_markdown);
    expect(found(report).toSorted()).toEqual([
      'boiler repair cost → /boiler-repair-cost',
      'boiler repair → /boiler-repair',
      'boiler service → /boiler-service',
    ]);
    const alone = await suggest({
      source_markdown: 'Before you sign, ask about the boiler repair cost in writing.',
      target_pages: pages.slice(0, 2).map((title, at) => ({ url: `https://a.test/${at}`, title })),
    });
    expect(found(alone)).toEqual(['boiler repair cost → /1']);
  });

  it('takes no part of a name for an anchor', async () => {
    const report = await suggest({
      source_markdown: 'Desde el mirador de San Nicolás se ve toda la ciudad al caer la tarde.',
      target_pages: [{ url: 'https://a.test/m', title: 'San Cristóbal', keywords: ['mirador san cristóbal'] }],
    });
    expect(report.suggestions).toEqual([]);
  });

  it('reads a page by its address: main text only, links resolved, itself left out', async () => {
    const html =
      '<html lang="en"><head><meta name="robots" content="noindex"></head><body><nav><a href="/repair">Bike repair</a></nav><main><h1>Bike repair &amp; more</h1>' +
      '<p>Our <b>bike</b> repair shop is open, and good bike&nbsp;repair takes time.</p><p>For a fast bike repair &amp; service come by on Monday.</p>' +
      '<p>Read <a href="/brakes#top">click here</a> or <a href="javascript:void(0)">this</a> before you ride home today.</p></main><footer><p>Electric bikes are sold in all of our shops in town.</p></footer></body></html>';
    const report = await suggest(
      {
        source_url: 'https://a.test/src',
        target_pages: [
          ...TARGETS,
          { url: 'https://a.test/src/', title: 'Source' },
          { url: 'https://b.test/x', title: 'Other' },
        ],
      },
      { 'https://a.test/src': html },
    );
    expectTrue(report, html);
    expect(found(report)).toEqual(['bike repair → /repair']);
    expect(report.suggestions[0]?.sentence).toBe('For a fast bike repair & service come by on Monday.');
    expect(report.already_linked).toMatchObject([{ target_url: 'https://a.test/brakes', generic_anchor: true }]);
    expect(report.no_natural_placement.find(({ target_url }) => target_url === 'https://a.test/src/')?.why).toBe(
      'own_page',
    );
    expect(report.crawlability).toMatchObject({
      source_indexable: false,
      source_allowed_by_robots: true,
      links_followed: true,
    });
    expect(report.crawlability.uncrawlable_links).toHaveLength(1);
    expect(report.crawlability.target_problems.map(({ target_url }) => target_url)).toEqual(['https://b.test/x']);
  });

  it('refuses an answer that is no page', async () => {
    const pages = { 'https://a.test/x': { type: 'application/pdf', body: '%PDF-1.7' } };
    await expect(suggest({ source_url: 'https://a.test/x', target_pages: TARGETS }, pages)).rejects.toThrow(
      'not an HTML page',
    );
  });

  it.each([
    ['control characters', 'A \u0001\u0000\u202ebike repair\u202c shop \u0007 that is open all day long.'],
    ['__proto__', 'The __proto__ and constructor of bike repair are not to be trusted here.'],
    ['a word of 100 kB', `${'x'.repeat(100_000)} bike repair is here today for you.`],
    ['nothing but code', '```\nbike repair\n'.repeat(1000)],
    ['lone surrogates', 'A \ud800 bike repair shop \udc00 is open for everybody.'],
  ])('answers %s', async (_, source_markdown) => {
    const report = await suggest({
      source_markdown,
      target_pages: [
        ...TARGETS,
        { url: '__proto__', title: 'constructor' },
        { url: 'javascript:alert(1)', title: '\u0000' + 'y'.repeat(1900) },
      ],
    });
    expect(report).toBeDefined();
    expectTrue(report, source_markdown);
  });

  it.each([
    ['a long word', (size: number) => `${'x'.repeat(size)} bike repair is here today for you.`],
    ['one endless sentence', (size: number) => 'bike repair and '.repeat(size / 16)],
    ['open brackets', (size: number) => '[bike repair '.repeat(size / 13)],
  ])('answers %s in linear time', async (_, text) => {
    const answer = (size: number): Promise<unknown> => suggest({ source_markdown: text(size), target_pages: TARGETS });
    expect(await measureGrowthAsync(answer, 10_000)).toBeLessThan(9);
  });

  it('reads a page of a hundred thousand nodes', async () => {
    const html = `<html lang=en><main><p>${'<i>a</i> '.repeat(50_000)}</p><p>We offer bike repair in all of our shops.</p></main></html>`;
    const report = await suggest(
      { source_url: 'https://a.test/big', target_pages: TARGETS },
      { 'https://a.test/big': html },
    );
    expect(found(report)).toEqual(['bike repair → /repair']);
  });
});
