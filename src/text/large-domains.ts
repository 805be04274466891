import { readDataRows } from '../kernel/data.ts';

const LARGE_KINDS = [
  'social',
  'search',
  'marketplaces',
  'reference',
  'code_hosting',
  'software',
  'services',
  'cdn_and_tags',
  'link_shortener',
  'free_host',
] as const;
export type LargeKind = (typeof LARGE_KINDS)[number];

/** Registrable domains of the sites that are everywhere, by kind: nobody's competitor for links. */
export const LARGE_DOMAINS: ReadonlyMap<string, LargeKind> = new Map(
  readDataRows(import.meta.url, 'data/large-domains.tsv').map(([written, domain = '']) => {
    const kind = LARGE_KINDS.find((each) => each === written);
    if (kind === undefined) throw new Error(`large-domains.tsv names the unknown kind “${written ?? ''}”.`);
    return [domain, kind] as const;
  }),
);
