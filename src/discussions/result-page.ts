import type { Discussion, DiscussionPlatform } from '../ports/discussions.ts';
import type { Serp } from '../ports/serp.ts';
import { cleanText } from '../text/normalize.ts';
import { readThreadAddress } from '../web/discussions/thread-address.ts';
import { isWithin, readHost, URL_LENGTH_MAX } from '../web/url.ts';

/** What platforms put around titles on result pages: `Title : r/bicycling`, `Title - Reddit`, `Name on X: "text" / X`. */
const AROUND_TITLE = /\s+(?:[:|/–—-]\s+)(?:r\/\w+|reddit|x|twitter|quora)(?:\s*[-|]\s*reddit)?\s*$/i;
const POST_TITLE = /^.{1,80}? on (?:X|Twitter): ["“](.*?)(?:["”](?:\s*(?:\.\.\.|…))?)?$/;
const TITLE_CHARACTERS_MAX = 300;
const TEXT_CHARACTERS_MAX = 2000;

/**
 * Results of a page that are threads or posts of these platforms. Profiles, searches and front pages of forums are left out.
 *
 * @param forums hosts that are known to be forums
 */
export function readDiscussions(
  serp: Serp,
  platforms: readonly DiscussionPlatform[],
  forums: readonly string[],
): readonly Discussion[] {
  return serp.items.flatMap((item): Discussion[] => {
    const { type, url } = item;
    if (type !== 'organic' || url === null || url.length > URL_LENGTH_MAX) return [];
    const host = readHost(url) ?? '';
    const isForum = forums.some((forum) => isWithin(host, forum));
    const address = readThreadAddress(url, isForum);
    if (address === undefined || !platforms.includes(address.platform)) return [];
    if (address.platform === 'forum' && !isForum) return [];
    const title = readTitle(item.title);
    return [
      {
        source: serp.source,
        platform: address.platform,
        forum: address.forum,
        url: address.url,
        title,
        text: bounded(item.description, TEXT_CHARACTERS_MAX),
        links: [],
        author: address.author,
        published_at: item.published_at,
        score: null,
        replies: null,
        state: null,
        attribution: null,
      },
    ];
  });
}

function readTitle(written: string | null): string | null {
  const title = bounded(written, TITLE_CHARACTERS_MAX)?.replace(AROUND_TITLE, '') ?? '';
  const [, post] = POST_TITLE.exec(title) ?? [];
  const bare = (post ?? title).trim();
  return bare === '' ? null : bare;
}

function bounded(written: string | null, most: number): string | null {
  const text = written === null ? '' : cleanText(written, most);
  return text === '' ? null : text;
}
