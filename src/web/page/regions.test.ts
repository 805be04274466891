import { describe, expect, it } from 'vitest';

import { readPageFacts } from '../facts/page-facts.ts';
import { readHtmlPage } from './html.ts';

/** The region of the only link, as the page model and the index have it. */
function regionsOf(html: string): readonly [string | undefined, string | null | undefined] {
  const { links } = readPageFacts(html, 'bot');
  const resolved = links.resolve(PAGE, PAGE.url, false, () => '');
  return [readHtmlPage(html, PAGE.url).links[0]?.region, resolved.links[0]?.position];
}

const PAGE = {
  url: 'https://example.com/',
  host: 'example.com',
  host_key: 'com.example.',
  path_key: '',
  domain: 'example.com',
  https: true,
  trailing_slash: true,
};
const LINK = '<a href=/x>a</a>';

describe('the region of a link', () => {
  it.each([
    ['an aside', `<aside>${LINK}</aside>`, 'sidebar'],
    ['an aside in an article, which is a call-out of its text', `<article><aside>${LINK}</aside></article>`, 'content'],
    ['a header', `<header>${LINK}</header>`, 'header'],
    ['the header of an article', `<article><header>${LINK}</header></article>`, 'content'],
    ['a menu in a header', `<header><nav>${LINK}</nav></header>`, 'navigation'],
    ['a menu in a footer', `<footer><ul class="footer-menu"><li>${LINK}</ul></footer>`, 'footer'],
    ['an article in a side bar', `<aside><article>${LINK}</article></aside>`, 'sidebar'],
    ['main in anything', `<aside><main>${LINK}</main></aside>`, 'content'],
    ['a search form', `<search>${LINK}</search>`, 'navigation'],
    ['role=search', `<div role=search>${LINK}</div>`, 'navigation'],
    ['role=menubar', `<div role=menubar>${LINK}</div>`, 'navigation'],
    ['role=banner', `<div role=banner>${LINK}</div>`, 'header'],
    ['role=contentinfo', `<div role=contentinfo>${LINK}</div>`, 'footer'],
    ['role=complementary', `<div role=complementary>${LINK}</div>`, 'sidebar'],
    ['a masthead', `<div class=masthead>${LINK}</div>`, 'header'],
    ['a colophon', `<div id=colophon>${LINK}</div>`, 'footer'],
    ['breadcrumbs in main', `<main><ol class=breadcrumbs><li>${LINK}</ol></main>`, 'navigation'],
    ['a side bar in main', `<main><div class="left-sidebar">${LINK}</div></main>`, 'sidebar'],
    ['the header of a named part', `<div class="section-header">${LINK}</div>`, 'content'],
    ['a section named for its header', `<section class="row section-header">${LINK}</section>`, 'content'],
    ['the footer of a box', `<div class="box-footer">${LINK}</div>`, 'content'],
    ['the first column of a footer', `<div class="footer-column-1">${LINK}</div>`, 'footer'],
    ['a section that is the header', `<div class="header-section">${LINK}</div>`, 'header'],
    ['the menu of a restaurant', `<main><div class="menu">${LINK}</div></main>`, 'content'],
    ['what holds the whole page', `<div class="sticky-footer">${LINK}</div>`, 'content'],
    ['a wrapper of side bar and content', `<div class="sidebar-container">${LINK}</div>`, 'content'],
  ])('is one for the page model and the index: %s', (_, html, region) => {
    expect(regionsOf(html)).toEqual([region, region]);
  });
});
