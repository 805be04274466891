import { describe, expect, it } from 'vitest';

import type { HostProbe } from '../ports/crawl-records.ts';
import type { SiteFacts, SitePage } from '../ports/site-facts.ts';
import { type Drawing, type Drawn, factsOf } from '../../test/drawn-site.ts';
import { completeFindings, judgeSite } from './judge.ts';
import { reportOf } from './report.ts';
import { judgeSections } from './rules-sections.ts';

/** Paths of the pages that break a rule, or its addresses where it is about none. */
function failing(drawing: Drawing, rule: string): readonly string[] {
  const { view, findings } = judgeSite(factsOf(drawing));
  const pathOf = (page: number): string => {
    const { pathname, search } = new URL(view.pages[page]?.url ?? '');
    return pathname + search;
  };
  return findings.flatMap((each) => (each.rule === rule ? [each.url ?? pathOf(each.page)] : []));
}

function causesOf(drawing: Drawing): readonly object[] {
  const judgement = judgeSite(factsOf(drawing));
  return reportOf(judgement, completeFindings(judgement, []), []).causes.map(
    ({ rule, cause, title, effort, examples }) => ({
      rule,
      cause,
      title,
      effort,
      examples,
    }),
  );
}

const numbered = (count: number, draw: (at: number) => Drawn): Drawn[] =>
  Array.from({ length: count }, (_, at) => draw(at));

describe('pages that share a title', () => {
  it('are told where products have numbers for names, and not where a list goes on', () => {
    const title = 'Boots – Shop';
    const pages: Drawn[] = [
      { path: '/p/1', title },
      { path: '/p/2', title },
      { path: '/boots/page/2', title: 'Boots' },
      { path: '/boots/page/3', title: 'Boots' },
      { path: '/boots?page=4', title: 'Boots' },
    ];
    expect(failing({ pages }, 'title.duplicate')).toEqual(['/p/1', '/p/2']);
  });

  it('are none where they are one page for several countries', () => {
    const both = { title: 'Boots', content_hash: 'same', description: 'All boots' };
    const pages: Drawn[] = [
      { path: '/en-us', ...both },
      { path: '/en-gb', ...both },
    ];
    expect(failing({ pages }, 'dup.exact')).toEqual(['/en-us', '/en-gb']);
    const versions = [
      ['/en-us', 'en-gb', '/en-gb'],
      ['/en-gb', 'en-us', '/en-us'],
    ] as const;
    expect(failing({ pages, versions }, 'dup.exact')).toEqual([]);
    expect(failing({ pages, versions }, 'title.duplicate')).toEqual([]);
  });
});

describe('a cause', () => {
  it('is one for the whole site where nearly every page of every template has it', () => {
    const failed = { failed: ['index.https'], evidence: ['http'] };
    const pages = [
      { path: '/', ...failed },
      ...numbered(20, (at) => ({ path: `/p/${at}`, ...failed })),
      ...numbered(12, (at) => ({ path: `/guides/g${at}x`, ...failed })),
    ];
    expect(causesOf({ pages }).filter((cause) => Object(cause).rule === 'index.https')).toEqual([
      expect.objectContaining({ cause: '', title: '33 pages are served over http', effort: 'one_place' }),
    ]);
  });

  it('names its target, and its template by the host that people know', () => {
    const pages: Drawn[] = [
      { path: '/', links: ['/gone'] },
      ...numbered(20, (at) => ({ path: `/p/${at}`, links: ['/gone'], failed: ['img.alt-missing'], evidence: [''] })),
      ...numbered(9, (at) => ({ path: `/about-${'abcdefghi'.charAt(at)}`, links: ['/', '/p/1'] })),
      { path: '/gone', outcome: 'dead', status: 404, readable: false },
    ];
    const causes = causesOf({ pages });
    expect(causes).toContainEqual(
      expect.objectContaining({ cause: 'https://shop.example/gone', title: '21 pages link to the same dead page' }),
    );
    expect(causes).toContainEqual(
      expect.objectContaining({ rule: 'img.alt-missing', cause: 'shop.example/p/*', effort: 'one_place' }),
    );
  });

  it('that is grave is told beside ten that gain more, as a page newly set to noindex', () => {
    const lesser = [
      'canonical.multiple',
      'index.meta-refresh',
      'link.parameter',
      'link.uncrawlable',
      'link.pagination',
      'title.boilerplate',
      'img.broken',
      'sd.required',
      'sec.mixed',
      'html.size',
      'html.viewport',
      'perf.slow',
    ];
    const faulty = { failed: lesser, evidence: lesser.map(() => '') };
    const pages: Drawn[] = [
      { path: '/', ...faulty, links: ['/packs', '/gone', '/a'] },
      ...numbered(8, (at) => ({ path: `/a${'bcdefghi'.charAt(at)}`, ...faulty, links: ['/packs', '/gone'] })),
      { path: '/packs', noindex: true, referring_hosts: 2, links: ['/'] },
      { path: '/gone', outcome: 'dead', status: 404, readable: false },
    ];
    // Both rules tell of one fault, so mending either alone gains nothing.
    const sitemap = [{ path: '/packs', lastmod: '' }];
    const rules = causesOf({ pages, sitemap }).map((cause) => Object(cause).rule);
    expect(rules).toHaveLength(10);
    expect(rules).toContain('index.noindex-linked');
  });

  it('of lost link weight shows the pages that it ends on', () => {
    const pages: Drawn[] = [
      { path: '/', links: ['/login', '/a'] },
      { path: '/a', links: ['/', '/login'] },
      { path: '/login', noindex: true, links: ['/'] },
    ];
    expect(causesOf({ pages })).toContainEqual(
      expect.objectContaining({ rule: 'link.waste', examples: ['https://shop.example/login'] }),
    );
  });
});

describe('parameters', () => {
  const colours = ['red', 'blue', 'green', 'black', 'white'];
  const sizes = ['36', '38', '40', '42'];
  const both = colours.flatMap((colour) => sizes.map((size) => `color=${colour}&size=${size}`));
  const alone = [...colours.map((colour) => `color=${colour}`), ...sizes.map((size) => `size=${size}`)];
  const listed = (queries: readonly string[], change: Partial<SitePage> = {}): Drawing => ({
    pages: queries.map((query) => ({ path: `/shoes?${query}`, ...change })),
  });

  it('of filters that combine are told, and not where crawlers are kept away', () => {
    expect(failing(listed([...alone, ...both]), 'trap.facets')).toEqual(both.map((query) => `/shoes?${query}`));
    expect(failing(listed([...alone, ...both.slice(1)]), 'trap.facets')).toEqual([]);
    expect(failing(listed([...alone, ...both], { outcome: 'left' }), 'trap.facets')).toEqual([]);
    const robots = [{ host_key: 'example.shop.', url: 'https://shop.example/robots.txt', text: '' }];
    const closed = robots.map((file) => ({ ...file, text: 'User-agent: *\nDisallow: /*&size=' }));
    expect(failing({ ...listed([...alone, ...both]), robots: closed }, 'trap.facets')).toEqual([]);
  });

  it('that name a topic and its board, or the pages of a list, are no filters', () => {
    const topics = numbered(60, (at) => ({ path: `/topic?board=${at % 5}&id=${at}` }));
    const boards = numbered(5, (at) => ({ path: `/topic?board=${at}` }));
    expect(failing({ pages: [...topics, ...boards, { path: '/topic?id=7' }] }, 'trap.facets')).toEqual([]);
    const further = colours.flatMap((colour) =>
      numbered(20, (at) => ({ path: `/shoes?color=${colour}&page=${at + 2}` })),
    );
    const pages = [...further, ...numbered(20, (at) => ({ path: `/shoes?page=${at + 2}` }))];
    expect(failing({ pages: [...pages, { path: '/shoes?color=red' }] }, 'trap.facets')).toEqual([]);
  });

  it('in another order repeat the page that most links lead to', () => {
    const [kept, repeated] = ['/shoes?color=red&size=36', '/shoes?size=36&color=red'];
    const pages: Drawn[] = [
      { path: '/', links: [kept] },
      { path: repeated },
      { path: kept },
      { path: '/shoes?size=38&color=red' },
      { path: '/boots?size=36&color=red' },
    ];
    expect(failing({ pages }, 'param.order')).toEqual([repeated]);
  });
});

describe('what a rule was judged on', () => {
  const partly = (drawing: Drawing): ReadonlyMap<string, string> => judgeSite(factsOf(drawing)).partly;
  const image = { status: 200, bytes: 0, pages: [] };

  it('is told where the crawl asked for some of the images alone', () => {
    const images = new Map([['https://shop.example/a.jpg', image]]);
    expect(partly({ pages: [{ path: '/' }], images, images_shown: 1340 }).get('img.broken')).toBe(
      '1 of 1,340 images were checked, those on most pages first.',
    );
    expect(partly({ pages: [{ path: '/' }], images }).get('img.broken')).toBeUndefined();
  });

  it('is told where pages were read before a rule existed', () => {
    const older = numbered(3, (at) => ({ path: `/${at}`, rules_version: 3 }));
    const none = numbered(2, (at) => ({ path: `/old-${at}`, rules_version: 0 }));
    const found = partly({ pages: [{ path: '/' }, ...older, ...none] });
    expect(found.get('title.missing')).toMatch(/^4 of 6 pages were checked/);
    expect(found.get('robots.assets')).toMatch(/^1 of 6 pages/);
    expect(found.get('title.duplicate')).toBeUndefined();
  });
});

describe('a title with a year', () => {
  it('is told where the year is past, and no newer one nor the address names it', () => {
    const pages: Drawn[] = [
      { path: '/laptops', title: 'The best laptops of 2024' },
      { path: '/phones', title: 'The best phones of 2025' },
      { path: '/tablets', title: 'Tablets 2023 and 2026 compared' },
      { path: '/reports/2023', title: 'Annual report 2023' },
      { path: '/cve', title: 'CVE-2021-44228 explained' },
      { path: '/model', title: 'Galaxy S2024, version 2.2020, from 1999' },
    ];
    expect(failing({ pages }, 'content.gone-stale')).toEqual(['/laptops']);
  });
});

describe('robots.txt', () => {
  const robots = (text: string): SiteFacts['robots'] => [
    { host_key: 'example.shop.', url: 'https://shop.example/robots.txt', text },
  ];

  it('that closes a page hides its noindex', () => {
    const blocked = { outcome: 'blocked', status: 0, readable: false } as const;
    const pages: Drawn[] = [
      { path: '/', links: ['/old', '/other'] },
      { path: '/old', noindex: true, ...blocked },
      { path: '/other', ...blocked },
    ];
    expect(failing({ pages, robots: robots('User-agent: *\nDisallow: /o') }, 'robots.blocks-noindex')).toEqual([
      '/old',
    ]);
  });

  it('that closes a canonical is told on the page that names it', () => {
    const pages: Drawn[] = [
      { path: '/a', canonical: 1, canonical_url: 'https://shop.example/old', links: ['/old'] },
      { path: '/old', outcome: 'blocked', status: 0, readable: false },
    ];
    expect(failing({ pages, robots: robots('User-agent: *\nDisallow: /o') }, 'canonical.blocked')).toEqual(['/a']);
  });

  it('that turns assistants away is told with their names, and not where it turns everybody away', () => {
    const named = (text: string): readonly string[] =>
      judgeSite(factsOf({ pages: [{ path: '/' }], robots: robots(text) })).findings.flatMap(({ rule, item }) =>
        rule === 'ai.blocked' ? [item] : [],
      );
    expect(named('User-agent: GPTBot\nUser-agent: PerplexityBot\nDisallow: /\n')).toEqual(['GPTBot', 'PerplexityBot']);
    expect(named('User-agent: *\nDisallow: /\n')).toEqual([]);
  });
});

describe('a sitemap', () => {
  const dated = (dateOf: (at: number) => string): readonly string[] => {
    const pages = numbered(20, (at) => ({ path: `/p/${at}` }));
    const sitemap = pages.map(({ path }, at) => ({ path, lastmod: dateOf(at) }));
    return failing({ pages, sitemap }, 'sitemap.lastmod');
  };

  it('has dates that can be right, or is told', () => {
    const url = 'https://shop.example/sitemap.xml';
    expect(dated((at) => `2026-04-${10 + at}`)).toEqual([]);
    expect(dated(() => '2026-04-30')).toEqual([url]);
    expect(dated((at) => (at === 3 ? '2027-01-01' : `2026-04-${10 + at}`))).toEqual([url]);
    expect(dated(() => '')).toEqual([]);
  });

  it('lists 50,000 URLs at most', () => {
    const url = 'https://shop.example/sitemap.xml';
    const listing = (count: number): readonly string[] => {
      const sitemap = Array.from({ length: count }, () => ({ path: '/', lastmod: '' }));
      return failing({ pages: [{ path: '/' }], sitemap }, 'sitemap.size');
    };
    expect(listing(50_000)).toEqual([]);
    expect(listing(50_001)).toEqual([url]);
  });
});

describe('structured data', () => {
  it('that nearly all pages of a template have is missed on the others', () => {
    const drawn = (lacking: number): Drawing => ({
      pages: numbered(20, (at) => ({ path: `/p/${at}`, schema_types: at < lacking ? ['Thing'] : ['Product'] })),
    });
    expect(failing(drawn(2), 'sd.coverage')).toEqual(['/p/0', '/p/1']);
    expect(failing(drawn(8), 'sd.coverage')).toEqual([]);
  });
});

describe('a page with duplicates', () => {
  it('is told where more links lead to them than to the page itself', () => {
    const copies = (to: string): Drawing => ({
      pages: [
        { path: '/boots', links: [] },
        { path: '/boots?ref=menu', canonical: 0, canonical_url: 'https://shop.example/boots' },
        ...numbered(6, (at) => ({ path: `/guide-${'abcdef'.charAt(at)}`, links: [to] })),
        { path: '/shop', links: ['/boots', '/boots?ref=menu'] },
      ],
    });
    expect(failing(copies('/boots?ref=menu'), 'canonical.links-to-copies')).toEqual(['/boots']);
    expect(failing(copies('/boots'), 'canonical.links-to-copies')).toEqual([]);
  });
});

describe('language versions', () => {
  it('that do not name each other, though another names both, are incomplete', () => {
    const pages = [{ path: '/en' }, { path: '/de' }, { path: '/fr' }];
    const pairs = [
      ['/en', 'de', '/de'],
      ['/de', 'en', '/en'],
      ['/de', 'fr', '/fr'],
      ['/fr', 'de', '/de'],
    ] as const;
    expect(failing({ pages, versions: pairs }, 'hreflang.incomplete')).toEqual(['/en', '/fr']);
    const whole = [...pairs, ['/en', 'fr', '/fr'], ['/fr', 'en', '/en']] as const;
    expect(failing({ pages, versions: whole }, 'hreflang.incomplete')).toEqual([]);
    // Where one of them names the other, the pair lacks a return link, and no more is said.
    const oneWay = [...pairs, ['/en', 'fr', '/fr']] as const;
    expect(failing({ pages, versions: oneWay }, 'hreflang.incomplete')).toEqual([]);
    expect(failing({ pages, versions: oneWay }, 'hreflang.no-return')).toEqual(['/en']);
  });
});

describe('an address that language versions share', () => {
  const shared = (one: string, other: string): readonly string[] => {
    const pages = [{ path: '/en' }, { path: '/both' }];
    const versions = [
      ['/en', one, '/both'],
      ['/en', other, '/both'],
    ] as const;
    return failing({ pages, versions }, 'hreflang.one-for-two');
  };

  it('is told where they are languages, and not where they are countries', () => {
    expect(shared('de', 'fr')).toEqual(['/en']);
    expect(shared('de-DE', 'de-AT')).toEqual([]);
    expect(shared('de', 'x-default')).toEqual([]);
  });
});

describe('a language version', () => {
  const pair = (french: Partial<SitePage>): Drawing => ({
    pages: [
      { path: '/en', content_hash: 'english' },
      { path: '/fr', ...french },
    ],
    versions: [
      ['/en', 'en', '/en'],
      ['/en', 'fr', '/fr'],
      ['/fr', 'en', '/en'],
      ['/fr', 'fr', '/fr'],
    ],
  });

  it('that holds the text of another was not translated, which is all that is said of its language', () => {
    expect(failing(pair({ content_hash: 'english', language: 'en' }), 'hreflang.untranslated')).toEqual(['/fr']);
    expect(failing(pair({ language: 'en' }), 'hreflang.untranslated')).toEqual(['/fr']);
    expect(failing(pair({ language: 'en' }), 'hreflang.text-language')).toEqual([]);
    expect(failing(pair({ language: 'fr' }), 'hreflang.untranslated')).toEqual([]);
    expect(failing(pair({ language: 'de' }), 'hreflang.text-language')).toEqual(['/fr']);
  });
});

describe('a duplicate', () => {
  it('that names language versions is told, once, since nobody reads them', () => {
    const drawn = (failed: readonly string[]): Drawing => ({
      pages: [
        { path: '/en' },
        { path: '/en?ref=menu', canonical: 0, canonical_url: 'https://shop.example/en', failed, evidence: failed },
        { path: '/de' },
      ],
      versions: [
        ['/en', 'de', '/de'],
        ['/en?ref=menu', 'de', '/de'],
        ['/de', 'en', '/en'],
      ],
    });
    expect(failing(drawn([]), 'hreflang.canonical-conflict')).toEqual(['/en?ref=menu']);
    expect(failing(drawn(['hreflang.canonical-conflict']), 'hreflang.canonical-conflict')).toEqual(['/en?ref=menu']);
  });
});

describe('further pages of a list', () => {
  it('have a canonical of their own, and not that of the first page', () => {
    const canonical = { canonical: 0, canonical_url: 'https://shop.example/boots' };
    const pages: Drawn[] = [
      { path: '/boots' },
      { path: '/boots?page=1', ...canonical, links: ['/boots'] },
      { path: '/boots?page=2', ...canonical },
      { path: '/boots/page/3', ...canonical },
      { path: '/boots?sort=price', ...canonical },
      { path: '/sandals?page=2', ...canonical },
    ];
    expect(failing({ pages }, 'canonical.pagination-first')).toEqual(['/boots?page=2', '/boots/page/3']);
  });
});

describe('a temporary redirect', () => {
  it('is told once it has stood for thirty days, but for that of the home page', () => {
    const moved = { outcome: 'moved', status: 302, readable: false, moved_to: 3 } as const;
    const pages: Drawn[] = [
      { path: '/', ...moved },
      { path: '/old', ...moved },
      { path: '/new-one', ...moved },
      { path: '/en' },
    ];
    const [april, late] = [new Date('2026-04-01T00:00:00Z'), new Date('2026-04-20T00:00:00Z')];
    const temporary_redirects = [
      { page: 0, since: april },
      { page: 1, since: april },
      { page: 2, since: late },
    ];
    expect(failing({ pages, temporary_redirects }, 'redirect.temporary')).toEqual(['/old']);
  });
});

describe('an anchor text', () => {
  it('that leads to three pages is told, where it names anything and they are not one page', () => {
    const pages: Drawn[] = [
      { path: '/' },
      ...numbered(3, (at) => ({ path: `/p/${at}` })),
      { path: '/old', outcome: 'moved', status: 301, readable: false, moved_to: 1 },
    ];
    const sources = [0];
    const told = (text: string, targets: readonly number[]): readonly string[] =>
      failing({ pages, shared_anchors: [{ text, sources, targets }] }, 'link.anchor-same-text');
    expect(told('walking boots', [1, 2, 3])).toEqual(['/']);
    expect(told('walking boots', [1, 2, 4])).toEqual([]);
    expect(told('read more', [1, 2, 3])).toEqual([]);
  });
});

describe('a page that other sites link to', () => {
  it('is told where the site itself hardly does', () => {
    const drawn = (referring_hosts: number): Drawing => ({
      pages: [
        { path: '/', links: ['/guide', ...numbered(20, (at) => ({ path: `/p/${at}` })).map(({ path }) => path)] },
        ...numbered(20, (at) => ({
          path: `/p/${at}`,
          links: ['/', '/guide', ...(at === 0 ? ['/praised'] : [`/p/${at - 1}`])],
        })),
        { path: '/guide', referring_hosts: 3, links: ['/'] },
        { path: '/praised', referring_hosts, links: ['/'] },
      ],
    });
    expect(failing(drawn(9), 'link.underlinked')).toEqual(['/praised']);
    expect(failing(drawn(0), 'link.underlinked')).toEqual([]);
  });
});

describe('a section', () => {
  const words = (from: number, count: number): string =>
    Array.from({ length: count }, (_, at) => `word${from + at}`).join(' ');
  const drawn: Drawing = {
    pages: numbered(60, (at) => ({ path: `/city/${at}`, title: `Plumber in City${at} today` })),
  };
  const judged = async (own: number): Promise<readonly string[]> => {
    const { view } = judgeSite(factsOf(drawn));
    const findings = await judgeSections(view, async (pages) =>
      Promise.resolve(
        new Map(pages.map(({ path_key }, at) => [path_key, `${words(0, 300)} ${words(1000 + at * 1000, own)}`])),
      ),
    );
    return [...new Set(findings.map(({ rule, detail }) => `${rule}: ${detail}`))];
  };

  it('is thin where little is left of its pages without what the template writes', async () => {
    expect(await judged(12)).toEqual(['content.thin-section: about 12 words of its own, by a sample of the section']);
  });

  it('has template titles where they, and the texts, differ in a few words alone', async () => {
    expect(await judged(100)).toEqual(['title.template: about 25% of the text is its own, by a sample of the section']);
    expect(await judged(400)).toEqual([]);
  });

  it('is not judged where nobody kept its texts', async () => {
    const { view } = judgeSite(factsOf(drawn));
    expect(await judgeSections(view, () => Promise.resolve(new Map()))).toEqual([]);
  });
});

describe('a host', () => {
  const probe = (kind: HostProbe['kind'], way: readonly string[], changes: Partial<HostProbe> = {}): HostProbe => ({
    host: 'shop.example',
    kind,
    observed_at: new Date('2026-05-01T01:00:00Z'),
    way,
    status: 200,
    encoding: 'br',
    bytes: 20_000,
    headers: ['strict-transport-security', 'content-security-policy', 'x-content-type-options', 'referrer-policy'],
    ...changes,
  });
  const found = (...probes: readonly HostProbe[]): readonly string[] =>
    judgeSite(factsOf({ pages: [{ path: '/' }], probes })).findings.map(({ rule, detail }) =>
      detail === '' ? rule : `${rule}: ${detail}`,
    );
  const home = 'https://shop.example/';
  const [http, www, httpWww] = ['http://shop.example/', 'https://www.shop.example/', 'http://www.shop.example/'];
  const missing = `${home}no-such-page`;

  it('in good order has one address, says 404 and compresses', () => {
    const right = [probe('https', [home]), probe('http', [http, home]), probe('https_www', [www, home])];
    // The step to https on the same host is what browsers ask for.
    const upgraded = probe('http_www', [httpWww, www, home]);
    expect(found(...right, upgraded, probe('missing', [missing], { status: 404 }))).toEqual([]);
  });

  it('with two addresses, or a long way to the one, is told once', () => {
    const both = [probe('https', [home]), probe('http', [http]), probe('https_www', [www, home])];
    expect(found(...both)).toEqual(['host.variants: https://shop.example/ and http://shop.example/ both answer 200']);
    const long = [probe('https', [home]), probe('http', [http, httpWww, home])];
    expect(found(...long)).toEqual([`host.variants: ${[http, httpWww, home].join(' → ')}`]);
  });

  it('that answers 200 to what does not exist, or sends it home, is told', () => {
    const at = (way: readonly string[]): readonly string[] => found(probe('https', [home]), probe('missing', way));
    expect(at([missing])).toEqual([`host.soft-404: ${missing} answers 200`]);
    expect(at([missing, home])).toEqual([`host.soft-404: ${missing} redirects to the home page`]);
    expect(at([missing, `${home}login`])).toEqual([]);
  });

  it('that leads from https to http is told, and so is each page where it does', () => {
    const downgrade = [home, http];
    expect(found(probe('https', downgrade))).toEqual([`redirect.https-down: ${downgrade.join(' → ')}`]);
    const pages = [{ path: '/' }, { path: '/a', note: 'https_down' }];
    expect(failing({ pages, probes: [probe('https', [home])] }, 'redirect.https-down')).toEqual(['/a']);
  });

  it('is told what its answers lack, and not what does not apply', () => {
    expect(found(probe('https', [home], { encoding: '', headers: ['referrer-policy'] }))).toEqual([
      'sec.headers: without Strict-Transport-Security, Content-Security-Policy, X-Content-Type-Options',
      'perf.uncompressed: 20 kB of HTML',
    ]);
    expect(found(probe('https', [home], { encoding: '', bytes: 9000 }))).toEqual([]);
  });

  it('that was not asked is not judged', () => {
    const { unjudged } = judgeSite(factsOf({ pages: [{ path: '/' }] }));
    expect([...unjudged.keys()]).toEqual(
      expect.arrayContaining([
        'host.variants',
        'host.soft-404',
        'redirect.https-down',
        'sec.headers',
        'perf.uncompressed',
      ]),
    );
  });
});

describe('an image', () => {
  const url = 'https://shop.example/boots.jpg';
  const told = (rule: string, image: { readonly status: number; readonly bytes: number }): readonly string[] =>
    failing({ pages: [{ path: '/' }, { path: '/a' }], images: new Map([[url, { ...image, pages: [1] }]]) }, rule);

  it('that is gone is told on the pages that show it, and so is one that takes long to load', () => {
    expect(told('img.broken', { status: 404, bytes: 0 })).toEqual(['/a']);
    expect(told('img.broken', { status: 200, bytes: 0 })).toEqual([]);
    expect(told('img.heavy', { status: 200, bytes: 500_001 })).toEqual(['/a']);
    expect(told('img.heavy', { status: 200, bytes: 500_000 })).toEqual([]);
  });
});
