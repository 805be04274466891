import { describe, expect, it } from 'vitest';

import { AUSTIN, sourceContext, UNITED_STATES } from '../../../test/source-context.ts';
import type { SourceHttpRequest } from '../../ports/source-http.ts';
import { type BingSettings, keywordOffers } from './keywords.ts';
import { impressionsByMonth, monthlyImpressions, readBingDate } from './weeks.ts';

const SETTINGS = {
  SEAMARK_BING_WEBMASTER_URL: 'https://bing.test/webmaster/api.svc/json',
  SEAMARK_BING_WEBMASTER_KEY: 'k',
};
const contextWith = (answer: (request: SourceHttpRequest) => unknown) => sourceContext<BingSettings>(SETTINGS, answer);
const { metrics, ideas } = keywordOffers;
if (metrics === undefined || ideas === undefined) throw new Error('Both methods are offered.');

/** Weeks of impressions, newest first, the newest beginning on that day. */
const weeks = (newest: string, ...impressions: readonly number[]): { begins: Date; impressions: number }[] =>
  impressions.map((count, ago) => ({
    begins: new Date(Date.parse(newest) - ago * 7 * 86_400_000),
    impressions: count,
  }));
const now = new Date('2026-11-22T12:00:00Z');

describe('weeks of Bing', () => {
  it('are dated in milliseconds since 1970, whatever the offset says', () => {
    expect(readBingDate('/Date(1732612952000+0000)/')).toEqual(new Date(1732612952000));
    expect(readBingDate('/Date(1732612952000-0700)/')).toEqual(new Date(1732612952000));
    expect(readBingDate('/Date(1732612952000)/')).toEqual(new Date(1732612952000));
    expect(readBingDate('2026-11-01')).toBeUndefined();
  });

  it('make a month of the last four full ones, scaled from 28 days to 30.4', () => {
    // The week from 16 November is not over yet, and that from 12 October is the fifth.
    expect(monthlyImpressions(weeks('2026-11-16', 9999, 100, 200, 300, 400, 5000), now)).toBe(
      Math.round((1000 * 30.4) / 28),
    );
  });

  it('count as none where one is missing among them', () => {
    const [, newest, , , last] = weeks('2026-11-16', 0, 100, 0, 0, 400);
    if (newest === undefined || last === undefined) throw new Error('There are five weeks.');
    expect(monthlyImpressions([newest, last], now)).toBe(Math.round((500 * 30.4) / 28));
  });

  it('say nothing of today when none is of late', () => {
    expect(monthlyImpressions(weeks('2026-08-01', 100, 100, 100, 100), now)).toBeNull();
    expect(monthlyImpressions(weeks('2026-11-20', 100), now)).toBeNull();
    expect(monthlyImpressions([], now)).toBeNull();
  });

  it('are spread over the months that they cover whole', () => {
    // Seven a day from 28 September to 8 November: September and November are cut off.
    expect(impressionsByMonth(weeks('2026-11-02', 49, 49, 49, 49, 49, 49), now)).toEqual([
      { month: '2026-10', searches: 217 },
    ]);
    expect(impressionsByMonth([], now)).toEqual([]);
  });
});

const row = (begins: string, impressions: number): unknown => ({
  Query: 'bike repair',
  Date: `/Date(${Date.parse(begins)}+0000)/`,
  Impressions: impressions,
  BroadImpressions: impressions * 9,
});
const question = { keywords: ['bike repair'], location: UNITED_STATES, language: 'en' };

describe('keyword metrics of Bing', () => {
  it('are impressions of the exact words and never a volume', async () => {
    const { context, requests } = contextWith(() => ({
      d: [row('2026-11-09', 70), row('2026-11-02', 70), row('2026-10-26', 0), row('2026-10-19', 0)],
    }));
    const answer = await metrics.ask(question, context);
    expect(requests).toMatchObject([
      {
        url: 'https://bing.test/webmaster/api.svc/json/GetKeywordStats',
        query: { apikey: 'k', q: 'bike repair', country: 'US', language: 'en-US' },
      },
    ]);
    expect(answer.measure).toBe('measured');
    expect(answer.value).toMatchObject([
      {
        keyword: 'bike repair',
        source: 'bing-webmaster',
        location_code: 2840,
        language: 'en',
        volume: null,
        bing_impressions: 152,
        cpc: null,
      },
    ]);
  });

  it('leave out keywords that Bing has nothing on, in any of the ways that it says so', async () => {
    for (const nothing of [{ d: [] }, { d: null }]) {
      const { context } = contextWith(() => nothing);
      expect(await metrics.ask(question, context)).toMatchObject({ value: [], coverage: 'none', is_empty: true });
    }
  });

  it('are asked for the whole world with an empty country', async () => {
    const { context, requests } = contextWith(() => ({ d: row('2026-11-09', 70) }));
    const { value } = await metrics.ask({ ...question, location: null }, context);
    expect(requests[0]?.query).toMatchObject({ country: '', language: '' });
    expect(value).toMatchObject([{ location_code: null, language: null }]);
  });

  it('are asked for 40 keywords at most, one request each, and say so', async () => {
    const keywords = Array.from({ length: 41 }, (_, at) => `keyword ${at}`);
    expect(metrics.lacks({ ...question, keywords }, SETTINGS)).toEqual(['more than 40 keywords at once']);
    expect(metrics.lacks({ ...question, location: AUSTIN }, SETTINGS)).toEqual(['places smaller than a country']);
    const { context, requests } = contextWith(() => ({ d: [] }));
    await metrics.ask({ ...question, keywords }, context);
    expect(requests).toHaveLength(40);
  });

  it.each([
    [{ ErrorCode: 3, Message: 'ERROR!!! InvalidApiKey' }, 'wrong_key'],
    [{ ErrorCode: 4, Message: 'ERROR!!! ThrottleUser' }, 'rate_limited'],
    [{ ErrorCode: 1, Message: 'ERROR!!! InternalError' }, 'failed'],
    [{ d: [{ Date: 5 }] }, 'broken'],
    [{ hello: 'world' }, 'broken'],
  ])('fail on %j', async (body, kind) => {
    const { context } = contextWith(() => body);
    await expect(metrics.ask(question, context)).rejects.toMatchObject({ kind });
  });
});

describe('related keywords of Bing', () => {
  it('come with the impressions of four weeks that are counted by now, without the seed', async () => {
    const { context, requests } = contextWith(() => ({
      d: [
        { Query: 'Bike Repair', Impressions: 900, BroadImpressions: 1 },
        { Query: 'bike repair near me', Impressions: 280, BroadImpressions: 1 },
        { Query: 'bike shop', Impressions: 28, BroadImpressions: 1 },
      ],
    }));
    const answer = await ideas.ask(
      { seed: 'bike repair', location: UNITED_STATES, language: 'en-GB', limit: 1 },
      context,
    );
    expect(requests[0]).toMatchObject({
      url: 'https://bing.test/webmaster/api.svc/json/GetRelatedKeywords',
      query: { q: 'bike repair', language: 'en-GB', startDate: '2026-10-19', endDate: '2026-11-15' },
    });
    expect(answer.value).toMatchObject([
      {
        keyword: 'bike repair near me',
        evidence: [{ kind: 'provider', source: 'bing-webmaster', seen: 1 }],
        facts: [{ bing_impressions: 304, volume: null, monthly: [] }],
      },
    ]);
  });
});
