import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * The test web: documentation packages of Debian, each served under the name and path that it has on the
 * real web. They link to each other and to some thousands of other hosts, in many languages and encodings.
 *
 * The paths of a site are made of mounts, folders of unpacked packages. `site-files.ts` adds what a real
 * server has beside its files: robots.txt, sitemaps and a few old addresses that redirect.
 */
export interface Site {
  readonly host: string;
  /** An `https` site sends http requests on with 301; an `http` site serves the same under both schemes. */
  readonly scheme: 'http' | 'https';
  /** Charset named in the content-type header; undefined leaves it to the page, as Apache does by default. */
  readonly charset: string | undefined;
  readonly mounts: readonly Mount[];
  /** Where a crawl of the site begins. */
  readonly starts: readonly string[];
  /** Path → address, relative to the site or absolute. */
  readonly redirects: readonly Redirect[];
  /** Lines of robots.txt, before the sitemap line. */
  readonly robots: readonly string[];
}

export interface Mount {
  /** Packages that hold the folder, the one to prefer first: older releases have older versions. */
  readonly packages: readonly string[];
  /** Inside the package; `{package}` stands for the package's name. */
  readonly folder: string;
  /** URL path of the folder, with a slash at both ends. */
  readonly prefix: string;
}

interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: 301 | 302 | 307 | 308;
}

const HANDBOOK = '/doc/manuals/debian-handbook/';
const EXIM = '/exim-html-current/doc/html/spec_html/';

function mount(packages: string | readonly string[], folder: string, prefix: string): Mount {
  return { packages: typeof packages === 'string' ? [packages] : packages, folder: 'usr/share/' + folder, prefix };
}

function handbook(language: string): Mount {
  return mount('debian-handbook', 'doc/debian-handbook/html/' + language, HANDBOOK + language + '/');
}

const DEBIAN_MANUALS: readonly Mount[] = [
  mount('debian-policy', 'doc/debian-policy/policy.html', '/doc/debian-policy/'),
  mount('debian-policy', 'doc/debian-policy/perl-policy.html', '/doc/packaging-manuals/perl-policy/'),
  mount('debian-policy', 'doc/debian-policy/menu-policy.html', '/doc/packaging-manuals/menu-policy/'),
  mount('debian-policy', 'doc/debian-policy/fhs', '/doc/packaging-manuals/fhs/'),
  mount('developers-reference', 'developers-reference', '/doc/manuals/developers-reference/'),
];

const DEBIAN: Site = {
  host: 'www.debian.org',
  scheme: 'https',
  charset: undefined,
  mounts: [
    ...DEBIAN_MANUALS,
    mount('debian-reference-en', 'debian-reference', '/doc/manuals/debian-reference/'),
    mount('debian-handbook', 'doc/debian-handbook/html', HANDBOOK),
  ],
  starts: [
    '/doc/debian-policy/',
    '/doc/manuals/developers-reference/',
    '/doc/manuals/debian-reference/index.en.html',
    HANDBOOK + 'en-US/index.html',
  ],
  redirects: [
    { from: '/', to: '/doc/debian-policy/', status: 302 },
    { from: '/doc/policy', to: '/doc/policy-manual', status: 301 },
    { from: '/doc/policy-manual', to: '/doc/debian-policy/', status: 301 },
    { from: '/apache', to: 'https://httpd.apache.org/docs/2.4/en/index.html', status: 302 },
  ],
  robots: [
    'User-agent: OtherBot',
    'Disallow: /',
    '',
    'User-agent: *',
    'Disallow: /*/search.html$',
    'Disallow: /doc/manuals/developers-reference/l10n.html',
    'Disallow: ' + HANDBOOK + '*/sect.a',
    'Allow: ' + HANDBOOK + '*/sect.apt-get.html',
  ],
};

const EXIM_SITE: Site = {
  host: 'www.exim.org',
  scheme: 'http',
  charset: 'UTF-8',
  mounts: [mount('exim4-doc-html', 'doc/exim4-doc-html/spec_html', EXIM)],
  starts: [EXIM + 'index.html'],
  redirects: [
    { from: '/', to: EXIM + 'index.html', status: 302 },
    { from: '/spec.html', to: EXIM + 'index.html', status: 301 },
  ],
  // Debian ships every chapter under two names; this closes one name of the chapters 20 to 29, but for one.
  robots: ['User-agent: *', 'Disallow: ' + EXIM + 'ch2', 'Allow: ' + EXIM + 'ch24.html'],
};

const APACHE: Site = {
  host: 'httpd.apache.org',
  scheme: 'https',
  charset: undefined,
  mounts: [mount('apache2-doc', 'doc/apache2-doc/manual', '/docs/2.4/')],
  starts: ['/docs/2.4/en/index.html'],
  redirects: [
    { from: '/', to: '/docs/2.4/', status: 302 },
    { from: '/docs/', to: '/docs/2.4/', status: 301 },
    { from: '/docs/current', to: '/docs/2.4/en/', status: 302 },
  ],
  robots: ['User-agent: *', 'Disallow: /docs/2.4/*/misc/', 'Disallow: /docs/2.4/tr/'],
};

/** The whole test web. */
export const SITES: readonly Site[] = [
  DEBIAN,
  EXIM_SITE,
  APACHE,
  simple('docs.python.org', 'https', '/3.11/', mount('python3.11-doc', 'doc/python3.11/html', '/3.11/'), [
    'Disallow: /3.11/_sources/',
    'Disallow: /3.11/distutils/',
  ]),
  simple(
    'www.postgresql.org',
    'https',
    '/docs/15/',
    mount('postgresql-doc-15', 'doc/postgresql-doc-15/html', '/docs/15/'),
    ['Disallow: /docs/15/release-'],
  ),
  simple('git-scm.com', 'https', '/docs/', mount('git-doc', 'doc/git-doc', '/docs/'), ['Disallow: /docs/technical/']),
  simple(
    'nodejs.org',
    'https',
    '/docs/latest-v18.x/api/',
    mount('nodejs-doc', 'doc/nodejs/api', '/docs/latest-v18.x/api/'),
    ['Disallow: /docs/latest-v18.x/api/all.html'],
  ),
  simple('doc.rust-lang.org', 'https', '/', mount('rust-doc', 'doc/rust-doc/html', '/'), [
    'Disallow: /1.',
    'Disallow: /book/first-edition/',
    'Disallow: /book/second-edition/',
    'Disallow: /src/',
  ]),
  simple('llvm.org', 'https', '/docs/', mount(['llvm-22-doc', 'llvm-19-doc'], 'doc/{package}/html', '/docs/'), [
    'Disallow: /docs/_sources/',
  ]),
  simple(
    'docs.djangoproject.com',
    'https',
    '/en/3.2/',
    mount('python-django-doc', 'doc/python-django-doc/html', '/en/3.2/'),
    ['Disallow: /en/3.2/_modules/'],
  ),
  {
    host: 'docs.haproxy.org',
    scheme: 'http',
    charset: 'utf-8',
    mounts: [
      mount('haproxy-doc', 'doc/haproxy/html', '/2.6/'),
      mount('haproxy-doc', 'doc/haproxy/lua', '/2.6/lua-api/'),
    ],
    starts: ['/2.6/intro.html', '/2.6/configuration.html', '/2.6/management.html', '/2.6/lua-api/'],
    redirects: [{ from: '/', to: '/2.6/intro.html', status: 302 }],
    robots: ['User-agent: *', 'Disallow: /2.6/lua-api/genindex.html'],
  },
  simple('www.sqlite.org', 'https', '/', mount('sqlite3-doc', 'doc/sqlite3', '/'), ['Disallow: /releaselog/']),
];

/** Three sites of it whose packages are small. In this cut www.debian.org and httpd.apache.org have fewer languages. */
export const CUT: readonly Site[] = [
  {
    ...DEBIAN,
    mounts: [...DEBIAN_MANUALS, handbook('en-US')],
    starts: DEBIAN.starts.filter((start) => !start.includes('debian-reference')),
  },
  EXIM_SITE,
  {
    ...APACHE,
    robots: [
      'User-agent: *',
      'Disallow: /docs/2.4/',
      'Allow: /docs/2.4/en/',
      'Allow: /docs/2.4/ko/',
      'Disallow: /docs/2.4/*/misc/',
    ],
  },
];

const SAMPLE_RULES: Readonly<Record<string, readonly string[]>> = {
  [DEBIAN.host]: [
    ...DEBIAN.robots,
    'Disallow: ' + HANDBOOK + '*/sect.',
    'Allow: ' + HANDBOOK + '*/sect.p',
    'Allow: ' + HANDBOOK + '*/sect.w',
  ],
  [EXIM_SITE.host]: [
    'User-agent: *',
    'Disallow: ' + EXIM + 'ch',
    'Allow: ' + EXIM + 'ch-a',
    'Allow: ' + EXIM + 'ch-i',
    'Allow: ' + EXIM + 'ch-t',
    'Allow: ' + EXIM + 'ch0',
    'Allow: ' + EXIM + 'ch24.html',
  ],
  [APACHE.host]: [
    'User-agent: *',
    'Disallow: /docs/2.4/',
    'Allow: /docs/2.4/en/',
    'Allow: /docs/2.4/ko/',
    'Disallow: /docs/2.4/*/*/',
    'Allow: /docs/2.4/en/howto/',
    'Allow: /docs/2.4/en/rewrite/',
    'Allow: /docs/2.4/en/platform/',
    'Allow: /docs/2.4/en/mod/mod_rewrite',
  ],
};

/** What fits a test run: the same addresses, with robots.txt files that close most pages. */
export const SAMPLE: readonly Site[] = CUT.map((site) => ({
  ...site,
  mounts: site.host === APACHE.host ? ['en', 'ko'].map(apacheManual) : site.mounts,
  robots: SAMPLE_RULES[site.host] ?? site.robots,
}));

function apacheManual(language: string): Mount {
  return mount('apache2-doc', `doc/apache2-doc/manual/${language}`, `/docs/2.4/${language}/`);
}

function simple(host: string, scheme: Site['scheme'], start: string, folder: Mount, rules: readonly string[]): Site {
  return {
    host,
    scheme,
    charset: 'utf-8',
    mounts: [folder],
    starts: [start],
    redirects: start === '/' ? [] : [{ from: '/', to: start, status: 302 }],
    robots: ['User-agent: *', ...rules],
  };
}

/**
 * The host's other name, with `www.` or without. Real sites answer under both and redirect one to the other, and
 * crawlers rely on it, so the test web does too.
 */
export function twinOf(host: string): string {
  return host.startsWith('www.') ? host.slice('www.'.length) : 'www.' + host;
}

/** Where the packages are unpacked: `SEAMARK_TEST_WEB`, or `.cache/web` in the repository. */
export function webFolder(): string {
  return process.env['SEAMARK_TEST_WEB'] ?? resolve(import.meta.dirname, '../../.cache/web');
}

export function packageFolder(cache: string, name: string): string {
  return join(cache, 'unpacked', name);
}

/** The folder of a mount on this disk; undefined when none of its packages is unpacked. */
export function mountFolder(cache: string, point: Mount): string | undefined {
  for (const name of point.packages) {
    const folder = join(packageFolder(cache, name), point.folder.replaceAll('{package}', name));
    if (existsSync(folder)) return folder;
  }
  return undefined;
}

/** What is missing for these sites, as a sentence with the remedy; undefined when all is there. */
export function missingSites(cache: string, sites: readonly Site[]): string | undefined {
  const missing = new Set<string>();
  for (const point of sites.flatMap((site) => site.mounts)) {
    if (mountFolder(cache, point) === undefined) missing.add(point.packages[0] ?? point.folder);
  }
  if (missing.size === 0) return undefined;
  return `The test web lacks ${[...missing].join(', ')} in ${cache}: run \`node test/web/unpack.ts\` on Debian.`;
}
