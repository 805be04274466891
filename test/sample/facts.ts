/**
 * What is in the sample web, counted by hand from its pages; `facts.test.ts` holds the pages against it.
 *
 *   from \ to              harbour-bikes   chainring   www.northcove   forum.pedalfolk   elsewhere
 *   harbour-bikes.example         –            4             5               14              1
 *   chainring.example            16            –             4                1              0
 *   www.northcove.example         3            1             –                1              0
 *   forum.pedalfolk.example      13            3             4                –              0
 *   together                     32            8            13               16              1
 *
 * One link is one page, target and anchor: the two equal links on Chainring's cargo bike test are one link that
 * stands there twice. All addresses are http; canonicals stay on their own site.
 */
export interface SampleLink {
  readonly from: string;
  readonly to: string;
  readonly type: 'anchor' | 'image';
  /** '' for images, which have an `alt`. */
  readonly anchor: string;
  readonly alt: string;
  readonly rel: readonly string[];
  readonly position: 'content' | 'sidebar' | 'footer';
  /** How often the same link stands on the page. */
  readonly count: number;
}

const SHOP = 'http://harbour-bikes.example';
const MAGAZINE = 'http://chainring.example';
const COUNCIL = 'http://www.northcove.example';
const FORUM = 'http://forum.pedalfolk.example';

const UGC = ['ugc', 'nofollow'];

/** Pages that answer 200 and may be crawled, by site. */
export const PAGES: Readonly<Record<string, readonly string[]>> = {
  'harbour-bikes.example': [
    '/',
    '/bikes/',
    '/bikes/gannet-8',
    '/bikes/plover-city',
    '/bikes/plover-city?colour=green',
    '/bikes/dunlin-tourer',
    '/workshop/',
    '/guides/fit-a-child-seat',
    '/guides/winter-care',
    '/about',
    '/contact',
    '/de/lastenrad-beratung',
    '/thank-you',
  ],
  'chainring.example': [
    '/',
    '/tests/cargo-bikes-2025',
    '/tests/child-seats',
    '/tests/tyre-pressure',
    '/reviews/plover-city',
    '/news/northcove-bridge-opens',
    '/features/a-week-without-the-car',
    '/guides/choosing-a-lock',
    '/guides/winter-lights',
    '/about',
  ],
  'www.northcove.example': [
    '/',
    '/transport/',
    '/transport/cycle-routes',
    '/transport/bridge-scheme',
    '/transport/cargo-bike-grant',
    '/transport/bike-register',
    '/news/grant-round-two',
    '/contact',
    '/accessibility',
  ],
  'forum.pedalfolk.example': [
    '/',
    '/t/100-welcome',
    '/t/101-first-cargo-bike',
    '/t/101-first-cargo-bike?page=2',
    '/t/102-squeaky-brakes',
    '/t/103-grant-application',
    '/t/104-where-to-park',
    '/t/105-spring-sale',
    '/t/106-lights',
    '/rules',
  ],
};

/** Every link from one site to another, or out of the sample web. */
export const LINKS: readonly SampleLink[] = [
  // From the shop.
  ...pagesOf('harbour-bikes.example').map((from) => ({
    ...text(from, FORUM + '/', 'Pedalfolk forum'),
    position: 'footer' as const,
  })),
  text(SHOP + '/', MAGAZINE + '/tests/cargo-bikes-2025', 'best in the 2025 cargo bike test'),
  image(SHOP + '/', MAGAZINE + '/tests/cargo-bikes-2025', 'Chainring test winner 2025'),
  text(SHOP + '/bikes/gannet-8', COUNCIL + '/transport/cargo-bike-grant', 'Northcove cargo bike grant'),
  text(SHOP + '/bikes/gannet-8', MAGAZINE + '/tests/cargo-bikes-2025', "Chainring's group test"),
  text(SHOP + '/workshop/', COUNCIL + '/transport/bike-register', 'free bike register'),
  text(SHOP + '/guides/fit-a-child-seat', MAGAZINE + '/tests/child-seats', 'child seat test'),
  text(SHOP + '/guides/fit-a-child-seat', 'https://bikestandards.example/child-seats', 'national standard'),
  text(SHOP + '/guides/winter-care', FORUM + '/t/102-squeaky-brakes', 'a long thread on squeaky brakes'),
  text(SHOP + '/about', COUNCIL + '/', 'Northcove Town Council'),
  text(SHOP + '/contact', COUNCIL + '/documents/cycle-map.pdf', 'cycle map (PDF)'),
  text(SHOP + '/de/lastenrad-beratung', COUNCIL + '/transport/cargo-bike-grant', 'Zuschuss der Stadt Northcove'),

  // From the magazine; the tyre page has no sidebar.
  ...pagesOf('chainring.example')
    .filter((from) => from !== MAGAZINE + '/tests/tyre-pressure')
    .map((from) => image(from, SHOP + '/', 'Harbour Bikes, the shop on the quay', ['sponsored'])),
  { ...text(MAGAZINE + '/tests/cargo-bikes-2025', SHOP + '/bikes/gannet-8', 'Harbour Gannet 8'), count: 2 },
  text(MAGAZINE + '/tests/cargo-bikes-2025', SHOP + '/bikes/dunlin-tourer', 'Dunlin from the same shop'),
  text(MAGAZINE + '/tests/child-seats', SHOP + '/guides/fit-a-child-seat', 'step-by-step fitting guide'),
  text(MAGAZINE + '/tests/tyre-pressure', SHOP + '/old-catalogue', 'click here'),
  text(MAGAZINE + '/reviews/plover-city', SHOP + '/bikes/plover-city', 'Plover at Harbour Bikes', ['sponsored']),
  text(MAGAZINE + '/features/a-week-without-the-car', SHOP + '/sale', "Harbour Bikes' spring sale"),
  text(MAGAZINE + '/features/a-week-without-the-car', COUNCIL + '/cycling', "council's cycling pages"),
  text(MAGAZINE + '/about', SHOP, 'harbour-bikes.example'),
  text(MAGAZINE + '/news/northcove-bridge-opens', COUNCIL + '/transport/bridge-scheme', "The council's scheme page"),
  text(MAGAZINE + '/news/northcove-bridge-opens', COUNCIL + '/transport/cycle-routes', "town's cycle routes"),
  text(MAGAZINE + '/guides/choosing-a-lock', COUNCIL + '/transport/bike-register', 'register your bike'),
  text(MAGAZINE + '/guides/choosing-a-lock', FORUM + '/t/104-where-to-park', 'where to park in Northcove'),

  // From the council.
  text(COUNCIL + '/transport/cargo-bike-grant', SHOP + '/workshop/', 'safety check with certificate'),
  text(COUNCIL + '/transport/cargo-bike-grant', SHOP + '/', 'Harbour Bikes'),
  text(COUNCIL + '/news/grant-round-two', SHOP + '/bikes/gannet-8', 'this one with a low box'),
  text(COUNCIL + '/transport/bridge-scheme', MAGAZINE + '/news/northcove-bridge-opens', 'press report on the opening'),
  text(COUNCIL + '/transport/bike-register', FORUM + '/', 'local cycling forum', ['nofollow']),

  // From the forum.
  ...pagesOf('forum.pedalfolk.example').map((from) => ({
    ...text(from, SHOP + '/', 'Server paid for by Harbour Bikes', ['sponsored']),
    position: 'footer' as const,
  })),
  text(FORUM + '/t/100-welcome', COUNCIL + '/transport/cycle-routes', "council's list of routes"),
  text(FORUM + '/t/101-first-cargo-bike', SHOP + '/bikes/gannet-8', 'http://harbour-bikes.example/bikes/gannet-8', UGC),
  text(FORUM + '/t/101-first-cargo-bike', MAGAZINE + '/tests/cargo-bikes-2025', 'this test', UGC),
  text(FORUM + '/t/102-squeaky-brakes', SHOP + '/guides/winter-care', 'winter guide of the shop on the quay', UGC),
  text(FORUM + '/t/103-grant-application', COUNCIL + '/transport/cargo-bike-grant', 'grant page', UGC),
  text(FORUM + '/t/103-grant-application', COUNCIL + '/forms/grant', 'application form', UGC),
  text(FORUM + '/t/104-where-to-park', COUNCIL + '/documents/cycle-map.pdf', "the council's map", UGC),
  text(FORUM + '/t/105-spring-sale', SHOP + '/sale', 'spring sale', UGC),
  // Written with utm parameters, which are no part of the address.
  text(FORUM + '/t/106-lights', MAGAZINE + '/guides/winter-lights', 'winter lights guide', UGC),
  text(FORUM + '/rules', MAGAZINE + '/guides/choosing-a-lock', 'lock guide by Chainring'),
];

/** What a summary of each site says, links from the site itself left out. */
export const REFERRERS = {
  'harbour-bikes.example': { backlinks: 32, pages: 22, domains: 3 },
  'chainring.example': { backlinks: 8, pages: 7, domains: 3 },
  'www.northcove.example': { backlinks: 13, pages: 11, domains: 3 },
  'forum.pedalfolk.example': { backlinks: 16, pages: 15, domains: 3 },
  'bikestandards.example': { backlinks: 1, pages: 1, domains: 1 },
} as const;

/** Addresses that other sites link to and that answer 404, with the number of those links. */
export const BROKEN = {
  'http://harbour-bikes.example/sale': 2,
  'http://www.northcove.example/forms/grant': 1,
} as const;

/** Where redirects end, for the addresses that somebody links to. */
export const REDIRECTED = {
  'http://harbour-bikes.example/old-catalogue': 'http://harbour-bikes.example/bikes/',
  'http://chainring.example/tests/latest': 'http://chainring.example/tests/cargo-bikes-2025',
  'http://www.northcove.example/cycling': 'http://www.northcove.example/transport/cycle-routes',
} as const;

/** Pages of which the sites say something about themselves that an index has to heed. */
export const SPECIAL = {
  noindex: 'http://harbour-bikes.example/thank-you',
  closed_by_robots: ['http://harbour-bikes.example/basket', 'http://forum.pedalfolk.example/members/wheelwright'],
  canonical_elsewhere: {
    'http://harbour-bikes.example/bikes/plover-city?colour=green': 'http://harbour-bikes.example/bikes/plover-city',
    'http://chainring.example/tests/tyre-pressure': 'http://chainring.example/tests/child-seats',
  },
  german: 'http://harbour-bikes.example/de/lastenrad-beratung',
  full_of_faults: 'http://chainring.example/tests/tyre-pressure',
  missing_inside: ['http://chainring.example/tests/pumps-2018', 'http://www.northcove.example/forms/grant'],
} as const;

function pagesOf(host: string): readonly string[] {
  return (PAGES[host] ?? []).map((path) => `http://${host}${path}`);
}

function text(from: string, to: string, anchor: string, rel: readonly string[] = []): SampleLink {
  return { from, to, type: 'anchor', anchor, alt: '', rel, position: 'content', count: 1 };
}

function image(from: string, to: string, alt: string, rel: readonly string[] = []): SampleLink {
  return { from, to, type: 'image', anchor: '', alt, rel, position: 'sidebar', count: 1 };
}
