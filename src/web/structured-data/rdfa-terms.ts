/** The vocabulary and prefixes that are in force at an element with RDFa. */
export interface Terms {
  /** Names without a prefix mean schema.org. */
  readonly plain: boolean;
  /** Prefixes that mean schema.org. */
  readonly prefixes: ReadonlySet<string>;
}

/** `schema:` is known without a declaration (the initial context of RDFa 1.1). */
export const DEFAULT_TERMS: Terms = { plain: false, prefixes: new Set(['schema']) };

const DECLARATIONS_CHARACTERS_MAX = 2000;
const PREFIXES_MAX = 50;
const SCHEMA = /^https?:\/\/(?:www\.)?schema\.org(?:\/|$)/i;

/** What holds inside an element with `vocab` or `prefix`; the same where it has neither. */
export function readTerms(vocab: string | undefined, prefix: string | undefined, around: Terms): Terms {
  if (vocab === undefined && prefix === undefined) return around;
  const plain = vocab === undefined ? around.plain : SCHEMA.test(vocab.trim());
  if (prefix === undefined) return { plain, prefixes: around.prefixes };
  const prefixes = new Set(around.prefixes);
  const written = prefix.slice(0, DECLARATIONS_CHARACTERS_MAX);
  for (const [, name = '', address = ''] of written.matchAll(/(\S+):\s+(\S+)/g).take(PREFIXES_MAX)) {
    if (SCHEMA.test(address)) prefixes.add(name.toLowerCase());
    else prefixes.delete(name.toLowerCase());
  }
  return { plain, prefixes };
}

/** `Product`, `s:Product` and `https://schema.org/Product` → `Product` where they mean schema.org. */
export function findSchemaTerm(written: string, { plain, prefixes }: Terms): string | undefined {
  const address = SCHEMA.exec(written)?.[0];
  if (address !== undefined) return written.slice(address.length);
  const colon = written.indexOf(':');
  if (colon < 0) return plain ? written : undefined;
  return prefixes.has(written.slice(0, colon).toLowerCase()) ? written.slice(colon + 1) : undefined;
}
