import { describe, expect, it } from 'vitest';

import { RULE_IDS } from '../checks/rule.ts';
import { CRAWL_RULE_IDS } from '../checks/page-checks.ts';
import { isPageRule } from './judge.ts';
import { type AuditRule, AUDIT_RULES, titleOf } from './rule.ts';
import { healthOfShares } from './score.ts';

describe('the health of a site', () => {
  it.each([
    [0.01, 92],
    [0.5, 55],
    [1, 43],
  ])('is 100 · exp(−10 · √share / 12) for a critical rule on a share of %f', (share, health) => {
    expect(Math.round(healthOfShares(new Map([['index.status-5xx', share]])).health)).toBe(health);
  });

  it('is that of a usual site for usual faults', () => {
    const shares = new Map([
      ['meta.missing', 0.3],
      ['title.duplicate', 0.1],
      ['link.broken', 0.05],
      ['img.alt-missing', 0.6],
      ['redirect.linked', 0.4],
      ['content.thin', 0.1],
    ]);
    expect(healthOfShares(shares).health).toBeGreaterThan(70);
    expect(healthOfShares(shares).health).toBeLessThan(86);
  });

  it('counts a fault once that several rules tell of', () => {
    const one = healthOfShares(new Map([['link.broken', 0.2]]));
    const three = healthOfShares(
      new Map([
        ['link.broken', 0.2],
        ['sitemap.dead', 0.1],
        ['index.status-4xx', 0.2],
      ]),
    );
    expect(three.health).toBe(one.health);
  });

  it('gains exactly what mending a rule is said to be worth', () => {
    const shares = new Map([
      ['link.broken', 0.2],
      ['title.missing', 0.1],
    ]);
    const both = healthOfShares(shares);
    const mended = healthOfShares(new Map([['link.broken', 0.2]]));
    expect(both.health + both.gainOf('title.missing')).toBeCloseTo(mended.health, 10);
  });

  it('loses nothing to notices', () => {
    expect(healthOfShares(new Map([['title.long', 1]])).health).toBe(100);
  });
});

describe('the rules of an audit', () => {
  it('that pages were judged by are rules of the page check, word for word', () => {
    const ofPages = [...AUDIT_RULES.keys()].filter((id) => isPageRule(id) && id !== 'js.text-missing');
    const known = [...RULE_IDS, ...CRAWL_RULE_IDS];
    expect(ofPages.filter((id) => !known.includes(id))).toEqual([]);
  });

  it('have a title for one page and one for many, a reason and a fix', () => {
    const isSentence = (text: string): boolean => /^(?:[A-Z\d]|unavailable_after |robots\.txt )[^{]*[^{.]$/.test(text);
    const isOdd = (rule: AuditRule): boolean =>
      ![titleOf(rule, 1), titleOf(rule, 1234)].every(isSentence) ||
      ![rule.why, rule.fix].every((text) => text.endsWith('.') && isSentence(text.slice(0, -1)));
    expect([...AUDIT_RULES.values()].filter(isOdd).map(({ id }) => id)).toEqual([]);
  });
});
