import { describe, expect, it } from 'vitest';

import { classifyIntent, classifyTogether } from './intent.ts';
import { readKeyword } from './keyword.ts';

describe('classifyIntent', () => {
  it.each([
    ['how to tie a tie', 'informational', 'awareness'],
    ['waterproof a tent', 'informational', 'awareness'],
    ['pitch your tent', 'informational', 'awareness'],
    ['what is seo', 'informational', 'awareness'],
    ['best running shoes', 'commercial', 'consideration'],
    ['hubspot vs salesforce', 'commercial', 'consideration'],
    ['hubspot alternatives', 'commercial', 'consideration'],
    ['buy running shoes online', 'transactional', 'decision'],
    ['hubspot pricing', 'commercial', 'decision'],
    ['plumber near me', 'local', 'decision'],
    ['bike shop bristol', 'local', 'decision'],
    ['bike repair bristol', 'local', 'decision'],
    ['cycle shop in frome', 'local', 'decision'],
    ['full bike service bristol', 'local', 'decision'],
    ['fahrrad reparatur hamburg', 'local', 'decision'],
    ['magasin de vélos lyon', 'local', 'decision'],
    ['bike service cost', 'commercial', 'consideration'],
    ['bike service price', 'commercial', 'decision'],
    ['electric bike laws uk', 'informational', 'awareness'],
    ['do you need a licence for an electric bike', 'informational', 'awareness'],
    ['should you tip your plumber', 'informational', 'retention'],
    ['how much safety stock should you hold', 'informational', 'awareness'],
    ['how much deposit do i need for a flat', 'informational', 'awareness'],
    ['how much should a website cost', 'commercial', 'consideration'],
    ['wie viel meldebestand sollte man haben', 'informational', 'awareness'],
    ['cuánto stock de seguridad se debe tener', 'informational', 'awareness'],
    ['combien de fonds de roulement faut il', 'informational', 'awareness'],
    ['notary fees bristol', 'commercial', 'consideration'],
    ['steuerberater haftung', 'informational', 'awareness'],
    ['reclamación fontanero', 'informational', 'awareness'],
    ['sofa to 5k', 'informational', 'awareness'],
    ['darf der vermieter einen treppenlift verbieten', 'informational', 'awareness'],
    ['se puede surfear en invierno', 'informational', 'awareness'],
    ['faut il un permis pour une barque', 'informational', 'awareness'],
    ['4k monitor', 'transactional', 'consideration'],
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
    expect(verdict.confidence).toBeGreaterThan(0.4);
    expect(verdict.evidence.length).toBeGreaterThan(0);
  });

  it.each([
    ['damen winterstiefel', 'transactional', 'category_page'],
    ['waterproof tent', 'transactional', 'category_page'],
    ['hiking boots', 'transactional', 'category_page'],
    ['trail running shoes', 'transactional', 'category_page'],
    ['assurance trottinette électrique', 'transactional', 'landing_page'],
    ['tierarzt kassel', 'local', 'local_landing_page'],
    ['gastroenteritis', 'informational', 'guide'],
    ['h&m', 'navigational', 'homepage'],
    ['canapé convertible', 'transactional', 'category_page'],
    ['fontanero urgente getafe', 'local', 'local_landing_page'],
    ['seguro para autocaravana', 'transactional', 'landing_page'],
    ['lachs auftauen', 'informational', 'blog_post'],
    ['netflix kündigen', 'navigational', 'docs'],
    ['prêt immobilier simulation', 'informational', 'tool_page'],
    ['erp software', 'commercial', 'comparison_page'],
    ['mein chef zahlt nicht forum', 'informational', 'forum_thread'],
    ['ryanair strike', 'informational', 'news'],
  ])('knows “%s” without a word of intent: %s, %s', (keyword, intent, page) => {
    expect(classifyIntent(keyword)).toMatchObject({ value: intent, page: { value: page }, is_guess: false });
  });

  it.each(['10+4', '6 months pregnant', '30 day challenge', '50 30 20 rule', 'world cup 2026'])(
    'takes no number of “%s” for a model',
    (keyword) => {
      const { value, page } = classifyIntent(keyword);
      expect(value).toBe('informational');
      expect(page.value).not.toBe('product');
    },
  );

  it('guesses where it knows no word, and says so', () => {
    for (const keyword of ['zorvax', 'zorvax quell', 'ørken blåst', '']) {
      const verdict = classifyIntent(keyword);
      expect(verdict).toMatchObject({ is_guess: true, evidence: ['no word signals an intent'] });
      expect(verdict.confidence).toBeLessThan(0.65);
    }
  });

  it('shows the words that it goes by, and what they are', () => {
    expect(classifyIntent('zahnarzt köln').evidence).toEqual(['“zahnarzt” (local service)', '“köln” (city)']);
    expect(classifyIntent('running shoes').evidence).toEqual(['“shoes” (product)']);
  });

  it('names a second intent where the first leaves room for one', () => {
    const { value, confidence, second } = classifyIntent('electric bike for seniors');
    expect(second?.value).not.toBe(value);
    expect(second?.confidence).toBeGreaterThanOrEqual(0.25);
    expect(second?.confidence).toBeLessThanOrEqual(confidence);
    expect(classifyIntent('plumber near me').second).toBeUndefined();
  });

  it('knows a place by the list that the caller read it from', () => {
    expect(classifyIntent('bike repair frome').value).not.toBe('local');
    expect(classifyIntent('bike repair frome', { places: new Set(['frome']) })).toMatchObject({
      value: 'local',
      page: { value: 'local_landing_page' },
    });
  });

  it('takes a brand alone as looking for its site', () => {
    expect(classifyIntent('Harbour Bikes', { brands: ['harbour bikes'] })).toMatchObject({ value: 'navigational' });
    for (const [search, page] of [
      ['harbour bikes bristol', 'homepage'],
      ['harbour bikes opening times', 'contact'],
      ['harbour bikes öffnungszeiten', 'contact'],
    ] as const)
      expect(classifyIntent(search, { brands: ['harbour bikes'] })).toMatchObject({
        value: 'navigational',
        page: { value: page },
      });
    expect(classifyIntent('bike shop bristol', { brands: ['bike shop'] }).value).toBe('local');
    expect(classifyIntent('harbour bikes prices', { brands: ['harbour bikes'] }).value).toBe('commercial');
  });

  it('takes a word of a brand alone for no search for the brand', () => {
    expect(classifyIntent('sudden hearing loss', { brands: ['clearsound hearing'] })).toEqual(
      classifyIntent('sudden hearing loss'),
    );
  });

  it('takes the removal of a nest for no news of a recall', () => {
    expect(classifyIntent('retirada de avisperos precio', { language: 'es' })).toMatchObject({
      value: 'commercial',
      page: { value: 'pricing' },
    });
    expect(classifyIntent('retirada del mercado leche', { language: 'es' }).page.value).toBe('news');
  });
});

describe('classifyTogether', () => {
  const judge = (keywords: readonly string[]) =>
    classifyTogether(keywords.map((keyword) => readKeyword(keyword, 'en')));

  it('makes a page for buyers of what is searched for mostly by people who choose or order, however many only read', () => {
    expect(judge(['dry dog food', 'dry food for dogs', 'cheap dry dog food', 'best dry dog food'])).toMatchObject({
      value: 'transactional',
      page: { value: 'category_page' },
    });
    expect(judge(['head torch weight', 'how to clean head torch', 'buy head torch']).value).toBe('informational');
  });

  it('makes a page of the place where most look nearby, choose or order, unless they ask how to do it themselves', () => {
    const pageOf = (keywords: readonly string[]): string => judge(keywords).page.value;
    expect(pageOf(['guitar lessons', 'guitar teacher', 'learn guitar'])).toBe('local_landing_page');
    expect(pageOf(['yoga mat cleaning', 'how to clean a yoga mat', 'cleaning your yoga mat'])).toBe('guide');
  });

  it('sells nothing to who still compares', () => {
    expect(judge(['camping stove vs backpack'])).toMatchObject({
      value: 'commercial',
      page: { value: 'comparison_page' },
    });
  });
});
