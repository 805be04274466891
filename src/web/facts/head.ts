import { HREF_LENGTH_MAX, type PageLinks } from './links.ts';
import { clip } from './text.ts';
import { ASSET_MARKS } from './platform.ts';
import { type Directive, readMetaDirectives } from '../directives.ts';
import { literalPattern } from '../literal-pattern.ts';
import { foldSpace } from '../space.ts';

/** What the head of a page says about it, and what the addresses of its scripts and styles give away. */
export class PageHead {
  description = '';
  canonicalHref: string | undefined;
  refreshHref: string | undefined;
  generator = '';
  ogType = '';
  readonly directives: Directive[] = [];
  private readonly dates = new Map<DateSource, string>();
  private readonly assetMarks = new Set<string>();
  private assetsLeft = ASSETS_MAX;
  private readonly agentToken: string;

  constructor(agentToken: string) {
    this.agentToken = agentToken.toLowerCase();
  }

  meta(attributes: ReadonlyMap<string, string>): void {
    const content = attributes.get('content');
    if (content === undefined) return;
    const name = (attributes.get('name') ?? attributes.get('property') ?? '').trim().toLowerCase();
    if (name !== '') this.named(name, content);
    if (attributes.get('itemprop') === 'datePublished') this.date('itemprop', content);
    if (attributes.get('http-equiv')?.trim().toLowerCase() === 'refresh') this.refreshHref ??= refreshTarget(content);
  }

  date(source: DateSource, text: string): void {
    if (!this.dates.has(source)) this.dates.set(source, text.slice(0, 64));
  }

  /** Candidates for the day of publication, the most trustworthy first. */
  get datesByTrust(): readonly string[] {
    return DATE_SOURCES.map((source) => this.dates.get(source)).filter((date) => date !== undefined);
  }

  /** A `link` element: of several canonical ones the first counts. */
  link({ href, rel, type }: LinkElement, links: PageLinks): void {
    const rels = rel.toLowerCase().slice(0, REL_LENGTH_MAX).split(/\s+/);
    this.asset(href);
    if (rels.includes('canonical')) {
      if (this.canonicalHref !== undefined) return;
      this.canonicalHref = href.slice(0, HREF_LENGTH_MAX);
      links.addHeadLink(href, 'canonical');
    } else if (rels.includes('alternate') && !rels.includes('stylesheet')) {
      const format = type.toLowerCase();
      links.addHeadLink(href, 'alternate', format !== '' && !format.includes('html'));
    }
  }

  /** The address of a script, style or image; only the first ones are looked at. */
  asset(address: string): void {
    if (this.assetsLeft <= 0 || address.startsWith('data:')) return;
    this.assetsLeft -= 1;
    const short = address.slice(0, 300);
    if (ANY_ASSET_MARK.test(short)) for (const mark of ASSET_MARKS) if (short.includes(mark)) this.assetMarks.add(mark);
  }

  get assets(): readonly string[] {
    return [...this.assetMarks];
  }

  private named(name: string, content: string): void {
    if (name === 'description') this.description ||= clip(foldSpace(content).trim(), DESCRIPTION_LENGTH_MAX);
    else if (name === 'generator') this.generator ||= content.slice(0, 200).trim();
    else if (name === 'og:type') this.ogType ||= content.slice(0, 64).trim().toLowerCase();
    else if (name === 'article:published_time') this.date('article', content);
    else if (DATE_NAMES.has(name)) this.date('named', content);
    else if ((name === 'robots' || name === this.agentToken) && this.directives.length < DIRECTIVES_MAX)
      this.directives.push(...readMetaDirectives(content, name));
  }
}

interface LinkElement {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
}

type DateSource = (typeof DATE_SOURCES)[number];

const DATE_SOURCES = ['article', 'itemprop', 'pubdate', 'named', 'time'] as const;
const DATE_NAMES = new Set([
  'date', 'pubdate', 'publishdate', 'publish-date', 'publish_date', 'dc.date', 'dc.date.issued', 'dcterms.created',
  'dcterms.issued', 'parsely-pub-date', 'sailthru.date', 'datepublished', 'citation_publication_date', 'og:published_time',
]); // prettier-ignore
const DESCRIPTION_LENGTH_MAX = 1000;
const REL_LENGTH_MAX = 256;
const ASSETS_MAX = 300;
const DIRECTIVES_MAX = 1000;
/** Most addresses have no mark, and one search tells so of all of them. */
const ANY_ASSET_MARK = new RegExp(ASSET_MARKS.map((mark) => literalPattern(mark)).join('|'));

/** The address in `5; url='/new'`; undefined for a page that only reloads itself. */
function refreshTarget(content: string): string | undefined {
  const text = content.slice(0, 4096);
  const separator = /[;,]/.exec(text);
  if (separator === null) return undefined;
  const rest = text.slice(separator.index + 1).trim();
  const named = /^url\s*=\s*/i.exec(rest);
  const value = named === null ? rest : rest.slice(named[0].length);
  const quote = value.charAt(0);
  const target = quote === '"' || quote === "'" ? (value.slice(1).split(quote, 1)[0] ?? '') : value;
  return target.trim() === '' ? undefined : target.trim();
}
