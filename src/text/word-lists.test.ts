import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { readDataRows } from '../kernel/data.ts';
import { INTENTS, SIGNALS } from './signals.ts';
import { readKeyedRows, readWordLists, readWords } from './word-lists.ts';

const FILES = readdirSync(join(import.meta.dirname, 'data'));

describe('the data of the text room', () => {
  it.each(FILES)('%s holds rows of one shape, none of them empty or twice', (file) => {
    const rows = readDataRows(import.meta.url, `./data/${file}`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => row.some((cell) => cell !== cell.trim() || cell === ''))).toEqual([]);
    const written = rows.map((row) => row.join('\t'));
    expect(written.filter((row, at) => written.indexOf(row) !== at)).toEqual([]);
  });

  it('joins lists that take several rows', () => {
    expect(readWordLists('stop-words.tsv').get('en')).toEqual(expect.arrayContaining(['a', 'the', 'about']));
    expect(readWords('negation')).toContain('without');
  });

  it('says which list is missing', () => {
    expect(() => readWords('nothing')).toThrow('words.tsv has no list “nothing”.');
  });

  it('names only signals that have a meaning', () => {
    const kinds = [...readKeyedRows('signal-phrases.tsv').values()].flat().map(([kind]) => kind ?? '');
    expect(kinds.filter((kind) => !Object.hasOwn(SIGNALS, kind))).toEqual([]);
    expect(INTENTS).toContain(SIGNALS.best.intent);
  });
});
