import { describe, expect, it } from 'vitest';

import { likenessOf } from './likeness.ts';

const PUMPS = [
  'heat pump cost',
  'cost of a heat pump',
  'heat pump noise',
  'noisy heat pump',
  'heat pump grants',
  'heat pump repair',
  'heat pump warranty',
  'heat pump brands',
  'heat pump installers',
  'heat pump for a flat',
  'hybrid heat pump',
  'heat pump sizes',
  'heat pump service',
  'heat pump radiators',
  'heat pump tariffs',
  'heat pump lifespan',
  'heat pump in winter',
  'heat pump planning permission',
  'heat pump or boiler',
  'geothermal heat pump',
  'heat pump dryer',
  'heat pump hot water',
  'heat pump insulation',
  'heat pump savings',
  'heat pump refrigerant',
  'heat pump garden',
  'heat pump noise limits',
  'heat pump maintenance',
  'heat pump efficiency',
  'heat pump problems',
];

describe('likenessOf', () => {
  it('lets what every text of a list shares count for nothing', () => {
    const like = likenessOf(PUMPS);
    expect(like(0, 1)).toBeGreaterThan(0.5);
    expect(like(2, 3)).toBeGreaterThan(0.3);
    expect(like(0, 2)).toBeLessThan(0.1);
  });

  it('is the same either way round, and 1 for a text beside itself', () => {
    const like = likenessOf(PUMPS);
    expect(like(2, 5)).toBe(like(5, 2));
    expect(like(4, 4)).toBeCloseTo(1);
  });

  it('brings words together that an encoder knows to mean one thing', () => {
    const texts = ['prenup', 'premarital agreement', 'child custody', 'divorce'];
    const vectors = [
      [1, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].map((values) => Float32Array.from(values));
    expect(likenessOf(texts)(0, 1)).toBeLessThan(0.2);
    expect(likenessOf(texts, vectors)(0, 1)).toBeGreaterThan(likenessOf(texts)(0, 1) + 0.2);
  });

  it('finds nothing alike in texts without words, and needs no second text', () => {
    expect(likenessOf(['', '!!!', 'shoes'])(0, 1)).toBe(0);
    expect(likenessOf(['shoes'])(0, 0)).toBeCloseTo(1);
  });
});
