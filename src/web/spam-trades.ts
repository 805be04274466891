import { readDataRows } from '../kernel/data.ts';

const ROWS = readDataRows(import.meta.url, './data/spam-trades.tsv');

function listNames(kind: 'word' | 'part'): string {
  const rows = ROWS.filter(([row]) => row === kind);
  return rows.map(([, names = '']) => names).join('|');
}

const TRADE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${listNames('word')})(?![\\p{L}\\p{N}])|${listNames('part')}`, 'iu');
const CHARACTERS_MAX = 600;

/** The trade known for link spam that a short text names, as it stands there; undefined without one. */
export function findSpamTrade(text: string): string | undefined {
  return TRADE.exec(text.slice(0, CHARACTERS_MAX))?.[0];
}
