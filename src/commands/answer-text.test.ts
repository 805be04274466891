import { expect, it } from 'vitest';

import { answerText } from './answer-text.ts';
import type { Terminal } from './terminal.ts';

const terminal: Terminal = { out: () => undefined, err: () => undefined, color: false, interactive: false };
const META = { credits: { charged: 2, balance: null }, sources: [{ source: 'index', status: 'used', note: null }] };
const shown = (answer: Record<string, unknown>, columns = 80): string[] =>
  answerText({ success: true, meta: META, ...answer }, { terminal, columns }).split('\n');

it('shows a summary, its lists as tables, the price and the sources', () => {
  const items = [
    { url: 'https://a.example/', links: 12_000, lost: false },
    { url: 'https://b.example/guide', links: 7, lost: null },
  ];
  expect(shown({ markdown_summary: '## Links\n\n**2** pages link to it.', items })).toEqual([
    'Links',
    '',
    '2 pages link to it.',
    '',
    'Items (2)',
    'URL                       LINKS  LOST',
    'https://a.example/       12,000  no',
    'https://b.example/guide       7  –',
    '',
    'Charged: 2 credits.',
    'Source index (used)',
  ]);
});

it('leaves out what a page wrote to move the cursor, to recolour or to reorder the line', () => {
  const items = [{ title: '\u001B[31mSale\u001B[2J\u202E now\r\nopen' }, { title: 'Shop' }];
  const text = shown({ items }).join('\n');
  expect(text).toContain('[31mSale [2J  now open');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E]/u);
});

it('is never wider than the terminal, and says what it leaves out', () => {
  const items = Array.from({ length: 3 }, (_, at) => ({
    url: `https://shop.example/${'long/'.repeat(20)}${at}`,
    title: `自転車の修理 ${at} ${'とても長い題名 '.repeat(10)}`,
    anchor: `Anchor number ${at} with many words in it`,
  }));
  const lines = shown({ items }, 50);
  // Characters of Japanese take two columns.
  const width = (line: string): number => line.length + (line.match(/[\u3040-\u9FFF]/g)?.length ?? 0);
  expect(lines.filter((line) => width(line) > 50 && !line.includes('add --json'))).toEqual([]);
  expect(lines.join('\n')).toMatch(/1 more column: add --json to see everything\./);
});

it('shows everything of an answer without a summary, nested records under their names', () => {
  const lines = shown({ key: { name: 'ops', scopes: ['search', 'extract'] }, is_default: true });
  expect(lines.slice(0, 5)).toEqual(['is default  yes', '', 'Key', 'name    ops', 'scopes  search, extract']);
});
