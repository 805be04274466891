import { describe, expect, it } from 'vitest';

import { clusterKeywords } from './cluster.ts';

const cluster = (keywords: readonly string[]) => clusterKeywords.run({ keywords, known: undefined });

function pagesOf(keywords: readonly string[]): string[][] {
  const plan = cluster(keywords);
  const alone = plan.unclustered.map(({ keyword }) => [keyword]);
  return [...plan.clusters.map((each) => [...each.keywords].sort()), ...alone].sort((one, other) =>
    one.join('\n') < other.join('\n') ? -1 : 1,
  );
}

describe('searches that share a place or a thing and want something else', () => {
  it.each([
    ['services', [['bike repair bristol'], ['bike shop bristol'], ['used bikes bristol']]],
    [
      'brands and for whom',
      [
        ['adidas running shoes'],
        ['best running shoes', 'running shoes sale'],
        ['mens running shoes'],
        ['nike running shoes'],
        ['womens running shoes'],
      ],
    ],
    ['ways', [['cheap flights to paris'], ['flights london paris'], ['flights paris london']]],
    ['models', [['iphone 15 case'], ['iphone 15 pro case'], ['iphone 15 pro max case']]],
    ['with and without', [['coffee with sugar'], ['coffee without sugar']]],
    ['without behind an article', [['how to clean an espresso machine'], ['how to make espresso without a machine']]],
    [
      'whom they do without',
      [
        ['child free hotel crete', 'crete hotel no children'],
        ['crete family hotel', 'crete family hotels'],
        ['crete with toddlers'],
      ],
    ],
    ['without, and a kind of it', [['ameisensäure varroa', 'varroa ameisensäure'], ['varroa ohne säure']]],
    ['prices that look like years', [['best gravel bikes under 1000'], ['best gravel bikes under 2000']]],
    [
      'places',
      [
        ['hotels in paris', 'paris hotels'],
        ['hotels in rome', 'rome hotels'],
      ],
    ],
    ['a thing and its hire', [['brompton electric'], ['brompton hire']]],
    ['a product and the law on it', [['electric bike laws uk'], ['electric bikes']]],
    ['languages', [['best e-bikes'], ['e-bike kaufen'], ['fahrrad reparatur berlin']]],
  ])('are parted by %s', (_, pages) => {
    expect(pagesOf(pages.flat())).toEqual(pages);
  });
});

describe('ways to write the same', () => {
  it.each([
    [
      [
        'best e-bike for commuting',
        'best ebike for commuters',
        'best electric bike for commuting',
        'best electric bicycle for commuting',
      ],
    ],
    [['e bikes', 'e-bikes', 'ebikes', 'electric bikes']],
    [['bicycle repair', 'bike mend', 'bike repair', 'cycle repair']],
    [['flat tire repair', 'flat tyre repair', 'puncture repair']],
    [['pre-owned laptops', 'second hand laptop', 'second-hand laptops', 'used notebook']],
    [['bike service cost', 'bike service price']],
    [['samsung galaxy s23 review', 'galaxy s23 review', 'samsung s23 reviews']],
  ])('share a page: %j', (keywords) => {
    expect(pagesOf(keywords)).toEqual([keywords.toSorted()]);
  });
});

const BRISTOL = [
  'bike shop bristol',
  'bicycle shop bristol',
  'cycle shop in bristol',
  'bike shops near me',
  'bike repair bristol',
  'bicycle repair bristol',
  'bike repairs near me',
  'puncture repair cost',
  'how much does a puncture repair cost',
  'bike service cost',
  'bike service price',
  'full bike service bristol',
  'best e-bike for commuting',
  'best electric bike for commuting',
  'ebike for commuters',
  'electric bikes',
  'e-bikes',
  'buy electric bike',
  'cheap electric bikes',
  'electric bike vs normal bike',
  'electric bike laws uk',
  'do you need a licence for an electric bike',
  'kids bikes',
  'bike size chart',
  'what size bike do i need',
  'how to index gears',
  'gravel bike vs road bike',
  'difference between gravel and road bike',
  'best gravel bikes under 1000',
  'bike insurance',
  'second hand bikes bristol',
  'used bikes bristol',
  'brompton hire',
  'fahrrad reparatur bristol',
  'fahrradreparatur kosten',
  'e-bike kaufen',
  'elektrofahrrad kaufen',
  'vélo électrique',
  'réparation vélo prix',
  'entretien vélo',
  'vélo électrique prix',
  'bicicleta eléctrica',
  'bicicletas eléctricas baratas',
  '電動自転車 おすすめ',
  '電動アシスト自転車 おすすめ',
  '자전거 수리',
];

describe('the list of a bike shop', () => {
  const plan = cluster(BRISTOL);
  const pageOf = (keyword: string) => plan.clusters.find(({ keywords }) => keywords.includes(keyword));
  const aloneWith = (keyword: string) => plan.unclustered.find((each) => each.keyword === keyword);

  it('makes local pages of shop, repair and second hand, each named in the plainest words', () => {
    expect(pageOf('cycle shop in bristol')).toMatchObject({
      name: 'Bike shop Bristol',
      head_keyword: 'bike shop bristol',
      intent: 'local',
      recommended_page_type: 'local_landing_page',
      suggested_slug: 'bike-shop-bristol',
    });
    expect(pageOf('bicycle repair bristol')).toMatchObject({ head_keyword: 'bike repair bristol', intent: 'local' });
    expect(pageOf('used bikes bristol')?.keywords.toSorted()).toEqual([
      'second hand bikes bristol',
      'used bikes bristol',
    ]);
    expect(aloneWith('full bike service bristol')).toMatchObject({ intent: 'local' });
  });

  it('keeps what is sold, what is compared and what is asked about electric bikes apart', () => {
    const shop = pageOf('electric bikes');
    expect(shop?.keywords.toSorted()).toEqual([
      'buy electric bike',
      'cheap electric bikes',
      'e-bikes',
      'electric bikes',
    ]);
    expect(pageOf('ebike for commuters')?.keywords.toSorted()).toEqual([
      'best e-bike for commuting',
      'best electric bike for commuting',
      'ebike for commuters',
    ]);
    expect(shop?.recommended_page_type).toBe('category_page');
    expect(pageOf('electric bike laws uk')?.intent).toBe('informational');
  });

  it('puts no two languages into one cluster', () => {
    expect(pageOf('e-bike kaufen')).toMatchObject({
      language: 'de',
      keywords: expect.arrayContaining(['elektrofahrrad kaufen']),
    });
    expect(pageOf('vélo électrique')).toMatchObject({ language: 'fr' });
    expect(pageOf('bicicleta eléctrica')).toMatchObject({ language: 'es' });
    expect(aloneWith('réparation vélo prix')?.language).toBe('fr');
    expect(aloneWith('fahrradreparatur kosten')?.language).toBe('de');
  });

  it('links what is near and nothing else', () => {
    const near = (keyword: string) => aloneWith(keyword)?.nearest_cluster;
    expect(near('bike insurance')).toBeNull();
    expect(near('brompton hire')).toBeNull();
    expect(pageOf('bike repairs near me')).toBe(pageOf('bike repair bristol'));
    expect(pageOf('bike shop bristol')?.interlink_with).toContain(pageOf('bike repair bristol')?.id);
    for (const { language, interlink_with } of plan.clusters)
      for (const id of interlink_with) expect(plan.clusters.find((each) => each.id === id)?.language).toBe(language);
  });

  it('knows a smaller town by the list itself', () => {
    const frome = ['bike shop frome', 'bike repair frome', 'cycle hire in frome'];
    const { unclustered } = cluster(frome);
    expect(unclustered.map(({ intent }) => intent)).toEqual(['local', 'local', 'local']);
    const kit = cluster(['bike shop kit', 'bike repair kit', 'bike service kit']);
    expect([...kit.clusters, ...kit.unclustered].map(({ intent }) => intent)).not.toContain('local');
  });
});
