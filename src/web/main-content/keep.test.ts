import { describe, expect, it } from 'vitest';

import { rawText } from '../tree/element.ts';
import { chooseContent } from './choose.ts';
import { readFeatures } from './features.ts';
import { keptRuns } from './keep.ts';
import { textRuns } from '../tree/runs.ts';
import { preparePage } from '../tree/prepare.ts';

const SENTENCE =
  'The museum opens its doors every morning, and visitors walk through rooms that show how printing changed the trade of books.';
const TEXT = `<p>${SENTENCE}</p>`.repeat(6);

/** Texts of the runs that are kept when running text is as likely as given, and everything else as `others`. */
function kept(inner: string, others: number, url = 'https://www.example.com/blog/printing'): string[] {
  const { body, signals } = preparePage(`<body>${inner}</body>`, url);
  const runs = textRuns(body);
  const { rows, top } = readFeatures(body, runs, signals);
  const likely = runs.map((run) => (run.text === SENTENCE ? 0.95 : others));
  const decided = keptRuns({ runs, rows, likely, signals, top });
  return [...new Set(runs.filter((_, at) => decided[at]).map((run) => run.text))];
}

describe('a page of one text', () => {
  it('keeps what is likely inside the text', () => {
    expect(kept(`<main><div><p>Short note.</p>${TEXT}</div></main>`, 0.7)).toStrictEqual(['Short note.', SENTENCE]);
  });

  it.each([
    '<div class="newsletter-signup"><p>Get the news of the museum every Friday morning, and never miss what is shown in its halls.</p></div>',
    '<div class="related-stories"><p>More of the museum is shown in the other halls, which open their doors in the late afternoon.</p></div>',
    '<aside><p>Ada King writes about museums, and she has walked through most of the halls in the country.</p></aside>',
    '<div class="modal-window"><p>Whoever writes below a text of the museum keeps to its rules, which are the same for all.</p></div>',
  ])('counts it against a run that sites call so: %s', (clutter) => {
    expect(kept(`<main><div>${clutter}${TEXT}</div></main>`, 0.65)).toStrictEqual([SENTENCE]);
    expect(kept(`<main><div>${clutter}${TEXT}</div></main>`, 0.95)).toHaveLength(2);
  });

  it('leaves out lines of links that are not very likely, when it is an article', () => {
    const line = '<p><a href="/a">The oldest press of the town</a></p>';
    expect(kept(`<main><div>${line}${TEXT}</div></main>`, 0.85)).toStrictEqual([SENTENCE]);
    expect(kept(`<main><div>${line}${TEXT}</div></main>`, 0.85, 'https://www.example.com/printing')).toHaveLength(2);
  });

  it('is not what a discussion or a list is', () => {
    const aside =
      '<aside><p>Ada King writes about museums, and she has walked through most of the halls in the country.</p></aside>';
    for (const url of ['https://forum.example.com/x', 'https://www.example.com/category/x'])
      expect(kept(`<main><div>${aside}${TEXT}</div></main>`, 0.7, url)).toHaveLength(2);
  });
});

describe('any page', () => {
  it('keeps the heading of a card whose text is kept, whatever comes behind the card', () => {
    const inner = `<main><div><h3>Press No. 4</h3>${TEXT}</div><p>All presses of the house</p><p>More</p></main>`;
    expect(kept(inner, 0.1, 'https://www.example.com/category/x')).toStrictEqual(['Press No. 4', SENTENCE]);
  });

  it('keeps code that stands right behind what is kept', () => {
    const code = '<pre>press --start</pre>';
    expect(kept(`<main>${TEXT}${code}</main>`, 0.1)).toStrictEqual([SENTENCE, 'press --start']);
    expect(kept(`<main>${TEXT}</main><footer>${code}</footer>`, 0.1)).toStrictEqual([SENTENCE]);
  });

  it('takes no heading for that of what stands below the next one, which may be the title', () => {
    const inner = `<main><h2>Breaking news</h2><p>All of it</p><h1>The press</h1>${TEXT}<h2>Sources</h2>${TEXT}</main>`;
    expect(kept(inner, 0.1, 'https://www.example.com/press')).toStrictEqual([SENTENCE, 'Sources']);
  });

  const RISK = 'All investing is subject to risk, and the price of a share may fall below what was paid for it.';

  it.each([
    `<div class="cmp-richtext--disclaimer"><p>${RISK}</p></div>`,
    `<div id="legal"><p>${RISK}</p></div>`,
    `<form><p>${RISK}</p></form>`,
  ])('needs to be surer of small print and of what stands in a form: %s', (beside) => {
    const url = 'https://www.example.com/category/x';
    expect(kept(`<main>${TEXT}${beside}</main>`, 0.45, url)).toStrictEqual([SENTENCE]);
    expect(kept(`<main>${TEXT}${beside}</main>`, 0.99, url)).toStrictEqual([SENTENCE, RISK]);
  });

  it('takes no page for small print or a form that stands in one as a whole', () => {
    const url = 'https://www.example.com/category/x';
    const page = TEXT.repeat(4) + `<p>${RISK}</p>`;
    expect(kept(`<form>${page}</form>`, 0.6, url)).toStrictEqual([SENTENCE, RISK]);
    expect(kept(`<main id="legal">${page}</main>`, 0.6, url)).toStrictEqual([SENTENCE, RISK]);
  });
});

describe('a page of a product', () => {
  it.each(['customer-reviews', 'modal-variants'])('needs to be surer of what stands in %s', (name) => {
    const inner = `<main>${TEXT}<div class="${name}"><p>I bought one last year and it still prints as on the first day.</p></div></main>`;
    expect(kept(inner, 0.8, 'https://www.example.com/products/press')).toStrictEqual([SENTENCE]);
    expect(kept(inner, 0.98, 'https://www.example.com/products/press')).toHaveLength(2);
  });
});

describe('a heading', () => {
  const url = 'https://www.example.com/products/press';
  const left = '<p>I bought one last year, and it still prints as well as on the first day that we had it.</p>';

  /** With headings as likely content as running text, and all other text left out. */
  const headings = (inner: string): string[] => {
    const { body, signals } = preparePage(`<body>${inner}</body>`, url);
    const runs = textRuns(body);
    const { rows, top } = readFeatures(body, runs, signals);
    const likely = runs.map(({ text, parent }) => (text === SENTENCE || parent.tag !== 'p' ? 0.95 : 0.05));
    const decided = keptRuns({ runs, rows, likely, signals, top });
    return runs.filter(({ parent }, at) => decided[at] && parent.tag !== 'p').map(({ text }) => text);
  };

  it('goes with its section where all of that is left out', () => {
    const inner = `<h1>Press No. 4</h1>${TEXT}<h2>Reviews</h2>${left}<h2>Delivery</h2>${TEXT}`;
    expect(headings(`<main>${inner}</main>`)).toStrictEqual(['Press No. 4', 'Delivery']);
  });

  it('stays where it is one of a list of names', () => {
    const names = ['Press 1', 'Press 2', 'Press 3', 'Press 4'];
    const inner = `<h1>Presses</h1>${TEXT}${names.map((name) => `<h2>${name}</h2>${left}`).join('')}`;
    expect(headings(`<main>${inner}</main>`)).toStrictEqual(['Presses', ...names]);
  });
});

describe('an address that looks like a product’s', () => {
  const prose = Array.from(
    { length: 14 },
    (_, at) => `<p>Part ${at}. ${'The press was moved by ship to the old harbour town. '.repeat(5)}</p>`,
  );
  const page = (head: string): string =>
    `<head>${head}</head><main><h1>The press</h1>${prose.join('')}</main><aside class="sidebar"><p>Subscribe to the letter of the house and get it once a week.</p></aside>`;
  const chosen = (html: string): string =>
    rawText(chooseContent(preparePage(html, 'https://letters.example/p/the-press')).content);

  it.each(['<meta property="og:type" content="article">', ''])('does not make a long text one: %s', (head) => {
    const text = chosen(page(head));
    for (const at of prose.keys()) expect(text).toContain(`Part ${at}.`);
    expect(text).not.toContain('Subscribe to the letter');
  });

  it('keeps the name of a product', () => {
    const html = `<script type="application/ld+json">{"@type":"Product"}</script><header><h1>Press No. 4</h1></header><main>${prose[0]}${prose[1]}</main>`;
    expect(chosen(html)).toContain('Press No. 4');
  });
});
