import { describe, expect, it } from 'vitest';

import { dateIn } from './date-in-text.ts';
import { type ByLine, readByLine } from './by-line.ts';
import { measure } from './element.ts';
import { parseHtml } from './prepare.ts';

const TEXT = `<p>${'The press was built in the old town and has printed books since. '.repeat(5)}</p>`;

function read(html: string, page: { language?: string; discussion?: boolean } = {}): ByLine {
  const { body } = parseHtml(`<h1>Old presses</h1>${html}`);
  measure(body);
  return readByLine(body, { title: 'Old presses', language: 'en', discussion: false, ...page });
}

describe('a day in a line', () => {
  it.each([
    ['Dec. 19, 2025 · by hand', 'en', '2025-12-19'],
    ['Friday, December 19, 2025', 'en', '2025-12-19'],
    ['Am 3. März 2024 um 10 Uhr', 'de', '2024-03-03'],
    ['le 1er février 2024', 'fr', '2024-02-01'],
    ['5 de mayo del 2024', 'es', '2024-05-05'],
    ['Opublikowano: 5 maja 2024', 'pl', '2024-05-05'],
    ['公開日:2024年5月3日', 'ja', '2024-05-03'],
    ['12.03.2024', '', '2024-03-12'],
    ['25/12/2024', 'en', '2024-12-25'],
    ['03/08/2024', 'fr', '2024-08-03'],
    ['03/08/2024', 'en-GB', '2024-08-03'],
  ])('%s (%s)', (line, language, day) => {
    expect(dateIn(line, language)?.day).toBe(day);
  });

  it.each(['03/08/2024', '1.2.3', 'Chapter 3 of 2024', '31 April 2024', 'version 2024-05'])('is none in %s', (line) => {
    expect(dateIn(line, 'en')).toBeUndefined();
  });
});

describe('the line beside a title', () => {
  it.each([
    ['<div>By Tom Hall, Senior Editor | Dec. 19, 2025</div>', 'Tom Hall', '2025-12-19'],
    ['<div>Dec. 19, 2025 · Niko Hall on behalf of the team</div>', 'Niko Hall', '2025-12-19'],
    ['<div>By</div><div>Tom Hall</div><div>February 28, 2026</div>', 'Tom Hall', '2026-02-28'],
    ['<p>by Jon Foster - 2025-09-13<br> Updated: 2025-10-14</p>', 'Jon Foster', '2025-09-13'],
    ['<p>Tom Hall <time datetime="2024-08-12 10:00:23">1 year ago</time></p>', undefined, '2024-08-12T10:00:23Z'],
  ])('has the date and the author: %s', (line, author, date) => {
    expect(read(line + TEXT)).toMatchObject({ author, date });
  });

  it('says apart when the page was changed', () => {
    expect(read(`<p>Last updated: May 5, 2024</p>${TEXT}`)).toMatchObject({ date: undefined, changed: '2024-05-05' });
    expect(read(`<p>Updated on</p><p>May 5, 2024</p><p>April 1, 2024</p>${TEXT}`)).toMatchObject({
      date: '2024-04-01',
      changed: '2024-05-05',
    });
  });

  it('says on one line when the page was published and when it was changed', () => {
    const html = '<p>Von Petra Lindner · Veröffentlicht am 4. Mai 2025 · Aktualisiert: 12.05.2026</p>';
    const first = '<p>Updated May 12, 2026, first published on May 4, 2025</p>';
    for (const line of [html, first])
      expect(read(line + TEXT, { language: 'de' })).toMatchObject({ date: '2025-05-04', changed: '2026-05-12' });
  });

  it('is not that of other pages, of a sentence or of a menu', () => {
    const list = '<h2>Latest</h2><p>May 5, 2024</p><p>By Ada King</p>';
    const sentence = '<p>On May 5, 2024 the house decided that visitors may see the press on each day of the week.</p>';
    const aside = '<aside><p>May 5, 2024</p></aside>';
    for (const html of [TEXT + list, TEXT + sentence, aside + TEXT])
      expect(read(html)).toEqual({ date: undefined, changed: undefined, author: undefined });
  });

  it('is on the page itself, whatever the names of what holds the title and of how the line looks', () => {
    expect(read('<div class="relative md:[grid-area:sidebar]">Aug 4, 2025</div>').date).toBe('2025-08-04');
    const { body } = parseHtml(
      `<article class="newsletter-issue"><h1>Old presses</h1><p>Aug 4, 2025</p>${TEXT}</article>`,
    );
    measure(body);
    expect(readByLine(body, { title: 'Old presses', language: 'en', discussion: false }).date).toBe('2025-08-04');
  });

  it('names nobody where it only says that the page was changed', () => {
    expect(read('<p>Last Updated</p><p>Aug 4, 2025 | Last Updated</p>').author).toBeUndefined();
  });

  it('yields to a sentence that says when the page was published first', () => {
    const html = `<p>30 Sep 2022</p>${TEXT}<p>This page was originally published on 26 Sep 2019 at 4 pm.</p>`;
    expect(read(html).date).toBe('2019-09-26');
  });

  it('is that of the first post in a discussion, not the day on which its author joined', () => {
    const post = (name: string, day: string): string =>
      `<div><p class="author">by ${name} » ${day}</p><p>Joined: 4. Jul 2012</p>${TEXT}</div>`;
    expect(read(post('galit', '11. Sep 2024') + post('ant', '12. Sep 2024'), { discussion: true })).toMatchObject({
      author: 'galit',
      date: '2024-09-11',
    });
  });

  it('names the poster without the figures of the account that stand on the same line', () => {
    const post = (name: string, posts: string, day: string): string =>
      `<div><div class="author"><a>${name}</a> <span>Posts: ${posts}</span> <time>${day}</time></div>${TEXT}</div>`;
    expect(
      read(post('carpman', '212', '2 May 2026') + post('lilypad', '3,401', '2 May 2026, 11:12'), { discussion: true }),
    ).toMatchObject({ author: 'carpman', date: '2026-05-02' });
  });
});
