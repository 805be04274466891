import type { Fields } from './report.ts';

/** Pasted texts do not fit into an address. */
const VALUE_MAX = 2000;

/** The form of an operation, filled in. @param site whose pages lead there */
export function askAddress(operation: string, input: Fields, site?: string): string {
  const known = Object.entries(input).filter(([, value]) => JSON.stringify(value).length <= VALUE_MAX);
  const query = new URLSearchParams({
    ...(known.length === 0 ? {} : { input: JSON.stringify(Object.fromEntries(known)) }),
    ...(site === undefined ? {} : { site }),
  });
  return `/dashboard/ask/${operation}${query.size === 0 ? '' : `?${query}`}`;
}

/** What an address fills in; nothing where it cannot be read. */
export function askedInput(text: string | undefined): Fields {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

export type Asked =
  | { readonly kind: 'domain'; readonly value: string }
  | { readonly kind: 'page'; readonly value: string }
  | { readonly kind: 'keyword'; readonly value: string }
  | { readonly kind: 'keywords'; readonly value: readonly string[] }
  | { readonly kind: 'text'; readonly value: string };

const DOMAIN = /^(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+\p{L}{2,}$/u;
const KEYWORD_MAX = 120;

/** What somebody typed or pasted; undefined for nothing. */
export function readAsked(typed: string): Asked | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return readAddress(text) ?? readWords(text);
}

function readAddress(text: string): Asked | undefined {
  if (/\s/.test(text)) return undefined;
  const bare = text.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (DOMAIN.test(bare)) return { kind: 'domain', value: bare.toLowerCase() };
  if (bare.length < text.replace(/\/$/, '').length) return { kind: 'page', value: text };
  const slash = text.indexOf('/');
  return slash > 0 && DOMAIN.test(text.slice(0, slash)) ? { kind: 'page', value: `https://${text}` } : undefined;
}

function readWords(text: string): Asked {
  if (text.startsWith('<') || text.startsWith('# ')) return { kind: 'text', value: text };
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  if (lines.length > 1 && lines.every((line) => line.length <= KEYWORD_MAX)) return { kind: 'keywords', value: lines };
  return text.length > KEYWORD_MAX ? { kind: 'text', value: text } : { kind: 'keyword', value: text };
}

export interface Offer {
  readonly operation: string;
  readonly title: string;
  readonly input: Fields;
}

/** The reports that fit what was asked, those first that most people want. */
export function offersFor(asked: Asked): readonly Offer[] {
  const { value } = asked;
  switch (asked.kind) {
    case 'domain':
      return [
        { operation: 'backlinks.summary', title: `Backlinks of ${asked.value}`, input: { target: value } },
        { operation: 'site.audit', title: `Site audit of ${asked.value}`, input: { site: value } },
        { operation: 'site.changes', title: `What changed on ${asked.value}`, input: { site: value } },
        { operation: 'domain.ranked-keywords', title: 'Keywords it ranks for', input: { target: value } },
        { operation: 'opportunities.find', title: 'Opportunities in search', input: { target: value } },
        { operation: 'backlinks.competitors', title: 'Sites with similar links', input: { target: value } },
        { operation: 'backlinks.new-lost-timeseries', title: 'Links won and lost', input: { target: value } },
        { operation: 'backlinks.referring-domains', title: 'Domains that link to it', input: { target: value } },
        { operation: 'backlinks.list', title: 'Its links, one by one', input: { target: value } },
        { operation: 'backlinks.anchors', title: 'Anchor texts', input: { target: value } },
        { operation: 'backlinks.domain-pages', title: 'Its most linked pages', input: { target: value } },
        { operation: 'domain.traffic-estimate', title: 'Search traffic', input: { target: value } },
        { operation: 'domain.relevant-pages', title: 'Pages that bring search traffic', input: { target: value } },
        { operation: 'domain.competitors', title: 'Competitors in search', input: { target: value } },
        { operation: 'site.sitemap-audit', title: 'Its sitemaps', input: { site: value } },
        { operation: 'content.cannibalization', title: 'Pages that compete with each other', input: { site: value } },
      ];
    case 'page':
      return [
        { operation: 'content.technical-qa', title: 'Technical check', input: { url: value } },
        { operation: 'content.title-meta', title: 'Title and description', input: { url: value } },
        { operation: 'page.cro-qa', title: 'Does it convert?', input: { url: value } },
        { operation: 'content.schema-plan', title: 'Structured data', input: { url: value } },
        { operation: 'backlinks.list', title: 'Links to this page', input: { target: value } },
        { operation: 'extract', title: 'Its text', input: { url: value } },
      ];
    case 'keyword':
      return [
        { operation: 'keyword-metrics.overview', title: 'Volume and difficulty', input: { keywords: [value] } },
        { operation: 'keyword-ideas.suggest', title: 'Ideas around it', input: { keyword: value } },
        { operation: 'analyze.serp', title: 'The result page, analyzed', input: { keyword: value } },
        { operation: 'content.brief', title: 'A brief for a page on it', input: { keyword: value } },
        { operation: 'content.serp-outline', title: 'An outline from what ranks', input: { keyword: value } },
        { operation: 'search', title: 'Search your index', input: { query: value } },
        { operation: 'social.listen', title: 'What people say about it', input: { query: value } },
      ];
    case 'keywords':
      return [
        { operation: 'keyword-cluster.build', title: 'Group them into pages', input: { keywords: value } },
        { operation: 'keyword-metrics.overview', title: 'Volume and difficulty', input: { keywords: value } },
        { operation: 'content.keyword-map', title: 'Map them to pages', input: { keywords: value } },
      ];
    case 'text': {
      const isHtml = asked.value.startsWith('<');
      return [
        {
          operation: 'content.technical-qa',
          title: 'Technical check',
          input: isHtml ? { html: value } : { markdown: value },
        },
        { operation: 'page.cro-qa', title: 'Does it convert?', input: isHtml ? { html: value } : { markdown: value } },
        ...(isHtml
          ? [{ operation: 'extract', title: 'Its text', input: { html: value } }]
          : [
              {
                operation: 'content.draft-qa',
                title: 'Check the draft against what ranks',
                input: { draft_markdown: value },
              },
              { operation: 'content.title-meta', title: 'Title and description', input: { page_markdown: value } },
            ]),
      ];
    }
  }
}

let handed: { readonly operation: string; readonly input: Fields } | undefined;

/** Leaves for the next form what is too long for its address. */
export function handOver(operation: string, input: Fields): void {
  handed = { operation, input };
}

/** What was left for this form, once. */
export function takeOver(operation: string): Fields {
  const taken = handed?.operation === operation ? handed.input : {};
  handed = undefined;
  return taken;
}
