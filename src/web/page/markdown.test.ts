import { describe, expect, it } from 'vitest';

import { measureGrowth } from '../../../test/growth.ts';
import type { Page } from './page.ts';
import { lineOf, quoteOf } from './quote.ts';
import { readPage } from './read.ts';

const read = (markdown: string, url?: string): Page => readPage({ markdown }, url);
const headings = (markdown: string): readonly string[] =>
  read(markdown).headings.map((heading) => `${heading.level} ${heading.text}`);
const links = (markdown: string): readonly string[] =>
  read(markdown).links.map((link) => `${link.text} → ${link.href ?? ''}`);
const blocks = (markdown: string): readonly string[] =>
  read(markdown).blocks.map((block) => `${block.kind}: ${block.text}`);

describe('blocks of Markdown', () => {
  it('are headings of both forms, not lines that only look like them', () => {
    expect(
      headings(
        '# One #\n\nTwo\n===\n\n## Th*ree* `code`\n\n#No\n\n    # no\n\n```\n# no\n```\n\n> ### Quoted\n\n- #### In a list\n\nText\n---\n\n---\n',
      ),
    ).toEqual(['1 One', '1 Two', '2 Three code', '3 Quoted', '4 In a list', '2 Text']);
  });

  it('are paragraphs, items, quotations, code and cells', () => {
    expect(
      blocks(
        'Para\nof two lines\n\n- one\n- two\n  1. three\n\n> said\n> so\n\n| a | b |\n|---|:-:|\n| c \\| d | e |\n\n~~~js\nlet x\n~~~\n',
      ),
    ).toEqual([
      'paragraph: Para of two lines',
      'list_item: one',
      'list_item: two',
      'list_item: three',
      'quote: said so',
      'table_cell: a',
      'table_cell: b',
      'table_cell: c | d',
      'table_cell: e',
      'code: let x',
    ]);
  });

  it('are the items of a numbered list, while a number that begins a line of text is part of it', () => {
    expect(
      blocks('1. one\n2. two\n10) ten\n\nIt came in\n2014. Then it went.\n\n- opened in\n1998. Closed since.\n'),
    ).toEqual([
      'list_item: one',
      'list_item: two',
      'list_item: ten',
      'paragraph: It came in 2014. Then it went.',
      'list_item: opened in 1998. Closed since.',
    ]);
  });

  it('do not hold comments', () => {
    expect(read('Seen <!-- not\n\nseen --> again\n').text).toBe('Seen\nagain');
  });
});

describe('front matter', () => {
  it('gives its plain values, quoted and folded ones too', () => {
    const page = read(
      '---\ntitle: "A: \\"b\\""\ndescription: >-\n  folded\n  text\nauthor: \'it\'\'s me\' # who\ntags:\n  - x\nlist: [a]\nCanonical: https://example.com/#x # why\n__proto__: y\n---\nText\n',
    );
    expect([...(page.front_matter ?? [])]).toEqual([
      ['title', 'A: "b"'],
      ['description', 'folded text'],
      ['author', "it's me"],
      ['canonical', 'https://example.com/#x'],
      ['__proto__', 'y'],
    ]);
    expect(page.text).toBe('Text');
  });

  it('is not what merely stands between two rules', () => {
    const page = read('---\nJust a sentence.\n---\ntext');
    expect(page.front_matter).toBeUndefined();
    expect(page.text).toContain('Just a sentence.');
  });

  it.each(['? ', '- ', '[', '{', 'a: &a [*a]\n', "'", '"\n', 'a: >\n'])(
    'of %j again and again is read in linear time',
    (piece) => {
      const front = (size: number): string => `---\n${piece.repeat(size)}\n---\ntext`;
      expect(measureGrowth((size) => read(front(size)), 300)).toBeLessThan(9);
    },
  );
});

describe('links and images in Markdown', () => {
  it('are read in every form', () => {
    expect(
      links(
        '[a](/a) [b](</b c> "T") [c][ref] [ref] [Ref][] <https://d.example> https://e.example/x. [f](/f(1)) <a href="/g">g</a> [**h**](/h)\n\n[ref]: /r "Title"\n',
      ),
    ).toEqual([
      'a → /a',
      'b → /b c',
      'c → /r',
      'ref → /r',
      'Ref → /r',
      'https://d.example → https://d.example',
      'https://e.example/x → https://e.example/x',
      'f → /f(1)',
      'g → /g',
      'h → /h',
    ]);
  });

  it('are not read in code, behind a backslash or without a target', () => {
    expect(links('`[a](/a)` \\[b](/b) [c] [d]( ``x [e](/e)`` \n\n```\n[f](/f)\n```\n')).toEqual([]);
  });

  it('have alt texts, and images name their links', () => {
    const page = read(
      '![A *knife*](k.png) [![Logo](l.png)](/home) <img src="r.png"> <img src="s.png" alt="" width=1 height=2>',
    );
    expect(page.images.map((image) => [image.src, image.alt])).toEqual([
      ['k.png', 'A knife'],
      ['l.png', 'Logo'],
      ['r.png', undefined],
      ['s.png', ''],
    ]);
    expect(page.links[0]).toMatchObject({ href: '/home', text: 'Logo', image: true });
  });

  it('resolve against the address and can be quoted with their line', () => {
    const page = read('One\n\n> Two [link](x) three\n', 'https://example.com/dir/');
    expect(page.links[0]?.url).toBe('https://example.com/dir/x');
    expect(quoteOf(page.source, page.links[0]?.place ?? { start: 0, end: 0 })).toBe('[link](x)');
    expect(lineOf(page, page.links[0]?.place.start ?? 0)).toBe(3);
  });
});

describe('Markdown made to be slow', () => {
  it.each([
    '[',
    '](',
    '![](',
    '``a ',
    '_a',
    '<a ',
    '<!--',
    '> ',
    '- ',
    '|\n',
    '# x\n',
    '[a]: b\n',
    'http://',
    '[a](b) ',
    '[a](<',
    '[a][',
    '<a "',
    '- -\n',
    '# #',
    '&amp;',
    '1. ',
  ])('of %j again and again is read in linear time', (piece) => {
    expect(measureGrowth((size) => read(piece.repeat(size / piece.length)), 10_000)).toBeLessThan(9);
  });
});
