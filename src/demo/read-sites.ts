import { readDataRows, readDataText } from '../kernel/data.ts';

/**
 * The made web, as its data files tell it.
 *
 * `@site` begins a site, `@nav` and `@footer` are links on all of its pages, `@page` begins a page with its path, title and
 * description. A page may be there from (`@since`) or until (`@until`) so many days ago: two pages of one path that
 * follow each other are one page that was changed. The rest is the page's text, in a little Markdown.
 */
export interface MadePage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly type: 'page' | 'home' | 'article' | 'product';
  /** Days ago; infinite for pages that were always there. */
  readonly since: number;
  /** Days ago; -1 for pages that are still there. */
  readonly until: number;
  /** Days ago; undefined without a date. */
  readonly published: number | undefined;
  readonly noindex: boolean;
  readonly redirect: string | undefined;
  readonly price: string | undefined;
  readonly lines: readonly string[];
}

export interface MadeSite {
  readonly host: string;
  readonly name: string;
  readonly nav: readonly MadeLink[];
  readonly footer: readonly MadeLink[];
  readonly pages: readonly MadePage[];
  readonly is_spam: boolean;
}

interface MadeLink {
  readonly text: string;
  readonly url: string;
}

/** A page that was always there and says nothing. */
const BLANK: MadePage = {
  path: '/',
  title: '',
  description: '',
  type: 'page',
  since: Number.POSITIVE_INFINITY,
  until: -1,
  published: undefined,
  noindex: false,
  redirect: undefined,
  price: undefined,
  lines: [],
};

/** The shop that the demo is about. */
export const SHOP = 'northgear.example';
const FILES = ['data/shop.txt', 'data/shops.txt', 'data/press.txt'];

export function readSites(): readonly MadeSite[] {
  const products = readProducts();
  const sites = FILES.flatMap((file) => parseSites(readDataText(import.meta.url, file)));
  const stocked = sites.map((site) => withProducts(site, products.get(site.host) ?? []));
  return [...stocked, ...spamSites()];
}

function parseSites(text: string): MadeSite[] {
  const [, ...parts] = text.split(/^@site /m);
  return parts.map((part) => {
    const [head = '', ...pages] = part.split(/^@page /m);
    const [first = '', ...rest] = head.split('\n');
    const [host = '', name = ''] = cellsOf(first);
    const links = (kind: string): MadeLink[] =>
      rest.flatMap((line) => {
        if (!line.startsWith(`@${kind} `)) return [];
        const [label = '', url = ''] = cellsOf(line.slice(kind.length + 2));
        return [{ text: label, url }];
      });
    return { host, name, nav: links('nav'), footer: links('footer'), pages: pages.map(parsePage), is_spam: false };
  });
}

function parsePage(part: string): MadePage {
  const [first = '', ...rest] = part.split('\n');
  const [path = '', title = '', description = ''] = cellsOf(first);
  const said = new Map(
    rest.flatMap((line) => {
      const found = /^@(\w+) ?(.*)$/.exec(line);
      return found === null ? [] : [[found[1] ?? '', found[2] ?? '']];
    }),
  );
  return {
    ...BLANK,
    path,
    title,
    description,
    type: typeOf(said.get('type')),
    since: daysOf(said.get('since')) ?? BLANK.since,
    until: daysOf(said.get('until')) ?? BLANK.until,
    published: daysOf(said.get('published')),
    noindex: said.has('noindex'),
    redirect: said.get('redirect'),
    lines: rest.filter((line) => line.trim() !== '' && !line.startsWith('@')),
  };
}

function typeOf(text: string | undefined): MadePage['type'] {
  return text === 'home' || text === 'article' ? text : 'page';
}

function cellsOf(line: string): string[] {
  return line.split(' | ').map((cell) => cell.trim());
}

interface Product {
  readonly shelf: string;
  readonly line: string;
  readonly page: MadePage;
}

function readProducts(): ReadonlyMap<string, readonly Product[]> {
  const rows = readDataRows(import.meta.url, 'data/products.tsv');
  return Map.groupBy(rows.map(productOf), ({ host }) => host);
}

const COLUMNS = [
  'host',
  'shelf',
  'path',
  'name',
  'kind',
  'price',
  'weight',
  'fit',
  'material',
  'first',
  'second',
] as const;

function productOf(cells: readonly string[]): Product & { readonly host: string } {
  const cell = (column: (typeof COLUMNS)[number]): string => cells[COLUMNS.indexOf(column)] ?? '';
  const [since, until] = cells.slice(COLUMNS.length);
  const path = cell('path');
  const [name, kind, price, weight] = [cell('name'), cell('kind'), cell('price'), cell('weight')];
  const page: MadePage = {
    ...BLANK,
    path,
    title: `${name}: ${kind} for ${cell('fit')}`,
    description: `${cell('first')} ${weight}, $${price}.`,
    type: 'product',
    since: daysOf(since) ?? BLANK.since,
    until: daysOf(until) ?? BLANK.until,
    price,
    lines: [
      `# ${name}`,
      `![${name}, ${kind}](/images${path}.jpg)`,
      `${cell('first')} ${cell('second')}`,
      '## Facts',
      `- Kind: ${kind}`,
      `- Weight: ${weight}`,
      `- For: ${cell('fit')}`,
      `- Material: ${cell('material')}`,
      `- Price: $${price}`,
    ],
  };
  return {
    host: cell('host'),
    shelf: cell('shelf'),
    line: `- [${name}](${path}): ${kind}, ${weight}, $${price}`,
    page,
  };
}

function daysOf(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Number(text);
}

/** `{products tents}` becomes a list of what is on that shelf. */
function withProducts(site: MadeSite, products: readonly Product[]): MadeSite {
  const filled = site.pages.map((page) => ({
    ...page,
    lines: page.lines.flatMap((line) => {
      const shelf = /^\{products (.+)\}$/.exec(line)?.[1];
      return shelf === undefined
        ? [line]
        : products.filter((product) => product.shelf === shelf).map((product) => product.line);
    }),
  }));
  return { ...site, pages: [...filled, ...products.map(({ page }) => page)] };
}

/** What a link farm writes on each of its links. */
const SPAM_ANCHORS = ['cheap two person tent', 'buy camping stove online', 'best hiking backpack deals'] as const;
const SPAM_TARGETS = ['/tents/', '/stoves/', '/packs/'] as const;
const SPAM_PAGES = 4;

function spamSites(): MadeSite[] {
  const farm = readDataRows(import.meta.url, 'data/spam.tsv').map(([host = '', name = '', since = '0']) => ({
    host,
    name,
    since: Number(since),
  }));
  return farm.map(({ host, name, since }) => {
    const others = farm.filter((other) => other.host !== host);
    const lines = [
      `# ${name}`,
      'Buy cheap, buy now, best price, discount, free coupon, best deals, cheap deals, casino bonus, buy cheap online.',
      ...SPAM_TARGETS.map((path, at) => `- [${SPAM_ANCHORS[at] ?? ''}](https://${SHOP}${path})`),
      ...others.map((other) => `- [${other.name.toLowerCase()} best price](https://${other.host}/)`),
    ];
    const paths = ['/', ...Array.from({ length: SPAM_PAGES - 1 }, (_, at) => `/deals-${at + 1}`)];
    const more = paths.slice(1).map((path) => `- [more deals](${path})`);
    const pages = paths.map((path): MadePage => ({
      ...BLANK,
      path,
      title: `${name} – cheap deals ${path === '/' ? '' : path.slice(-1)}`.trim(),
      since,
      lines: path === '/' ? [...lines, ...more] : lines,
    }));
    return { host, name, nav: [], footer: [], pages, is_spam: true };
  });
}
