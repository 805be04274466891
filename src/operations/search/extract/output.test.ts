import { describe, expect, it } from 'vitest';

import { renderHtml, renderText } from './render.ts';
import { renderMarkdown } from './markdown.ts';
import { measure, type PageElement } from '../../../web/tree/element.ts';
import { normalise } from '../../../web/main-content/normalise.ts';
import { parseHtml } from '../../../web/tree/prepare.ts';

function normalised(html: string, images = true): PageElement {
  const { body } = parseHtml(html);
  measure(body);
  return normalise(body.children, { base_url: 'https://example.com/a/', images });
}

const markdown = (html: string): string => renderMarkdown(normalised(html));
const html = (source: string): string => renderHtml(normalised(source));
const text = (source: string): string => renderText(normalised(source));

describe('Markdown', () => {
  it('writes headings, paragraphs and emphasis', () => {
    expect(
      markdown('<h2>A <b>b</b></h2><p>One <em>two</em><br>three</p><div>four <strong> five </strong>six</div>'),
    ).toBe('## A **b**\n\nOne *two*\nthree\n\nfour **five** six');
  });

  it('joins marks of a kind that touch', () => {
    expect(markdown('<p><b>bold</b><b>er</b> <i>a</i><i>b</i> <b>c</b><i>d</i> <b>e </b><b>f</b></p>')).toBe(
      '**bolder** *ab* **c***d* **e** **f**',
    );
  });

  it('nests lists and keeps the number that an ordered list starts with', () => {
    expect(markdown('<ol start="3"><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ol>')).toBe(
      '3. a\n   - b\n     1. c\n4. d',
    );
  });

  it('takes a list directly in a list as part of the item before it', () => {
    expect(markdown('<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>')).toBe('- a\n  - b\n- c');
  });

  it('makes a list of items that stand in none', () => {
    expect(markdown('<fieldset><li>a</li> <li>b</li><p>c</p><li>d</li></fieldset>')).toBe('- a\n- b\n\nc\n\n- d');
  });

  it('keeps paragraphs and code inside a list item', () => {
    expect(markdown('<ul><li><p>a</p><p>b</p><pre>x\n  y</pre></li></ul>')).toBe(
      '- a\n\n  b\n\n  ```\n  x\n    y\n  ```',
    );
  });

  it('writes every row of a table, with or without a head', () => {
    expect(
      markdown(
        '<table><caption>Sizes</caption><thead><tr><th>A</th><th>B</th></tr></thead><tr><td>1</td><td>2 | 3</td></tr><tr><td>4</td><td></td></tr></table>',
      ),
    ).toBe('Sizes\n\n| A | B |\n| --- | --- |\n| 1 | 2 \\| 3 |\n| 4 |  |');
    expect(markdown('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>')).toBe(
      '|  |  |\n| --- | --- |\n| a | b |\n| c | d |',
    );
  });

  it('keeps cells in their columns under spans', () => {
    expect(
      markdown(
        '<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td rowspan="2">1</td><td colspan="2">2</td></tr><tr><td>3</td><td>4</td></tr></table>',
      ),
    ).toBe('| A | B | C |\n| --- | --- | --- |\n| 1 | 2 |  |\n|  | 3 | 4 |');
  });

  it('puts blocks in a cell on one line', () => {
    expect(
      markdown(
        '<table><tr><th>A</th><th>B</th></tr><tr><td><p>x</p><p>y</p></td><td><ul><li>1</li><li>2</li></ul></td></tr></table>',
      ),
    ).toBe('| A | B |\n| --- | --- |\n| x<br>y | - 1<br>- 2 |');
  });

  it('takes a table that lays out the page apart', () => {
    expect(markdown('<table role="presentation"><tr><td><h2>Left</h2><p>a</p></td><td>b</td></tr></table>')).toBe(
      '## Left\n\na\n\nb',
    );
  });

  it('keeps code to the character and says its language', () => {
    expect(
      markdown('<div class="highlight-python"><pre><span></span>def a():\n\n    return  "&lt;*_`"\n</pre></div>'),
    ).toBe('```python\ndef a():\n\n    return  "<*_`"\n```');
    expect(markdown('<pre><code class="hljs language-c++">a</code></pre>')).toBe('```c++\na\n```');
    expect(markdown('<pre class="lang-js"><code><div class="line">a</div><div class="line">b</div></code></pre>')).toBe(
      '```js\na\nb\n```',
    );
    expect(markdown('<pre>```\nfence\n```</pre>')).toBe('````\n```\nfence\n```\n````');
  });

  it('leaves line numbers and copy buttons of code blocks out', () => {
    expect(
      markdown('<pre><span class="lineno">1</span>a\n<span class="lineno">2</span>b<button>Copy</button></pre>'),
    ).toBe('```\na\nb\n```');
  });

  it('writes definitions with their terms', () => {
    expect(markdown('<dl><dt>Term</dt><dd>What it means.</dd><div><dt>Two</dt><dd>More.</dd></div></dl>')).toBe(
      '**Term**\n\nWhat it means.\n\n**Two**\n\nMore.',
    );
  });

  it('quotes every line of a quotation', () => {
    expect(markdown('<blockquote><p>a</p><p>b</p></blockquote>')).toBe('> a\n>\n> b');
  });

  it('escapes what would be markup', () => {
    expect(
      markdown(
        '<p># not a heading</p><p>1. not a list</p><p>- nor this</p><p>*a* _b_ [c](d) &lt;script> `e` snake_case</p>',
      ),
    ).toBe(
      '\\# not a heading\n\n1\\. not a list\n\n\\- nor this\n\n\\*a\\* \\_b\\_ \\[c\\](d) \\<script> \\`e\\` snake_case',
    );
  });

  it('gives the link around a card to its heading', () => {
    expect(markdown('<a href="/x"><div><span>New</span></div><h3>Title</h3><p>Text</p></a>')).toBe(
      'New\n\n### [Title](https://example.com/x)\n\nText',
    );
  });

  it('drops permalinks of headings and links within the page', () => {
    expect(markdown('<h2>A<a class="headerlink" href="#a">¶</a></h2><p>See <a href="#b">below</a>.</p>')).toBe(
      '## A\n\nSee below.',
    );
  });

  it('writes addresses so that nothing ends them early', () => {
    expect(markdown('<p><a href="/a (b)<c>">x</a></p>')).toBe('[x](https://example.com/a%20%28b%29%3Cc%3E)');
  });
});

describe('HTML', () => {
  it('holds allowed elements and rebuilt attributes only', () => {
    const written = html(
      '<div onclick="x()" class="c"><p style="color:red" id="p">a <script>alert(1)</script><a href="/x" onclick="y()" target="_blank">b</a><iframe src="z"></iframe></p><form><input value="q"><button>c</button></form></div><h2 id="top">d</h2>',
    );
    expect(written).not.toMatch(/on\w+=|style|script|class=|iframe|form|input|target/);
    expect(written).toContain('<a href="https://example.com/x">b</a>');
    expect(written).toContain('<h2 id="top">d</h2>');
  });

  it('escapes text and attributes', () => {
    expect(html('<p>&lt;b&gt; &amp; <img src="/a.png" alt="&quot;><script>"></p>')).toBe(
      '<p>&lt;b&gt; &amp; <img src="https://example.com/a.png" alt="&quot;&gt;&lt;script&gt;"></p>',
    );
  });

  it('keeps spans of cells, and only sane ones', () => {
    expect(
      html('<table><tr><th colspan="2">a</th></tr><tr><td>b</td><td rowspan="99999">c</td></tr></table>'),
    ).toContain('<th colspan="2">');
    expect(html('<table><tr><th>a</th></tr><tr><td rowspan="99999">c</td></tr></table>')).not.toContain('rowspan');
  });
});

describe('plain text', () => {
  it('separates blocks by blank lines, rows by lines and cells by tabs', () => {
    expect(
      text(
        '<h1>A</h1><p>b <b>c</b>\n d</p><ul><li>e</li><li>f</li></ul><table><tr><th>g</th><th>h</th></tr><tr><td>i</td><td>j</td></tr></table>',
      ),
    ).toBe('A\n\nb c d\n\ne\nf\n\ng\th\ni\tj');
  });

  it('keeps the lines of code', () => {
    expect(text('<p>a</p><pre>  b\n    c\n</pre>')).toBe('a\n\n  b\n    c');
  });
});
