import { z } from 'zod';

import { defineSource } from '../../ports/define-source.ts';
import { SERP_ITEM_TYPES } from '../../ports/serp.ts';
import { Figure, readAnswer } from '../result-pages/answer-shape.ts';
import { assistantOffers, SURFACES } from './assistants.ts';
import { linkOffers } from './backlinks.ts';
import { checkSerp } from './check-serp.ts';
import { keywordOffers } from './keywords.ts';
import { placeOffers } from './places.ts';
import { rankingOffers } from './rankings.ts';
import { onlyTask, requestTasks, requireStatus } from './request.ts';
import { lackingFor, priceOf } from './serp-task.ts';
import { FAILURES, SETTINGS, TITLE } from './settings.ts';

const OK = 20_000;
const UserData = z.object({ money: z.object({ balance: Figure }).nullish() });

export const dataforseo = defineSource({
  name: 'dataforseo',
  title: TITLE,
  docs: {
    gives:
      'Google result pages for any country, city and device, up to 200 results deep, with every type of item ' +
      'that Google shows: ads, featured snippets, AI Overviews, local packs, People also ask and about forty ' +
      'more. Keywords: Google Ads search ' +
      'volumes with monthly history, cost per click, advertiser competition, difficulty, intent and keyword ideas, by country. ' +
      'Rankings: the keywords and pages of any site, its competitors in search, the keywords that sites share, and estimated ' +
      'traffic, by country. ' +
      'Local: business profiles, including whether they are claimed, and the order of listings on the map or in ' +
      'the local finder at a point. AI assistants: what ChatGPT, Gemini and Google’s AI Mode answer on their own pages, with the pages that they cite, ' +
      'by country. Links: backlinks, anchors, referring domains, linked pages, competitors and history, for ' +
      'targets that your own index does not know, or for all targets if SEAMARK_SOURCES puts dataforseo first ' +
      'for links.',
    costs:
      '0.002 USD per page of ten results, plus 0.002 USD for an AI Overview that loads late. Queries with operators ' +
      'such as site: cost five times as much, which includes every search within certain domains. Keyword data: 0.02 USD per ' +
      'request and 0.0001 USD per keyword; ideas take two requests. Rankings: 0.02 USD per request and 0.0001 USD per row, ' +
      'twice that with clickstream volumes. AI assistants: about 0.004 USD per answer. Backlinks: 0.02 USD per request and 0.00003 USD per row; ' +
      'anchors that you filter or sort, referring domains and history take two requests, competitors three. Seamark ' +
      'records what each answer actually cost.',
    access:
      'Sign up at https://app.dataforseo.com and copy the API login and password from the API access page. New ' +
      'accounts get 1 USD of free credit; the minimum payment is 50 USD.',
    terms: 'https://dataforseo.com/terms-and-conditions',
  },
  usd_per_day: 5,
  settings: SETTINGS,
  sees: { serp: SERP_ITEM_TYPES, assistants: SURFACES },
  failures: FAILURES,
  offers: {
    serp: {
      check: {
        lacks: (query) => lackingFor(query, 'live'),
        usd: (query) => priceOf(query, 'live'),
        ask: checkSerp,
        // Deep checks read up to twenty pages while the caller waits.
        timeout_ms: 120_000,
      },
    },
    keywords: keywordOffers,
    places: placeOffers,
    assistants: assistantOffers,
    links: linkOffers,
    rankings: rankingOffers,
  },
  async probe(context) {
    const task = onlyTask(await requestTasks(context, '/v3/appendix/user_data'));
    requireStatus(task, OK);
    const balance = readAnswer(UserData, task.result[0], TITLE).money?.balance;
    return balance === null || balance === undefined
      ? 'The credentials work.'
      : `The credentials work. The balance is ${balance} USD.`;
  },
});
