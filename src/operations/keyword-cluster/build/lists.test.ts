import { describe, expect, it } from 'vitest';

import { compareText } from '../../../text/normalize.ts';
import { readKeyword } from '../../../text/keyword.ts';
import { clusterKeywords } from './cluster.ts';
import { comparePairs } from './pairs.ts';

/** Groups as sorted lists, alone ones as groups of one. */
function pagesOf(keywords: readonly string[]): string[][] {
  const { clusters, unclustered } = clusterKeywords.run({ keywords, known: undefined });
  return inOrder([...clusters.map((each) => each.keywords), ...unclustered.map(({ keyword }) => [keyword])]);
}

function inOrder(groups: readonly (readonly string[])[]): string[][] {
  return groups.map((group) => [...group].sort()).sort((one, other) => compareText(one.join('\n'), other.join('\n')));
}

/** Each row is one page. */
const LISTS: readonly (readonly [string, readonly (readonly string[])[]])[] = [
  [
    'a place is wanted by who looks for somebody there, and no answer that holds everywhere',
    [['dentist chicago', 'chicago dentist'], ['teeth whitening chicago'], ['does teeth whitening hurt']],
  ],
  [
    'who cares for what they have or has it mended is not sent to a shop',
    [
      ['backpack', 'buy backpack', 'backpack sale', 'best backpack'],
      ['backpack care', 'how to clean backpack'],
      ['backpack repair'],
      ['tent', 'buy tent', 'best tent'],
      ['tent repair', 'tent repair near me'],
      ['tent care'],
    ],
  ],
  [
    'who cares for shoes is not sent to a shop in German, too',
    [['wanderschuhe', 'wanderschuhe kaufen', 'wanderschuhe günstig'], ['wanderschuhe pflegen'], ['wandersocken']],
  ],
  [
    'what a provider in a town charges is on the page of its prices, not on that of the town',
    [
      ['cabinet comptable lyon', 'expert comptable lyon', 'meilleur expert comptable lyon'],
      ['combien coûte un expert comptable', 'honoraires expert comptable', 'tarif expert comptable lyon'],
    ],
  ],
  [
    'who has something cleaned nearby may compare those who do it',
    [
      [
        'house cleaning london',
        'house cleaning services london',
        'house cleaners london',
        'best house cleaners london',
      ],
    ],
  ],
  [
    'how long a list is makes no page, while the number of a model or of seats does',
    [
      ['best crm tools', '10 best crm tools', '7 best crm tools'],
      ['how to tie a tie', '3 ways to tie a tie', '5 ways to tie a tie'],
      ['7 seater cars'],
      ['5 seater cars'],
    ],
  ],
  ['how long a list is makes no page in German, too', [['beste zelte', 'die 10 besten zelte', 'die 7 besten zelte']]],
  ['small numbers tell models apart as large ones do', [['iphone 7 case', 'case iphone 7'], ['iphone 8 case']]],
  [
    'for children is a page of its own, as for women is',
    [
      ['electric toothbrush', 'best electric toothbrush', 'electric toothbrush reviews'],
      ['electric toothbrush for kids', 'kids electric toothbrush'],
    ],
  ],
  [
    'to start and to stop being self-employed are two pages',
    [
      ['alta autónomos', 'darse de alta como autónomo'],
      ['baja autónomos', 'cómo darse de baja de autónomo'],
    ],
  ],
  [
    'who asks what a thing is does not choose one yet',
    [
      ['was ist crm', 'crm bedeutung'],
      ['beste crm software', 'crm software vergleich'],
    ],
  ],
  [
    'a thing and its hire are two pages in Spanish, too',
    [
      ['vestidos de novia baratos', 'vestido novia barato'],
      ['alquiler vestidos novia', 'alquilar vestido de novia madrid'],
    ],
  ],
  [
    'German words that join what is wanted to the subject are read as two',
    [['umzugskosten', 'was kostet ein umzug', 'umzug kosten', 'umzugskostenrechner']],
  ],
  [
    'a cleaner who is looked for nearby does the cleaning, and a printer is no printing',
    [
      ['gutter cleaners near me', 'gutter cleaning near me', 'gutter cleaning service', 'local gutter cleaner'],
      ['3d printer', '3d printers', 'best 3d printer'],
      ['custom 3d printing', '3d printing service'],
    ],
  ],
  [
    'who asks how to do something with a thing wants no page that sells it, in a short list, too',
    [['hiking boots', 'buy hiking boots'], ['how to clean hiking boots']],
  ],
  [
    'the town of the business brings nothing together that it sells',
    [
      ['document storage leeds', 'secure document storage'],
      ['furniture storage leeds', 'furniture storage'],
      ['student storage leeds', 'summer storage for students'],
      ['car storage leeds', 'indoor car storage'],
    ],
  ],
  [
    'what the law says has many words',
    [
      ['electronic signature law', 'is an electronic signature legally binding'],
      ['electronic signature app', 'electronic signature software'],
    ],
  ],
  [
    'long searches about one subject are no sentences, and part by what they ask',
    ['food for indoor cats', 'toys for bored cats', 'litter box for large cats', 'cat carrier for air travel'].map(
      (subject) => [`best ${subject} at home`, `best ${subject} in apartments`, `best ${subject} without stress`],
    ),
  ],
];

const WAYS = [
  '{}',
  'buy {}',
  'best {}',
  '{} spare parts',
  'how to store {}',
  '{} for small gardens',
  '{} stopped working',
];

/** Whether no page of a list may hold its first two searches. */
function areApart(list: readonly string[], language: string): boolean {
  const readings = list.map((text) => readKeyword(text, language));
  return comparePairs(readings, []).apart[1] === 1;
}

describe('lists of several things', () => {
  it.each([
    [['garden hose', 'leaf blower', 'hedge trimmer', 'wheelbarrow', 'water butt'], WAYS],
    [
      ['kettensäge', 'häcksler', 'laubsauger'],
      ['{}', '{} kaufen', '{} ersatzteile', '{} für kleine gärten', '{} springt nicht an'],
    ],
    [
      ['carillas dentales', 'implantes dentales', 'brackets', 'endodoncia'],
      ['{}', '{} antes y después', '{} financiación', 'dudas sobre {}', '{} segunda opinión'],
    ],
    [
      ['tente', 'réchaud', 'lampe frontale'],
      ['{}', 'acheter {}', '{} pièces détachées', '{} pour débutants', 'entretien {}'],
    ],
  ])('no page is about two of %j, whatever is wanted of them', (things, ways) => {
    const pages = pagesOf(things.flatMap((thing) => ways.map((way) => way.replace('{}', thing))));
    const named = pages.map((page) => things.filter((thing) => page.some((keyword) => keyword.includes(thing))));
    expect(named.filter(({ length }) => length > 1)).toEqual([]);
    expect(pages.length).toBeLessThan((things.length * ways.length) / 1.5);
  });

  it('for whom something is brings no two things together', () => {
    const ways = ['{}', '{} kaufen', '{} test', '{} pflegen', '{} damen', '{} herren', 'leichte {}'];
    const shoes = ['wanderschuhe', 'trailschuhe', 'zustiegsschuhe', 'bergstiefel'];
    const pages = pagesOf([
      ...shoes.flatMap((thing) => ways.map((way) => way.replace('{}', thing))),
      'hardshelljacke herren',
      'skihose damen',
    ]);
    expect(pages).toContainEqual(['hardshelljacke herren']);
    expect(pages).toContainEqual(['skihose damen']);
  });

  it('each two things are compared on a page of their own, in both orders', () => {
    const pages = pagesOf([
      ...['tent', 'tarp', 'hammock'].flatMap((thing) => [thing, `buy ${thing}`, `best ${thing}`]),
      'tent vs tarp',
      'tarp or tent',
      'tarp vs hammock',
      'hammock vs tarp',
    ]);
    expect(pages).toContainEqual(['tarp or tent', 'tent vs tarp']);
    expect(pages).toContainEqual(['hammock vs tarp', 'tarp vs hammock']);
  });

  it('a town beside the business has no page of its own, and who looks for somebody online is sent to neither', () => {
    const pages = pagesOf([
      'expert comptable lyon',
      'cabinet comptable lyon',
      'expert comptable villeurbanne',
      'expert comptable en ligne',
      'plombier lyon',
      'bilan comptable',
    ]);
    expect(pages).toContainEqual(['cabinet comptable lyon', 'expert comptable lyon', 'expert comptable villeurbanne']);
    expect(pages).toContainEqual(['expert comptable en ligne']);
  });

  it('one town and one way to get them never bring two things together', () => {
    expect(areApart(['lagerraum mieten köln', 'umzugswagen mieten köln'], 'de')).toBe(true);
    expect(areApart(['umzugswagen mieten köln', 'umzugstransporter mieten köln'], 'de')).toBe(false);
  });

  it('what the whole list is about never brings a thing and another search together', () => {
    const shop = ['bed', 'lead', 'coat', 'bowl'].flatMap((thing) => [`dog ${thing}`, `leather dog ${thing}`]);
    const searches = ['washable dog bed', 'dog travel sickness'];
    expect(areApart([...searches, ...shop], 'en')).toBe(true);
    expect(areApart(searches, 'en')).toBe(false);
  });

  it('a formula is what is meant by how to calculate it', () => {
    expect(
      pagesOf(['what is safety stock', 'safety stock formula', 'how to calculate safety stock', 'inventory software']),
    ).toEqual([
      ['how to calculate safety stock', 'safety stock formula', 'what is safety stock'],
      ['inventory software'],
    ]);
  });

  it('whoever offers alternatives to a product is nobody nearby', () => {
    const { unclustered } = clusterKeywords.run({ keywords: ['cin7 alternatives'], known: undefined });
    expect(unclustered).toMatchObject([{ intent: 'commercial', recommended_page_type: 'comparison_page' }]);
  });
});

describe('lists of one trade', () => {
  it.each(LISTS)('%s', (_name, pages) => {
    expect(pagesOf(pages.flat())).toEqual(inOrder(pages));
  });

  it.each([
    ['en', 'cv template', 'resume template'],
    ['en', 'things to do in Lisbon', 'Lisbon attractions'],
    ['de', 'brautkleid kaufen', 'hochzeitskleid kaufen'],
    ['en', 'dentist leeds', 'dental practice leeds'],
    ['es', 'dentista madrid', 'clínica dental madrid'],
    ['es', 'perder peso rápido', 'adelgazar rápido'],
    ['fr', 'serrurier à lyon', 'serrurerie lyon'],
  ])('knows the words of %s for one thing: %s, %s', (_language, one, other) => {
    expect(pagesOf([one, other])).toEqual([[one, other].sort()]);
  });
});
