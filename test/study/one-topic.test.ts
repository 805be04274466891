import { expect, it } from 'vitest';

import brief from '../../src/operations/content/brief/operation.ts';
import gap from '../../src/operations/content/gap/operation.ts';
import { runChecked } from '../pure-operation.ts';
import { guidePage } from './guide-page.ts';
import { contextWithStudy } from './study-context.ts';

const KEYWORD = 'solar panels';
const URL = 'https://own.example/solar';

const page = (title: string, intro: string, ...sections: readonly (readonly [string, string])[]): string =>
  guidePage({
    title,
    site: 'Site',
    text: [intro, ...sections.map(([heading, text]) => `## ${heading}\n${text}`)].join('\n\n'),
  });

/** Four pages on one search that word the same questions in their own ways. */
const RANKING = {
  'https://a.example/1': page(
    'Solar panels: the complete guide',
    'The roof decides much of it, and so does the weather where you live; ask three firms before you sign anything with one of them. This guide goes through what people ask us at fairs, from the first leaflet to the day when the meter runs backwards in spring.',
    [
      'How Much Do Solar Panels Cost',
      'A system of 4 kW costs 6,000 pounds with everything fitted, scaffolding and paperwork included.',
    ],
    [
      'How long do solar panels last?',
      'They last 25 to 30 years on most roofs, and the glass hardly ages if hail stays away from it.',
    ],
    [
      'Are solar panels worth it?',
      'They pay back in nine years at the tariffs of today, sooner when you work at home by day.',
    ],
  ),
  'https://b.example/2': page(
    'Solar panels for your home',
    'Most installers visit you first, look at the loft and the fuse box, then send a written offer within a week of that visit. Below is what we tell friends over coffee when they point at the neighbour across the street and wonder whether to do the same this year.',
    [
      'What do solar panels cost?',
      'Expect to pay 1,500 pounds for each kW, less in summer when fitters in the north have time.',
    ],
    [
      'Is solar worth it?',
      'Yes for most houses that face south and keep out of the shade of trees and chimneys nearby.',
    ],
    ['Insurance', 'Tell your insurer before the fitters come, since the value of the building rises with them.'],
  ),
  'https://c.example/3': page(
    'Guide to solar panels',
    'Our readers sent us bills from forty homes, so the figures below come from real invoices and not from brochures or adverts. Where bills differed a lot we say so, and where too few answered we leave the matter open instead of guessing in print.',
    [
      'Solar panel prices in 2026',
      'Modules fell by ten percent, while labour rose, so that the bill stays about where it was.',
    ],
    [
      'How long will they last?',
      'A quarter of a century is what makers promise, and old arrays in Bern still deliver after forty.',
    ],
    ['Permits', 'Listed buildings need consent, and flats need the freeholder to agree before work begins.'],
  ),
};

const OWN = page(
  'Solar panels explained',
  'We run a small company on the coast and have put systems on barns, schools and terraced houses for fifteen years now. People ring us with the same handful of worries, so here they are with plain replies from the two fitters who climb the ladders.',
  ['Solar panel pricing', 'We charge 1,400 pounds for each kW with everything included, and you pay when it runs.'],
  ['How solar panels work', 'Light moves electrons in the cell, and the inverter turns what they do into mains power.'],
);

it('pages that word one question in several ways treat one topic, which a page covers in its own words', async () => {
  const { context } = contextWithStudy({
    ranking: RANKING,
    own: { [URL]: OWN },
    serp: { keyword: KEYWORD, people_also_ask: [] },
  });
  const report = gap.result.parse((await runChecked(gap, { url: URL, keyword: KEYWORD }, context)).result);
  expect(report.covered_topics).toContainEqual(
    expect.objectContaining({ coverage: 3, in_headings: 3, own_heading: 'Solar panel pricing' }),
  );
  expect(report.questions_answered.map(({ question }) => question)).toEqual(['What do solar panels cost?']);
  expect(report.questions_unanswered.map(({ question }) => question)).toEqual([
    'How long do solar panels last?',
    'Are solar panels worth it?',
  ]);
});

it('a brief has one section for it, and asks nothing there that its heading asks', async () => {
  const { context } = contextWithStudy({ ranking: RANKING, serp: { keyword: KEYWORD, people_also_ask: [] } });
  const report = brief.result.parse((await runChecked(brief, { keyword: KEYWORD }, context)).result);
  const costs = (report.outline ?? []).filter(({ h2 }) => /cost|price/i.test(h2));
  expect(costs.map(({ h2, pages, h3 }) => [h2, pages, h3])).toEqual([['What do solar panels cost?', 3, []]]);
  expect(report.outline?.find(({ h2 }) => /worth it/.test(h2))?.h3).toEqual([]);
});
