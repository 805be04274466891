import { z } from 'zod';

import type { Answered, SourceContext, SourceSetting } from '../../ports/define-source.ts';
import type { Discussion, DiscussionPlatform, DiscussionsQuery } from '../../ports/discussions.ts';
import type { SourceFailures } from '../../ports/source-failure.ts';
import { readThreadAddress } from '../../web/discussions/thread-address.ts';
import { readAuthor, readPostHtml, readPostTitle } from '../discussions/post.ts';
import { Figure, readAnswer, Text, vendorFailure } from '../result-pages/answer-shape.ts';
import { readPublishedAt } from '../result-pages/texts.ts';
import { endpoint, hostOf, readResultUrl } from '../result-pages/urls.ts';

type Context = SourceContext<Readonly<Record<'SEAMARK_BRAVE_URL' | 'SEAMARK_BRAVE_KEY', SourceSetting>>>;

/** Platforms without a source of their own: those that have one are asked there, where all of their posts are. */
export const BRAVE_PLATFORMS: readonly DiscussionPlatform[] = ['reddit', 'x', 'forum'];

const Thread = z.object({
  url: Text,
  title: Text,
  description: Text,
  page_age: Text,
  age: Text,
  data: z
    .object({
      forum_name: Text,
      num_answers: z.union([z.number(), z.string()]).nullish().catch(null),
      score: z.union([z.number(), z.string()]).nullish().catch(null),
      title: Text,
      question: Text,
      top_comment: Text,
    })
    .nullish()
    .catch(null),
});
type Thread = z.infer<typeof Thread>;
const Answer = z.object({
  type: z.enum(['search', 'ErrorResponse']),
  error: z.object({ code: Text, detail: Text, status: Figure }).nullish().catch(null),
  discussions: z.object({ results: z.array(Thread) }).nullish(),
});

interface Asked {
  readonly search_lang: string | undefined;
  readonly failures: SourceFailures;
  readonly title: string;
}

/** The discussions that Brave shows beside its results. @throws SourceFailure */
export async function searchDiscussions(
  { query, platforms, since, limit }: DiscussionsQuery,
  { search_lang, failures, title }: Asked,
  { http, settings, signal, now }: Context,
): Promise<Answered<readonly Discussion[]>> {
  const { body } = await http.json({
    url: endpoint(settings.SEAMARK_BRAVE_URL, '/res/v1/web/search'),
    query: {
      q: query,
      result_filter: 'discussions',
      country: 'ALL',
      search_lang,
      text_decorations: false,
      freshness: since === undefined ? undefined : `${dayOf(since)}to${dayOf(now())}`,
    },
    headers: { 'X-Subscription-Token': settings.SEAMARK_BRAVE_KEY },
    signal,
  });
  const answer = readAnswer(Answer, body, title);
  if (answer.type === 'ErrorResponse') {
    throw vendorFailure(failures, { title, code: answer.error?.code ?? '', words: answer.error?.detail ?? '' });
  }
  const value = (answer.discussions?.results ?? [])
    .flatMap((thread) => readThread(thread, now()))
    .filter(({ platform }) => platforms.length === 0 || platforms.includes(platform))
    .slice(0, limit);
  return { value, measure: 'measured', ...(value.length === 0 ? { is_empty: true } : {}) };
}

function readThread(thread: Thread, now: Date): Discussion[] {
  const url = readResultUrl(thread.url);
  if (url === null) return [];
  return [
    {
      source: 'brave',
      ...readPlace(url, thread),
      ...readWords(thread),
      published_at: readPublishedAt(thread.page_age ?? thread.age, now),
      score: readCount(thread.data?.score),
      replies: readCount(thread.data?.num_answers),
      state: null,
      attribution: null,
    },
  ];
}

/** Brave knows that it is a discussion, also where its address does not say so. */
function readPlace(url: string, { data }: Thread): Pick<Discussion, 'platform' | 'forum' | 'url' | 'author'> {
  const address = readThreadAddress(url, true);
  if (address !== undefined) {
    const { platform, forum, author } = address;
    return { platform, forum, url: address.url, author };
  }
  const host = hostOf(url)?.replace(/^www\./, '') ?? null;
  return { platform: 'forum', forum: readAuthor(data?.forum_name) ?? host, url, author: null };
}

function readWords({ title, description, data }: Thread): Pick<Discussion, 'title' | 'text' | 'links'> {
  return {
    title: readPostTitle(data?.title ?? title),
    ...readPostHtml(data?.question ?? description ?? data?.top_comment),
  };
}

/** `12`, `"1,204"`; others, such as `"|4"`, tell nothing. */
function readCount(written: string | number | null | undefined): number | null {
  if (typeof written === 'number') return Number.isFinite(written) ? written : null;
  const text = (written ?? '').trim().replaceAll(',', '');
  return /^-?\d{1,9}$/.test(text) ? Number(text) : null;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
