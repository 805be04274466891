import { describe, expect, it } from 'vitest';

import { contrast, lightened, readColor } from './contrast.ts';

describe('contrast', () => {
  it('is that of WCAG 2, whichever colour comes first', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
    expect(contrast('#1a5bbf', '#1a5bbf')).toBe(1);
  });

  it('is reached on a dark surface by as little white as it takes', () => {
    const light = lightened('#7a0026', '#15191f', 4.5);
    expect(contrast(light, '#15191f')).toBeGreaterThanOrEqual(4.5);
    expect(lightened('#ffcc00', '#15191f', 4.5)).toBe('#ffcc00');
  });

  it('is only of colours of six digits', () => {
    expect(readColor(' #1A5BBF ')).toBe('#1a5bbf');
    for (const text of ['red', '#fff', '#1a5bbf80', 'url(//evil.example)', '#12345g'])
      expect(readColor(text)).toBeUndefined();
  });
});
