import { describe, expect, it } from 'vitest';

import { parsePlans, planNamed, SELF_HOSTED } from './plans.ts';

describe('SEAMARK_PLANS', () => {
  it('may be empty: there is the plan of who runs Seamark for themselves, without limits but one', () => {
    expect([...parsePlans('')]).toEqual([['self_hosted', SELF_HOSTED]]);
    expect(SELF_HOSTED).toMatchObject({ requests_per_minute: 600, concurrent_jobs: null, credits_per_month: null });
  });

  it('defines plans by name, and what a plan leaves out is as in self_hosted', () => {
    const plans = parsePlans('{"starter":{"requests_per_minute":60,"credits_per_month":1000},"free":{}}');
    expect([...plans.keys()]).toEqual(['self_hosted', 'starter', 'free']);
    expect(plans.get('starter')).toEqual({ ...SELF_HOSTED, requests_per_minute: 60, credits_per_month: 1000 });
    expect(plans.get('free')).toEqual(SELF_HOSTED);
  });

  it('may change what self_hosted is', () => {
    expect(parsePlans('{"self_hosted":{"requests_per_minute":6000}}').get('self_hosted')?.requests_per_minute).toBe(
      6000,
    );
  });

  it.each([
    ['{', 'not JSON'],
    ['[]', 'JSON object'],
    ['null', 'JSON object'],
    ['{"Starter":{}}', 'lower-case'],
    ['{"":{}}', 'lower-case'],
    ['{"starter":5}', '"starter" must be an object'],
    ['{"starter":{"requests_per_minut":5}}', 'Did you mean requests_per_minute?'],
    ['{"starter":{"requests_per_minute":0}}', 'starter.requests_per_minute: must be a whole number from 1'],
    ['{"starter":{"requests_per_minute":1.5}}', 'starter.requests_per_minute: must be a whole number'],
    ['{"starter":{"requests_per_minute":null}}', 'starter.requests_per_minute: must be a whole number'],
    ['{"starter":{"concurrent_jobs":"2"}}', 'starter.concurrent_jobs: must be a whole number'],
  ])('is refused with what is wrong in it: %s', (text, problem) => {
    expect(() => parsePlans(text)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    expect(() => parsePlans(text)).toThrow(problem);
    expect(() => parsePlans(text)).toThrow('SEAMARK_PLANS');
  });
});

describe('a plan that the settings no longer have', () => {
  it('is the least of all that they have, never an unlimited one', () => {
    const plans = parsePlans('{"a":{"requests_per_minute":60,"concurrent_jobs":9},"b":{"concurrent_jobs":2}}');
    expect(planNamed(plans, 'a').requests_per_minute).toBe(60);
    expect(planNamed(plans, 'gone')).toMatchObject({ requests_per_minute: 60, concurrent_jobs: 2 });
    expect(planNamed(parsePlans(''), 'gone')).toEqual(SELF_HOSTED);
  });
});
