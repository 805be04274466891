import { z } from 'zod';

import { defineSource } from '../../ports/define-source.ts';
import type { SerpItemType, SerpQuery } from '../../ports/serp.ts';
import type { SourceFailures } from '../../ports/source-failure.ts';
import { Figure, readAnswer } from '../result-pages/answer-shape.ts';
import { googleLanguage } from '../result-pages/google-language.ts';
import { isListed, lackingOf, pagesFor, type SerpReach } from '../result-pages/reach.ts';
import { readResultPages } from '../result-pages/read-pages.ts';
import { keywordWithSites } from '../result-pages/site-filter.ts';
import { endpoint } from '../result-pages/urls.ts';
import { readResultPage, TITLE } from './result-page.ts';

const SEES = [
  'organic',
  'featured_snippet',
  'answer_box',
  'knowledge_graph',
  'top_stories',
  'local_pack',
  'people_also_ask',
  'related_searches',
] as const satisfies readonly SerpItemType[];

const REACH: SerpReach = { engine: 'google', sees: SEES, places: 'any', devices: [], depth_max: 100 };

const FAILURES: SourceFailures = {
  400: { kind: 'refused' },
  '400 not enough credits': { kind: 'no_funds', fix: 'Buy credits at https://serper.dev/billing.' },
  401: { kind: 'wrong_key', fix: 'Set SEAMARK_SERPER_KEY to a key from https://serper.dev/api-key.' },
  403: { kind: 'wrong_key', fix: 'Set SEAMARK_SERPER_KEY to a key from https://serper.dev/api-key.' },
  429: { kind: 'rate_limited', fix: 'Try again in a minute, or move to a plan with more requests per second.' },
};

export const serper = defineSource({
  name: 'serper',
  title: TITLE,
  docs: {
    gives:
      'Google result pages for any country or city: organic results, featured snippets, knowledge panels, top stories, ' +
      'local packs, People also ask and related searches. It does not show AI Overviews or ads, and you cannot choose a device.',
    costs:
      'One credit per page of ten results. 1,000 credits cost 1 USD in the smallest package, and less in larger ones; set ' +
      'SEAMARK_SERPER_USD_PER_1000 to what you pay. The first 2,500 credits are free.',
    access: 'Sign up at https://serper.dev and copy the key from the API key page.',
    terms: 'https://serper.dev/terms',
  },
  usd_per_day: 5,
  settings: {
    SEAMARK_SERPER_KEY: { kind: 'secret', what: 'The API key from https://serper.dev/api-key.' },
    SEAMARK_SERPER_URL: { kind: 'url', what: 'The address of the API.', preset: 'https://google.serper.dev' },
    SEAMARK_SERPER_USD_PER_1000: {
      kind: 'number',
      what: 'What you pay for 1,000 credits, in USD.',
      preset: '1',
    },
  },
  sees: { serp: SEES },
  failures: FAILURES,
  offers: {
    serp: {
      check: {
        lacks: (query) => lackingOf(query, REACH),
        usd: (query, settings) => pagesFor(query.depth, REACH) * creditUsd(settings),
        // Page after page.
        timeout_ms: 60_000,
        ask(query, { settings, http, signal, now }) {
          const keyword_sent = keywordWithSites(query);
          return readResultPages({
            query,
            engine: REACH.engine,
            source: 'serper',
            title: TITLE,
            sees: SEES,
            keyword_sent,
            location: query.location !== null && isListed(query.location) ? query.location : null,
            device: null,
            pages_asked: pagesFor(query.depth, REACH),
            is_shallow: query.depth > REACH.depth_max,
            signal,
            async read(page) {
              const { body } = await http.json({
                method: 'POST',
                url: endpoint(settings.SEAMARK_SERPER_URL, '/search'),
                headers: { 'X-API-KEY': settings.SEAMARK_SERPER_KEY },
                body: { q: keyword_sent, ...placeOf(query), hl: googleLanguage(query.language), page },
                signal,
              });
              return readResultPage(body, { page, now: now(), usd: creditUsd(settings), failures: FAILURES });
            },
          });
        },
      },
    },
  },
  async probe({ settings, http, signal }) {
    const { body } = await http.json({
      url: endpoint(settings.SEAMARK_SERPER_URL, '/account'),
      headers: { 'X-API-KEY': settings.SEAMARK_SERPER_KEY },
      signal,
    });
    const { balance } = readAnswer(z.object({ balance: Figure }), body, TITLE);
    return balance === null || balance === undefined ? 'The key works.' : `The key works. ${balance} credits are left.`;
  },
});

function placeOf({ location }: SerpQuery): { gl?: string; location?: string } {
  if (location === null) return {};
  return {
    gl: location.country.toLowerCase(),
    ...(location.kind !== 'country' && isListed(location) ? { location: location.name } : {}),
  };
}

function creditUsd(settings: { readonly SEAMARK_SERPER_USD_PER_1000: string }): number {
  return Number(settings.SEAMARK_SERPER_USD_PER_1000) / 1000;
}
