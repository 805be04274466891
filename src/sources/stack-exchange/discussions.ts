import { z } from 'zod';

import { AppError } from '../../kernel/errors.ts';
import type { Answered, Offers, SourceContext, SourceSetting } from '../../ports/define-source.ts';
import type { Discussion, DiscussionsQuery } from '../../ports/discussions.ts';
import { SourceFailure, type SourceFailures } from '../../ports/source-failure.ts';
import { readThreadAddress } from '../../web/discussions/thread-address.ts';
import { lackingLanguage, takesAny } from '../discussions/covers.ts';
import { readAuthor, readPostHtml, readPostTitle, readUnixTime, unixSeconds } from '../discussions/post.ts';
import { Figure, readAnswer, Text, vendorFailure } from '../result-pages/answer-shape.ts';
import { endpoint } from '../result-pages/urls.ts';

export const TITLE = 'Stack Exchange';

export type StackExchangeSettings = Readonly<
  Record<'SEAMARK_STACK_EXCHANGE_URL' | 'SEAMARK_STACK_EXCHANGE_SITES' | 'SEAMARK_STACK_EXCHANGE_KEY', SourceSetting>
>;
type Context = SourceContext<StackExchangeSettings>;

const KEY_FIX =
  'Check SEAMARK_STACK_EXCHANGE_KEY, or register an application for a key at https://stackapps.com/apps/oauth/register.';
const QUOTA_FIX =
  'Wait until tomorrow. Without a key there are 300 requests a day; SEAMARK_STACK_EXCHANGE_KEY raises that to 10,000.';

/** Its own errors have status 400 and a number in the body. */
export const FAILURES: SourceFailures = {
  400: { kind: 'refused', fix: 'Check that SEAMARK_STACK_EXCHANGE_SITES names sites of Stack Exchange.' },
  '400 key': { kind: 'wrong_key', fix: KEY_FIX },
  '400 throttle': { kind: 'no_funds', fix: QUOTA_FIX },
  '400 too many requests': { kind: 'no_funds', fix: QUOTA_FIX },
  '400 temporarily_unavailable': { kind: 'failed' },
  403: { kind: 'wrong_key', fix: KEY_FIX },
  429: { kind: 'rate_limited', fix: 'Try again in a few minutes.' },
  502: { kind: 'no_funds', fix: QUOTA_FIX },
  not_json: { kind: 'broken', fix: 'Check SEAMARK_STACK_EXCHANGE_URL: it must be the address without /2.3.' },
};

const QUESTIONS_MAX = 100;
/** Each site is a request of its own, and there are 300 of them a day without a key. */
const SITES_MAX = 10;
/** The licence of what people write there, from 2018 on; older posts bear older versions of it. */
const LICENCE = 'CC BY-SA';

const Question = z.object({
  question_id: z.int(),
  title: z.string(),
  link: z.string(),
  body: Text,
  owner: z.object({ display_name: Text }).nullish().catch(null),
  score: Figure,
  answer_count: Figure,
  creation_date: Figure,
  closed_date: Figure,
  locked_date: Figure,
  content_license: Text,
});
type Question = z.infer<typeof Question>;
const Answer = z.object({
  items: z.array(Question).nullish(),
  error_id: Figure,
  error_name: Text,
  error_message: Text,
  backoff: Figure,
  quota_remaining: Figure,
});

/** Questions that hold the words, in their title, their text or an answer. */
export const discussionOffers: NonNullable<Offers<StackExchangeSettings>['discussions']> = {
  find: {
    lacks: (query) => (takesAny(query, ['stack_exchange']) ? lackingLanguage(query) : undefined),
    usd: () => 0,
    // Site after site, with the pauses that it asks for.
    timeout_ms: 60_000,
    ask: searchSites,
  },
};

/** A site that could not be searched fails the whole answer, which would otherwise look as if nobody asked there. */
async function searchSites(query: DiscussionsQuery, context: Context): Promise<Answered<readonly Discussion[]>> {
  const found: (readonly Discussion[])[] = [];
  let left: number | null = null;
  for (const site of readSites(context.settings.SEAMARK_STACK_EXCHANGE_SITES)) {
    if (left === 0) {
      throw new SourceFailure('no_funds', `Stack Exchange has no requests left for today to search ${site}.`, {
        fix: QUOTA_FIX,
      });
    }
    const answer = await searchSite(site, query, context);
    left = answer.quota_remaining;
    found.push(answer.questions);
  }
  const value = interleave(found).slice(0, query.limit);
  return {
    value,
    measure: 'measured',
    ...(value.length === 0 ? { is_empty: true } : {}),
    ...(left === 0 ? { note: 'Stack Exchange allows no more requests today.' } : {}),
  };
}

/** @throws SourceFailure */
export async function searchSite(
  site: string,
  { query, since, limit }: Pick<DiscussionsQuery, 'query' | 'since' | 'limit'>,
  { http, settings, signal, rest }: Context,
): Promise<{ readonly questions: readonly Discussion[]; readonly quota_remaining: number | null }> {
  const { SEAMARK_STACK_EXCHANGE_KEY: key, SEAMARK_STACK_EXCHANGE_URL: base } = settings;
  const { body } = await http.json({
    url: endpoint(base, '/2.3/search/advanced'),
    query: {
      q: query,
      site,
      order: 'desc',
      sort: 'relevance',
      filter: 'withbody',
      pagesize: Math.min(limit, QUESTIONS_MAX),
      fromdate: since === undefined ? undefined : unixSeconds(since),
      key: key === '' ? undefined : key,
    },
    signal,
  });
  const answer = readAnswer(Answer, body, TITLE);
  const { error_id, error_name, error_message, backoff, items } = answer;
  if (backoff !== null && backoff !== undefined && backoff > 0) await rest(backoff * 1000, signal);
  if (error_id !== null && error_id !== undefined) {
    const words = [error_name, error_message].filter(Boolean).join(': ');
    throw vendorFailure(FAILURES, { title: TITLE, code: String(error_id), words, retry_after_s: backoff ?? undefined });
  }
  if (items === null || items === undefined) {
    throw new SourceFailure('broken', 'Stack Exchange sent an answer in an unexpected format. items: missing.');
  }
  return { questions: items.flatMap(readQuestion), quota_remaining: answer.quota_remaining ?? null };
}

/** @throws AppError invalid_input */
export function readSites(written: string): readonly string[] {
  const sites = [
    ...new Set(
      written
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ];
  if (sites.length === 0 || sites.length > SITES_MAX || sites.some((site) => !/^[a-z\d.-]{2,60}$/.test(site))) {
    throw new AppError('source_not_configured', 'SEAMARK_STACK_EXCHANGE_SITES is not valid.', {
      fix: `Set it to at most ${SITES_MAX} names of sites, such as stackoverflow,superuser.`,
    });
  }
  return sites;
}

function readQuestion(question: Question): Discussion[] {
  const address = readThreadAddress(question.link);
  if (address === undefined || address.platform !== 'stack_exchange') return [];
  const author = readAuthor(question.owner?.display_name);
  const isClosed = typeof question.closed_date === 'number' || typeof question.locked_date === 'number';
  return [
    {
      source: 'stack-exchange',
      platform: 'stack_exchange',
      forum: address.forum,
      url: address.url,
      title: readPostTitle(question.title),
      ...readPostHtml(question.body),
      author,
      published_at: readUnixTime(question.creation_date),
      score: question.score ?? null,
      replies: question.answer_count ?? null,
      state: isClosed ? 'closed' : 'open',
      attribution: `${author ?? 'A deleted user'} on ${address.forum ?? 'Stack Exchange'}, ${question.content_license ?? LICENCE}`,
    },
  ];
}

/** The best of each site first, then the second best: none of them comes after all of another's. */
function interleave(lists: readonly (readonly Discussion[])[]): Discussion[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
