import { expect, it } from 'vitest';

import { readHtmlPage } from '../page/html.ts';
import { isScriptShell } from './shown.ts';

const SCRIPT = '<script src="/app.js"></script>';

it.each([
  ['an empty element that scripts fill', `<div id="root"></div>${SCRIPT}`, true],
  ['a heading over an empty element', `<h1>Shop</h1><div id="list"></div>${SCRIPT}`, true],
  ['a heading that waits', `<h1>Shop</h1><p>Loading…</p>${SCRIPT}`, true],
  ['a sentence without a heading', `<p>You need to enable JavaScript to run this app.</p>${SCRIPT}`, true],
  [
    'a heading and a sentence',
    `<h1>Concurrent</h1><p>There is only one module in this package: futures.</p>${SCRIPT}`,
    false,
  ],
  ['a page without scripts', '<div id="root"></div>', false],
])('tells of %s whether scripts write its text', (_what, body, expected) => {
  const page = readHtmlPage(
    `<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`,
    'https://shop.example/',
  );
  expect(isScriptShell(page)).toBe(expected);
});
