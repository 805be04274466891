import { describe, expect, it } from 'vitest';

import { classifyIntent } from './intent.ts';
import { judgeSuppliedPage, recommendPageType } from './page-type/supplied.ts';

describe('classifyIntent', () => {
  it.each([
    ['how to tie a tie', 'informational', 'awareness'],
    ['what is seo', 'informational', 'awareness'],
    ['best running shoes', 'commercial', 'consideration'],
    ['hubspot vs salesforce', 'commercial', 'consideration'],
    ['hubspot alternatives', 'commercial', 'consideration'],
    ['buy running shoes online', 'transactional', 'decision'],
    ['hubspot pricing', 'transactional', 'decision'],
    ['plumber near me', 'local', 'decision'],
    ['bike shop bristol', 'local', 'decision'],
    ['bike repair bristol', 'local', 'decision'],
    ['cycle shop in frome', 'local', 'decision'],
    ['full bike service bristol', 'local', 'decision'],
    ['fahrrad reparatur hamburg', 'local', 'decision'],
    ['magasin de vélos lyon', 'local', 'decision'],
    ['bike service cost', 'transactional', 'decision'],
    ['bike service price', 'transactional', 'decision'],
    ['electric bike laws uk', 'informational', 'awareness'],
    ['do you need a licence for an electric bike', 'informational', 'awareness'],
    ['salesforce login', 'navigational', 'retention'],
    ['wie streicht man eine küche', 'informational', 'awareness'],
    ['laufschuhe günstig kaufen', 'transactional', 'decision'],
    ['beste laufschuhe test', 'commercial', 'consideration'],
    ['comprar zapatillas baratas', 'transactional', 'decision'],
    ['qué es el seo', 'informational', 'awareness'],
    ['mejores zapatillas para correr', 'commercial', 'consideration'],
    ['meilleures chaussures de running', 'commercial', 'consideration'],
    ['ランニングシューズ おすすめ', 'commercial', 'consideration'],
    ['ホテル 予約', 'transactional', 'decision'],
    ['ログイン', 'navigational', 'retention'],
  ])('reads “%s” as %s, %s', (keyword, intent, stage) => {
    const verdict = classifyIntent(keyword);
    expect(verdict).toMatchObject({ value: intent, buyer_stage: { value: stage } });
    expect(verdict.confidence).toBeGreaterThan(0.5);
    expect(verdict.evidence.length).toBeGreaterThan(0);
  });

  it('stays unsure where no word tells, and says what it goes by', () => {
    expect(classifyIntent('photosynthesis')).toMatchObject({
      value: 'informational',
      evidence: ['no word that tells the intent'],
    });
    expect(classifyIntent('photosynthesis').confidence).toBeLessThan(0.4);
    expect(classifyIntent('').confidence).toBeLessThan(0.4);
    expect(classifyIntent('used bikes bristol')).toMatchObject({ evidence: ['plural “bikes”, no other sign'] });
    expect(classifyIntent('used bikes bristol').confidence).toBeLessThan(0.4);
    expect(classifyIntent('running shoes', { language: 'en' }).evidence).toEqual(['plural “shoes”, no other sign']);
  });

  it('knows a place by the list that the caller read it from', () => {
    expect(classifyIntent('bike repair frome').value).toBe('informational');
    expect(classifyIntent('bike repair frome', { places: new Set(['frome']) })).toMatchObject({
      value: 'local',
      evidence: ['“repair” with the place “frome”'],
    });
  });

  it('takes a brand alone as looking for its site', () => {
    expect(classifyIntent('Harbour Bikes', { brands: ['harbour bikes'] })).toMatchObject({ value: 'navigational' });
    expect(classifyIntent('harbour bikes prices', { brands: ['harbour bikes'] }).value).toBe('transactional');
  });
});

describe('recommendPageType', () => {
  it.each([
    ['how to tie a tie', 'guide'],
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
    [{ url: 'https://shop.example/preise', title: 'Preise' }, 'pricing'],
    [{ url: 'https://shop.example/glosario/seo', title: 'Qué es el SEO', language: 'es' }, 'glossary'],
    [{ url: 'https://shop.example/impressum' }, 'legal'],
    [{ url: '/careers/engineer' }, 'careers'],
    [{ title: 'How to clean running shoes: a guide', language: 'en' }, 'guide'],
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
