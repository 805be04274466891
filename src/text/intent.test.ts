import { describe, expect, it } from 'vitest';

import { classifyIntent } from './intent.ts';

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
      evidence: ['no word signals an intent'],
    });
    expect(classifyIntent('photosynthesis').confidence).toBeLessThan(0.4);
    expect(classifyIntent('').confidence).toBeLessThan(0.4);
    expect(classifyIntent('used bikes bristol')).toMatchObject({ evidence: ['plural “bikes” with no other signal'] });
    expect(classifyIntent('used bikes bristol').confidence).toBeLessThan(0.4);
    expect(classifyIntent('running shoes', { language: 'en' }).evidence).toEqual([
      'plural “shoes” with no other signal',
    ]);
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
