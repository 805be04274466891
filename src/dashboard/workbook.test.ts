import { text } from 'node:stream/consumers';

import { expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';

import { sheetsOf, workbookOf } from './workbook.ts';

const ANSWER = {
  success: true,
  target: 'a.example',
  backlinks: 12,
  rank: null,
  meta: { request_id: 'req_1' },
  markdown_summary: '# Links',
  totals: { dofollow: 7, by_type: [{ type: 'text', links: 5 }] },
  items: [
    { url: 'https://b.example/', anchor: '=HYPERLINK("https://evil.example")', tags: ['blog', 'news'], lost: false },
    { url: 'https://c.example/\u0007', anchor: null, spam: { score: 3 } },
  ],
  Items: [{ one: 1 }],
};

it('has the figures of an answer first, then a sheet for each list, and numbers as numbers', () => {
  expect(sheetsOf(ANSWER)).toEqual([
    {
      name: 'Figures',
      head: ['Figure', 'Value'],
      rows: [
        ['target', 'a.example'],
        ['backlinks', 12],
        ['rank', null],
        ['totals.dofollow', 7],
      ],
    },
    { name: 'totals.by_type', head: ['type', 'links'], rows: [['text', 5]] },
    {
      name: 'items',
      head: ['url', 'anchor', 'tags', 'lost', 'spam'],
      rows: [
        ['https://b.example/', '=HYPERLINK("https://evil.example")', 'blog, news', false, null],
        ['https://c.example/', null, null, null, '{"score":3}'],
      ],
    },
    { name: 'Items 2', head: ['one'], rows: [[1]] },
  ]);
});

it('is a workbook in which no text is a formula', async () => {
  const zip = await fromBufferPromise(await workbookOf(ANSWER));
  let parts = '';
  for await (const entry of zip.eachEntry()) parts += await text(await zip.openReadStreamPromise(entry));
  expect(parts).toContain('HYPERLINK');
  expect(parts).toContain('https://c.example/');
  expect(parts).not.toMatch(/<f[ >]/);
});
