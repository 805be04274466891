import { describe, expect, it } from 'vitest';

import { flagPromotions, type Post } from './promotional.ts';
import { quoteAround } from './quote.ts';

const post = (draft: Partial<Post>): Post => ({ title: null, text: null, links: [], author: null, ...draft });
const NOBODY = { names: [], domains: [] };
const reasonsOf = (
  draft: Partial<Post>,
  promoters = NOBODY as Parameters<typeof flagPromotions>[1],
): readonly string[] => flagPromotions([post(draft)], promoters)[0] ?? [];

describe('a promotional post', () => {
  it.each([
    [{ text: 'Use code SAVE20 for 20% off until Friday.' }, 'Offers the discount code SAVE20.'],
    [{ title: 'Rabattcode BIKE10', text: 'gilt bis Sonntag' }, 'Offers the discount code BIKE10.'],
    [{ links: ['https://www.amazon.com/dp/B01?tag=deals-20'] }, 'Contains an affiliate link to www.amazon.com.'],
    [{ text: 'I got mine here: https://amzn.to/3abc. Great!' }, 'Contains an affiliate link to amzn.to.'],
    [{ links: ['https://shop.example/p?aff_id=77'] }, 'Contains an affiliate link to shop.example.'],
    [
      { author: 'AcmeTools', links: ['https://www.acme-tools.com/new'] },
      'The author, AcmeTools, links to a site of the same name, acme-tools.com.',
    ],
  ])('is flagged with the reason: %j', (draft, reason) => {
    expect(reasonsOf(draft)).toEqual([reason]);
  });

  it('is flagged where the brand itself writes', () => {
    const acme = { names: ['Acme Tools'], domains: ['acmetools.example'] };
    for (const author of ['acme_tools', 'AcmeToolsOfficial', 'acmetools.example', 'Acme Tools Support']) {
      expect(reasonsOf({ author }, acme)).toEqual([`The author’s name, ${author}, is the brand’s.`]);
    }
    expect(reasonsOf({ author: 'acme_tools_hater_99' }, acme)).toEqual([]);
  });

  it('is flagged when one author posts the same text in three threads, however it is spaced', () => {
    const text = 'Check our new planner for family trips by bike, it is really great';
    const posts = [text, `  ${text.toUpperCase()} `, text].map((each) => post({ author: 'anna', text: each }));
    const reason = ['The same author posted this text in 3 threads.'];
    expect(flagPromotions([...posts, post({ author: 'ben', text })], NOBODY)).toEqual([reason, reason, reason, []]);
  });

  it.each([
    { text: 'Does anyone have a discount code for this shop?' },
    { text: 'The process ends with exit code SIGKILL, see https://example.com/?ref=readme' },
    { text: 'Use HTTP instead, the promo page is broken.' },
    { text: 'Thanks, that worked.', author: 'anna' },
    { links: ['https://www.amazon.com/dp/B01'] },
    {},
  ])('is none of these: %j', (draft) => {
    expect(reasonsOf(draft)).toEqual([]);
  });

  it('is looked for in a moment, whatever the text is', () => {
    const hostile = `code ${'A'.repeat(2000)} % off ${'https://'.repeat(250)}`;
    expect(reasonsOf({ text: hostile, author: '\u0000\u202e' })).toEqual([]);
  });
});

describe('a quotation', () => {
  it('is the whole of a short text, on one line, without what cannot be seen', () => {
    expect(quoteAround('A\u0000 short\n\u202Etext', 'text')).toBe('A short text');
    expect(quoteAround(' \u0000 ', 'text')).toBeNull();
    expect(quoteAround(null, 'text')).toBeNull();
  });

  it('of a longer one begins with the sentence in which the words stand', () => {
    const text = `${'Nothing to see in this sentence. '.repeat(20)}Then the cargo bike came. ${'And more follows here. '.repeat(20)}`;
    const quote = quoteAround(text, 'cargo bike') ?? '';
    expect(quote).toMatch(/^…Then the cargo bike came\. And .*…$/);
    expect(quote.length).toBeLessThanOrEqual(300);
  });

  it('has at most 300 characters and no half of a character, in any script', () => {
    for (const text of ['🚲'.repeat(900), '自転車'.repeat(400), 'x'.repeat(5000), 'cargo '.repeat(400)]) {
      const quote = quoteAround(text, 'cargo 自転車') ?? '';
      expect(quote.length).toBeLessThanOrEqual(300);
      expect(quote.length).toBeGreaterThan(200);
      expect(quote.isWellFormed()).toBe(true);
      expect(quote).not.toContain('\ufffd');
    }
  });
});
