import { describe, expect, it } from 'vitest';

import { distilPage } from './distil.ts';
import type { ReadPage } from './reading.ts';

const TEXT = 'A bicycle chain collects sand and dust on every ride, and both wear the links down over the years. ';
const BANNER = `<div id="cookie-banner" class="cmp"><h2>We value your privacy</h2><p>We and our 812 partners use cookies to show
personalised ads. You can change your privacy settings at any time.</p><button>Accept all</button><button>Reject all</button></div>`;

function obstacle(body: string, { head = '', url = 'https://site.example/page' } = {}): ReadPage['obstacle'] {
  const html = `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body>${body}</body></html>`;
  return distilPage.run({ html, url }).obstacle;
}

const article = (words: number, more = ''): string =>
  `<nav><a href="/">Home</a></nav><main><article><h1>The chain</h1><p>${TEXT.repeat(Math.ceil(words / 18))}</p>${more}</article></main>`;

describe('A page is filled by scripts', () => {
  it.each([
    ['whose app is yet to be drawn', '<div id="root"></div><script src="/app.js"></script>'],
    ['whose app is loading', '<div id="__next"><p>Loading…</p></div>'],
    ['whose app is yet to be drawn below a banner', `${BANNER}<div id="app"></div>`],
    [
      'that says so to those without',
      '<noscript><strong>This app needs JavaScript to run.</strong></noscript><div class="mount"></div>',
    ],
    ['that says so to everybody', '<h1>Just a moment</h1><p>Enable JavaScript and cookies to continue</p>'],
    ['that says so in German', '<p>Bitte aktivieren Sie JavaScript, um diese Seite zu sehen.</p>'],
  ])('%s', (_name, body) => expect(obstacle(body)).toBe('scripts'));

  it.each([
    ['when its app came with its text', `<div id="root">${article(60)}</div>`],
    ['when only its statistics need them', `<noscript><img src="/javascript.gif"></noscript>${article(60)}`],
    ['when it is a long article about them', article(400, '<p>Without JavaScript, the menu stays open.</p>')],
  ])('but not %s', (_name, body) => expect(obstacle(body)).toBeNull());
});

describe('A page is a consent wall', () => {
  it('when it shows a banner and nothing else', () => expect(obstacle(BANNER)).toBe('consent_wall'));

  it('when it shows a German banner and a menu', () =>
    expect(
      obstacle(`<nav><a href="/">Start</a></nav><div class="consent"><p>Mit Ihrer Einwilligung setzen wir und unsere Partner Cookies ein.
Mehr dazu im Datenschutz.</p><button>Alle akzeptieren</button></div>`),
    ).toBe('consent_wall'));

  it('when the visit was sent to a host for consent', () =>
    expect(obstacle('<p>Before you continue</p>', { url: 'https://consent.google.com/m?continue=x' })).toBe(
      'consent_wall',
    ));

  it.each([
    ['an article with a banner', `${BANNER}${article(120)}`],
    ['a long article with a banner', `${BANNER}${article(400)}`],
    [
      'a recipe for cookies',
      `${BANNER}<main><h1>Chocolate chip cookies</h1><p>These cookies are soft. ${'Bake the cookies until the cookies are brown. '.repeat(8)}</p></main>`,
    ],
  ])('but not when it is %s', (_name, body) => expect(obstacle(body)).toBeNull());

  it('but not when its domain is only called so', () =>
    expect(obstacle(article(60), { url: 'https://cookies.example/' })).toBeNull());
});

describe('A page is behind a paywall', () => {
  const PAID =
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","isAccessibleForFree":FREE}</script>';

  it.each(['false', '"False"', '"https://schema.org/False"'])('when it declares that it is not free: %s', (value) =>
    expect(obstacle(article(120), { head: PAID.replace('FREE', value) })).toBe('paywall'),
  );

  it.each([
    'Subscribe to continue reading',
    'This article is for subscribers only.',
    'Weiterlesen mit unserem Digitalabo',
    'Article réservé aux abonnés',
  ])('when a short text ends with “%s”', (sign) =>
    expect(obstacle(`${article(60)}<div class="paywall"><p>${sign}</p></div>`)).toBe('paywall'),
  );

  it.each([
    ['it declares that it is free', article(60), PAID.replace('FREE', 'true')],
    ['its whole text was sent along', article(900), PAID.replace('FREE', 'false')],
    ['a long text asks for subscribers', article(400, '<p>Already a subscriber?</p>'), ''],
  ])('but not when %s', (_name, body, head) => expect(obstacle(body, { head })).toBeNull());
});
