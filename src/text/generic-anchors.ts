import { readDataRows } from '../kernel/data.ts';

/**
 * Link texts that say nothing about what they lead to, by language.
 *
 * Compared with the whole text of a link after folding and without the punctuation around it. "Next page" and the
 * like are not among them: in a list of pages they say where they lead.
 */
const ROWS = readDataRows(import.meta.url, './data/generic-anchors.tsv');

/** Other codes of the same languages. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', bs: 'hr', sr: 'hr' };

const TEXTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ROWS.map(([language = '', texts = '']) => [language, new Set(texts.split('|').map(foldLabel))]),
);
const ALL: ReadonlySet<string> = new Set([...TEXTS.values()].flatMap((texts) => [...texts]));

/** Single words of other languages that are not words of English, nor names of anything. */
const PLAIN_EVERYWHERE = new Set(['hier', 'ici', 'aqui', 'tutaj', 'weiterlesen', 'enlace', 'selengkapnya']);

/**
 * Whether a link text is one of those in its language, a two-letter code.
 *
 * '' is a text whose language nobody names: then English counts, and of the other languages what can be taken for
 * nothing else, which are phrases and words with letters that English has not. Without a language all lists count.
 */
export function isGenericText(text: string, language?: string): boolean {
  if (text.length > 60) return false;
  const plain = foldLabel(text);
  if (language === undefined) return ALL.has(plain);
  if (language !== '') return TEXTS.get(SAME[language] ?? language)?.has(plain) === true;
  if (TEXTS.get('en')?.has(plain) === true) return true;
  return ALL.has(plain) && (/[^a-z]/.test(plain) || PLAIN_EVERYWHERE.has(plain));
}

function foldLabel(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\u2026.,:;!?»«›‹→>"“”„()[\]-]+/g, ' ')
    .trim();
}
