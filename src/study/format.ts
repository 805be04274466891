import { counted } from '../kernel/grammar.ts';
import type { JudgedType } from '../text/page-types.ts';
import type { ReadPage } from '../text/reading/reading.ts';
import type { Study } from './study.ts';

export const FORMATS = ['how_to', 'guide', 'list', 'comparison', 'tool', 'product', 'local'] as const;
/** What kind of page answers a search. */
export type Format = (typeof FORMATS)[number];

const BY_TYPE: Readonly<Partial<Record<JudgedType, Format>>> = {
  how_to: 'how_to',
  recipe: 'how_to',
  guide: 'guide',
  article: 'guide',
  blog_post: 'guide',
  glossary: 'guide',
  faq: 'guide',
  docs: 'guide',
  listicle: 'list',
  ranking: 'comparison',
  comparison_page: 'comparison',
  review: 'comparison',
  tool_page: 'tool',
  product: 'product',
  category_page: 'product',
  listing: 'product',
  landing_page: 'product',
  service: 'product',
  software: 'product',
  pricing: 'product',
  local_landing_page: 'local',
};

/** What a page of the caller's own is, where that is no guide that may become something else. */
export function findOwnFormat(page: Pick<ReadPage, 'type'> | undefined): Format | null {
  const format = page?.type == null ? undefined : BY_TYPE[page.type];
  return format !== undefined && OFFERS.has(format) ? format : null;
}

const OFFERS: ReadonlySet<Format> = new Set<Format>(['product', 'tool', 'local']);
const READ: ReadonlySet<Format> = new Set<Format>(['how_to', 'guide', 'list']);

export interface FoundFormat {
  /** Null where nothing tells. */
  readonly format: Format | null;
  readonly evidence: readonly string[];
}

/** By how a search begins that asks for a way to do something; the pages that answer it are often plain articles. */
const ASKS_HOW = /^(?:how (?:to|do|can)\b|wie\b|anleitung\b|cómo\b|como\b|comment\b|come\b|hoe\b)/i;

/**
 * The kind of page that most of the compared pages are. Shops have little text, so that guides alone are left to compare
 * where most results sell.
 */
export function findFormat({
  compared,
  patterns,
  serp,
  intent,
}: Pick<Study, 'compared' | 'patterns' | 'serp' | 'intent'>): FoundFormat {
  const counts = new Map<Format, number>();
  for (const { type, pages } of patterns.types) {
    const format = BY_TYPE[type];
    if (format !== undefined) counts.set(format, (counts.get(format) ?? 0) + pages);
  }
  const [most] = [...counts].toSorted((one, other) => other[1] - one[1]);
  if (most === undefined) return { format: null, evidence: [] };
  const evidence = patterns.types.map(
    ({ type, pages }) => `${pages} of ${counted(compared.length, 'compared page')}: ${type.replaceAll('_', ' ')}`,
  );
  const [main] = intent.shares;
  if (main?.intent === 'transactional' && intent.basis === 'results' && READ.has(most[0]))
    return { format: 'product', evidence: [...evidence, ...main.evidence] };
  const asksHow = most[0] === 'guide' && ASKS_HOW.test(serp.keyword.trim());
  return asksHow ? { format: 'how_to', evidence: [...evidence, 'the search asks how'] } : { format: most[0], evidence };
}
