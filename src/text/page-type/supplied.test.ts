import { describe, expect, it } from 'vitest';

import { judgeSuppliedPage, recommendPageType } from './supplied.ts';

describe('recommendPageType', () => {
  it.each([
    ['best running shoes', 'comparison_page'],
    ['hubspot vs salesforce', 'comparison_page'],
    ['mortgage calculator', 'tool_page'],
    ['hubspot pricing', 'pricing'],
    ['buy running shoes', 'category_page'],
    ['buy iphone 15', 'product'],
    ['plumber near me', 'local_landing_page'],
    ['bike shop bristol', 'local_landing_page'],
    ['bike repair bristol', 'local_landing_page'],
    ['salesforce login', 'login'],
    ['stripe api documentation', 'docs'],
  ])('answers “%s” with %s', (keyword, type) => {
    expect(recommendPageType(keyword).value).toBe(type);
  });
});

describe('judgeSuppliedPage', () => {
  it.each([
    [{ url: 'https://shop.example/' }, 'homepage'],
    [{ url: 'https://shop.example/de/' }, 'homepage'],
    [{ url: 'https://shop.example/pricing', title: 'Plans and pricing' }, 'pricing'],
    [{ url: 'https://shop.example/login', title: 'Log in | Shop' }, 'login'],
    [{ url: 'https://shop.example/blog/how-we-work' }, 'blog_post'],
    [{ url: 'https://shop.example/products/blue-shoe' }, 'product'],
    [{ url: 'https://shop.example/products/' }, 'category_page'],
    [{ url: 'https://shop.example/compare/a-vs-b', title: 'A vs B' }, 'comparison_page'],
    [{ url: 'https://docs.shop.example/api/errors' }, 'docs'],
    [{ url: 'https://developers.shop.example/errors' }, 'docs'],
    [{ url: 'https://developers.shop.example/news/price-change', title: 'New prices of the API' }, 'article'],
    [{ url: 'https://developers.shop.example/search/blog/2024/05/spam-update' }, 'blog_post'],
    [{ url: 'https://paper.example/2024/05/council-approves-tram' }, 'article'],
    [{ url: 'https://paper.example/stadt/2024/05/12/rat-stimmt-zu.html' }, 'article'],
    [{ url: 'https://paper.example/2024/05/' }, 'category_page'],
    [{ url: 'https://shop.example/preise', title: 'Preise' }, 'pricing'],
    [{ url: 'https://shop.example/glosario/seo', title: 'Qué es el SEO', language: 'es' }, 'glossary'],
    [{ url: 'https://shop.example/impressum' }, 'legal'],
    [{ url: '/careers/engineer' }, 'careers'],
    [{ url: '/trabaja-con-nosotros/', title: 'Trabaja con nosotros', language: 'es' }, 'careers'],
    [{ url: '/nous-contacter', title: 'Écrivez-nous', language: 'fr' }, 'contact'],
    [{ title: 'How to clean running shoes: a guide', language: 'en' }, 'guide'],
    [{ url: 'https://shop.example/services/wheel-truing' }, 'landing_page'],
    [{ url: 'https://shop.example/p/blue-shoe' }, 'product'],
    [{ url: 'https://shop.example/dp/B0D1XD1ZV3' }, 'product'],
    [{ url: 'https://shop.example/collections/shoes' }, 'category_page'],
    [{ url: 'https://shop.example/collections/shoes/products/blue-shoe' }, 'product'],
    [{ url: 'https://shop.example/shop/tents/ridge-2/', title: 'Ridge 2' }, 'product'],
    [{ url: 'https://shop.example/shop/tents/two-person/', title: 'Two-person tents' }, 'category_page'],
    [{ url: 'https://shop.example/shop/tents/page-2/', title: 'Tents' }, 'category_page'],
    [{ url: 'https://shop.example/products/category/tents', title: 'Tents' }, 'category_page'],
    [{ url: 'https://shop.example/tienda/carpas/', title: 'Carpas', language: 'es' }, 'category_page'],
    [{ url: 'https://academia.example/cursos/ingles-b2', title: 'Curso de inglés B2', language: 'es' }, 'landing_page'],
    [{ url: 'https://dental.example/treatments/implants', title: 'Implants' }, 'landing_page'],
    [{ url: 'https://paydeck.example/blog/category/payroll', title: 'Payroll' }, 'category_page'],
    [{ url: 'https://paydeck.example/blog/category/payroll/page/2/', title: 'Payroll' }, 'category_page'],
    [{ url: 'https://paydeck.example/blog/payroll-tags', title: 'Payroll' }, 'blog_post'],
    [{ url: 'https://shop.example/products/tents', title: 'Tents', holds_pages: true }, 'category_page'],
    [{ url: 'https://news.example/topic/cloud/' }, 'category_page'],
    [{ url: 'https://forum.shop.example/threads/which-saddle.4711/', title: 'Which saddle?' }, 'forum_thread'],
    [{ url: 'https://shop.example/xyz', page_type: 'PLP' }, 'category_page'],
    [{ url: 'https://shop.example/pricing', page_type: 'Case study' }, 'case_study'],
  ])('reads %j', (page, type) => {
    const verdict = judgeSuppliedPage(page);
    expect(verdict.value).toBe(type);
    expect(verdict.evidence.length).toBeGreaterThan(0);
  });

  it('says so when nothing tells the type, and survives addresses that are none', () => {
    expect(judgeSuppliedPage({})).toEqual({ value: 'landing_page', confidence: 0.15, evidence: [] });
    expect(judgeSuppliedPage({ url: 'https://shop.example/xyz' }).confidence).toBeLessThan(0.4);
    for (const url of [
      'http://',
      '%E0%A4%A',
      '/%zz/%00',
      'a'.repeat(100_000),
      '/__proto__/constructor',
      'https://shop.example/' + '/'.repeat(50_000),
    ]) {
      expect(judgeSuppliedPage({ url }).confidence).toBeLessThan(1);
    }
  });
});

describe('what tells nothing of the type of a page', () => {
  it.each([
    [{ url: 'https://solar.example/ev', title: 'EV Charger Installation', language: 'en' }],
    [{ url: 'https://solar.example/hp', title: 'Heat Pumps', language: 'en' }],
  ])('%j is no manual and no home page', (page) => {
    expect(['docs', 'homepage']).not.toContain(judgeSuppliedPage(page).value);
  });
});
