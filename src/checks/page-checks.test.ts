import { describe, expect, it } from 'vitest';

import { AUDIT_RULES } from '../audit/rule.ts';
import { checkPage } from './page-checks.ts';

const URL = 'https://shop.example/boots';
const VERSIONS = `<link rel="alternate" hreflang="en" href="${URL}">
  <link rel="alternate" hreflang="de" href="https://shop.example/de">`;

function broken(html: string): readonly string[] {
  const { failed, warned } = checkPage(
    html,
    { url: URL, headers: {}, content_type: 'text/html', bytes: 1000 },
    '2026-05-01',
  );
  return [...failed, ...warned];
}

const page = (head: string, body = ''): string =>
  `<!doctype html><html lang="en"><head><title>Boots</title>${head}</head><body><h1>Boots</h1>${body}</body></html>`;

describe('a page that a crawl reads', () => {
  it.each([
    [
      'social.og',
      '<meta property="og:title" content="Boots">',
      '<meta property="og:title" content="Boots"><meta property="og:image" content="https://shop.example/boots.jpg">',
    ],
    [
      'hreflang.canonical-conflict',
      `<link rel="canonical" href="https://shop.example/de">${VERSIONS}`,
      `<link rel="canonical" href="${URL}">${VERSIONS}`,
    ],
  ])('breaks %s, and does not where its head is right', (rule, wrong, right) => {
    expect(broken(page(wrong))).toContain(rule);
    expect(broken(page(right))).not.toContain(rule);
  });

  it('breaks link.parameter where links of its own carry who came from where, or a session', () => {
    const linked = (href: string): readonly string[] => broken(page('', `<p><a href="${href}">Our sandals</a></p>`));
    expect(linked('/sandals?utm_source=menu')).toContain('link.parameter');
    expect(linked('/sandals;jsessionid=4f2a')).toContain('link.parameter');
    expect(linked('/sandals?size=38')).not.toContain('link.parameter');
    expect(linked('https://partner.example/?utm_source=shop')).not.toContain('link.parameter');
  });

  it('names the images that it shows, each once and by its whole address', () => {
    const html = page('', '<img src="/a.jpg"><img src="a.jpg#top"><img src="data:image/gif;base64,R0"><img src="">');
    const { images } = checkPage(html, { url: URL, headers: {}, content_type: 'text/html', bytes: 1000 }, '2026-05-01');
    expect(images).toEqual(['https://shop.example/a.jpg']);
  });

  it('breaks rules that an audit has words for', () => {
    const rules = broken(page('', '<img src="/a.jpg"><p><a href="/sandals?utm_source=menu">here</a></p>'));
    expect(rules).toEqual(expect.arrayContaining(['img.alt-missing', 'link.parameter', 'link.text']));
    expect(rules.filter((rule) => AUDIT_RULES.has(rule))).toContain('link.parameter');
  });
});
