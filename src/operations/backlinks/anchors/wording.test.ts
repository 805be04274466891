import { describe, expect, it } from 'vitest';

import { parseTarget } from '../../../web/target.ts';
import type { CommonAnchorRecord } from '../../../ports/links.ts';
import { classifyAnchor, readTarget } from './intent.ts';
import { readProfile } from './profile.ts';

function linked(host: string, path: string, title: string, anchor: string, sites: number): CommonAnchorRecord {
  return {
    anchor,
    backlinks: sites,
    referring_main_domains: sites,
    image_backlinks: 0,
    target_url: `https://${host}${path}`,
    target_title: title,
  };
}

const toDrill = (anchor: string): CommonAnchorRecord =>
  linked('acme.example', '/drills/hammer-drill-18v', 'Hammer drill 18 V | Acme', anchor, 1);

function intentOf(evidence: CommonAnchorRecord, host: string) {
  return classifyAnchor(evidence, readTarget(parseTarget(host), [evidence])).intent;
}

describe('the intent of an anchor that points at something', () => {
  it.each([
    'this drill',
    'these drills',
    'dieser Bohrer',
    'diese Bohrmaschine',
    'cette perceuse',
    'ce guide',
    'este taladro',
  ])('is generic: “%s”', (anchor) => {
    expect(intentOf(toDrill(anchor), 'acme.example')).toBe('generic');
  });

  it.each([
    ['This Week', 'This Week | News', 'exact_match'],
    ['this hammer drill', 'Hammer drill 18 V | Acme', 'partial_match'],
    ['this Acme', 'Hammer drill 18 V | Acme', 'branded'],
  ] as const)('is something else where more is said: “%s” to “%s”', (anchor, title, intent) => {
    expect(intentOf(linked('acme.example', '/a-page', title, anchor, 1), 'acme.example')).toBe(intent);
  });
});

describe('the intent of a buyer’s search', () => {
  it.each([
    ['buy cheap power tools online', 'Power tools | Bargain Tools', 'en'],
    ['best price power tools', 'Power tools | Bargain Tools', 'en'],
    ['Elektrowerkzeuge günstig kaufen', 'Elektrowerkzeuge | Bargain Tools', 'de'],
    ['acheter perceuse pas cher', 'Perceuse | Bargain Tools', 'fr'],
    ['comprar taladros baratos en línea', 'Taladros | Bargain Tools', 'es'],
  ])('is exact match: “%s” to “%s” (%s)', (anchor, title) => {
    expect(intentOf(linked('bargain-tools.example', '/c/17', title, anchor, 3), 'bargain-tools.example')).toBe(
      'exact_match',
    );
  });

  it('is no exact match for a page about something else', () => {
    const evidence = linked(
      'bargain-tools.example',
      '/c/17',
      'Garden chairs | Bargain Tools',
      'buy cheap power tools online',
      3,
    );
    expect(intentOf(evidence, 'bargain-tools.example')).not.toBe('exact_match');
  });
});

describe('a profile of few links', () => {
  const money = (sites: number) =>
    linked(
      'bargain-tools.example',
      '/power-tools',
      'Power tools | Bargain Tools',
      'buy cheap power tools online',
      sites,
    );
  const named = (sites: number) => linked('bargain-tools.example', '/', 'Bargain Tools', 'Bargain Tools', sites);
  const profileOf = (commonest: readonly CommonAnchorRecord[]) =>
    readProfile(
      { commonest, anchors: [], backlinks: 22, total_count: commonest.length },
      readTarget(parseTarget('bargain-tools.example'), commonest),
      'live',
    );

  it('is over-optimized by one buyer’s search on a dozen sites, and on so few that are a tenth it is not', () => {
    expect(profileOf([money(12), named(10)])).toMatchObject({ over_optimized: true });
    expect(profileOf([money(4), named(10)])).toMatchObject({ over_optimized: null });
    expect(profileOf([money(5), named(45)])).toMatchObject({ over_optimized: null });
  });

  it('is not judged by a title that many sites cite', () => {
    const cited = linked('acme.example', '/guides/chisel', 'How to sharpen a chisel', 'how to sharpen a chisel', 12);
    expect(
      readProfile(
        { commonest: [cited], anchors: [], backlinks: 12, total_count: 1 },
        readTarget(parseTarget('acme.example'), [cited]),
        'live',
      ),
    ).toMatchObject({ over_optimized: null });
  });
});
