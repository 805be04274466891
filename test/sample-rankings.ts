import { DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from './providers/dataforseo.ts';
import { startProviders } from './providers/providers.ts';
import { SERPER_KEY } from './providers/serper.ts';
import { KEYWORDS, rankedKeywords } from './providers/web.ts';
import { closingAfter } from '../src/kernel/closing.ts';
import { sampleClock } from './sample-service.ts';
import { openTestService, type TestService } from './service.ts';

/**
 * The operations on rankings where the site is not the caller's: answered from stored result pages, or by a provider. Both
 * look at the made-up web of `test/providers/`.
 */
export const RANKING_SITUATIONS = ['serps', 'provider'] as const;
export type RankingSituation = (typeof RANKING_SITUATIONS)[number];

const SITE = 'trueworkshop.example';
const RIVAL = 'dailygarden.example';
/** Every page of the two, with the host that it has. */
const everyPageOf = (site: string): string => `${new URL(rankedKeywords(site)[0]?.url ?? `https://${site}`).origin}/*`;

/** Operations with an answer for each situation, and what is asked of them. */
export const RANKING_REQUESTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'domain.ranked-keywords': { target: SITE, limit: 10 },
  'domain.relevant-pages': { target: SITE, limit: 10 },
  'domain.competitors': { target: SITE, limit: 10 },
  'domain.intersection': { target1: SITE, target2: RIVAL, limit: 10 },
  'domain.traffic-estimate': { targets: [SITE, RIVAL] },
  'pages.intersection': { pages: [everyPageOf(SITE), everyPageOf(RIVAL)], limit: 10 },
  'opportunities.find': { target: SITE },
  'content-decay.detect': { url: `https://${SITE}/bike-kit`, keyword: 'bike kit' },
};

/** Enough result pages that competitors can be told from chance. */
const LOOKED_UP = [
  ...new Set<string>([
    ...Object.values(KEYWORDS),
    ...['bike', 'garden', 'kitchen', 'office'].flatMap((room) =>
      ['stand', 'kit', 'pump', 'lock', 'light', 'bell', 'basket', 'trailer', 'hose', 'shed', 'bench', 'lamp'].map(
        (part) => `${room} ${part}`,
      ),
    ),
  ]),
];

export async function openRankingService(situation: RankingSituation): Promise<TestService> {
  const providers = await startProviders();
  const environment =
    situation === 'serps'
      ? { SEAMARK_SERPER_KEY: SERPER_KEY, SEAMARK_SERPER_URL: providers.url('serper') }
      : {
          SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN,
          SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD,
          SEAMARK_DATAFORSEO_URL: providers.url('dataforseo'),
        };
  const service = await openTestService({ environment, clock: sampleClock });
  if (situation === 'serps') {
    for (const query of LOOKED_UP) await service.call('/search', { query, limit: 30 });
  }
  return {
    ...service,
    close: () =>
      closingAfter(async (closing) => {
        closing.add(providers);
        closing.defer(() => service.close());
      }),
  };
}
