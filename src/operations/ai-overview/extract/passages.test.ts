import { describe, expect, it } from 'vitest';

import { findLongestRun, type PassageReading, readPassages } from './passages.ts';

const read = (body: string, keyword: string, language = 'en'): PassageReading =>
  readPassages.run({
    html: `<html lang="${language}"><body><main>${body}</main></body></html>`,
    url: 'https://one.test/',
    keyword,
    language,
    overview: '',
  });

describe('the passage of a page', () => {
  it('holds three quarters of the search, alone or with the headings above it', () => {
    const half = '<p>The rear brake of this bike was made in Taiwan and has served us well for many years.</p>';
    expect(read(half, 'replace rear brake cable').passage).toBeNull();
    const headed = `<h2>Replace the brake cable</h2>${half}`;
    expect(read(headed, 'replace rear brake cable')).toMatchObject({ heading: 'Replace the brake cable' });
    const titled = `<h1>How to replace a cable</h1><h2>At the back</h2>${half}`;
    expect(read(titled, 'replace rear brake cable').passage).toContain('made in Taiwan');
  });

  it('is the one that the AI Overview repeats, whatever it says of the search', () => {
    const quoted =
      'Three questions decide it: how many people sleep inside, how far you carry it, and how bad the weather gets.';
    const other = 'To choose a tent, look at the weight of the tent, its height and how the tent stands in wind.';
    const found = readPassages.run({
      html: `<main><h1>How to choose a tent</h1><p>${other}</p><p>${quoted} Read on.</p></main>`,
      url: 'https://one.test/',
      keyword: 'how to choose a tent',
      language: 'en',
      overview: `Ask ${quoted.toLowerCase()}`,
    });
    expect(found.passage).toBe(quoted);
    expect(found.reasons).toContain('has the words that the AI Overview repeats');
    expect(found.reasons.join()).not.toContain('needs the sentence before it');
  });

  it('is never made of a heading alone', () => {
    const body =
      '<h2>How to replace a brake cable</h2><p>We are open from Monday to Friday, and closed on holidays.</p>';
    expect(read(body, 'replace brake cable').passage).toBeNull();
  });

  it('stands for itself rather than leaning on the sentence before', () => {
    const plain = 'To replace a brake cable, undo the anchor bolt and pull the old cable out of its housing first.';
    const leaning = 'This is how to replace a brake cable: undo the anchor bolt and pull the cable out of its housing.';
    const found = read(`<p>${leaning}</p><p>${plain}</p>`, 'replace brake cable');
    expect(found.passage).toBe(plain);
    expect(read(`<p>${leaning}</p>`, 'replace brake cable').reasons).toContain('needs the sentence before it');
  });

  it('is a sentence, not a label', () => {
    const label = '<ul><li>Our guide to how you replace a brake cable</li></ul>';
    expect(read(label, 'replace brake cable').passage).toBeNull();
  });

  it('leaves out menus and lists of links', () => {
    const menu = '<nav><p>Replace brake cable and gear cable in our online shop today</p></nav>';
    const links = '<p><a href="/a">How to replace a brake cable</a> <a href="/b">How to replace a gear cable</a></p>';
    expect(read(`${menu}${links}`, 'replace brake cable').passage).toBeNull();
  });
});

describe('the longest shared run of words', () => {
  it('is the first of the longest, and none below four words', () => {
    const words = (text: string): string[] => text.split(' ');
    expect(findLongestRun(words('a b c d x e f g h'), words('e f g h y a b c d'))).toEqual({
      words: 4,
      text: 'a b c d',
    });
    expect(findLongestRun(words('a b c'), words('a b c'))).toBeNull();
    expect(findLongestRun([], words('a b c d'))).toBeNull();
  });
});
