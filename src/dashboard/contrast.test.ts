import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Colours of the dashboard, against WCAG 2.2: 4.5 to 1 for text, 3 to 1 for edges of controls, marks and lines of charts. */

const TOKENS = readFileSync(join(import.meta.dirname, 'app/style/tokens.css'), 'utf8');
const THEMES = ['light', 'dark'] as const;
const TEXT_MIN = 4.5;
const MARK_MIN = 3;

/** Texts, each on every surface that it stands on. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  text: ['canvas', 'surface', 'sunken', 'raised', 'hover', 'accent-soft', 'good-soft', 'bad-soft', 'warn-soft'],
  muted: ['canvas', 'surface', 'sunken', 'raised', 'hover'],
  faint: ['canvas', 'surface', 'sunken', 'raised', 'hover'],
  accent: ['canvas', 'surface', 'raised'],
  'accent-text': ['accent-soft'],
  'on-accent': ['accent-fill'],
  good: ['canvas', 'surface', 'good-soft'],
  bad: ['canvas', 'surface', 'bad-soft'],
  critical: ['canvas', 'surface', 'hover'],
  high: ['canvas', 'surface', 'hover', 'warn-soft'],
  medium: ['canvas', 'surface', 'hover'],
  low: ['canvas', 'surface', 'hover'],
};
const MARKS: Readonly<Record<string, readonly string[]>> = {
  'line-strong': ['canvas', 'surface', 'raised'],
  accent: ['sunken'],
  c1: ['surface'],
  c2: ['surface'],
  c3: ['surface'],
  c4: ['surface'],
  c5: ['surface'],
  c6: ['surface'],
  'c-other': ['surface'],
};

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function colour(name: string, theme: (typeof THEMES)[number]): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(TOKENS);
  const value = found?.[theme === 'light' ? 1 : 2];
  if (value === undefined) throw new Error(`tokens.css has no --${name} with two colours.`);
  return value;
}

const failures = (pairs: Readonly<Record<string, readonly string[]>>, least: number) =>
  THEMES.flatMap((theme) =>
    Object.entries(pairs).flatMap(([name, surfaces]) =>
      surfaces.flatMap((surface) => {
        const contrast = contrastOf(colour(name, theme), colour(surface, theme));
        return contrast < least ? [`${theme}: ${name} on ${surface} is ${contrast.toFixed(2)} to 1`] : [];
      }),
    ),
  );

describe('colours of the dashboard', () => {
  it('measures black on white as 21 to 1, and a colour on itself as 1', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#1a5bbf', '#1a5bbf')).toBe(1);
  });

  it('can be read as text on every surface, in light and dark', () => {
    expect(failures(TEXTS, TEXT_MIN)).toEqual([]);
  });

  it('tell edges of controls and series of charts from what is behind them', () => {
    expect(failures(MARKS, MARK_MIN)).toEqual([]);
  });
});
