import { pageAddress, URL_LENGTH_MAX } from '../url.ts';

/** Where a discussion stands on the web. */
export interface ThreadAddress {
  readonly platform: 'reddit' | 'x' | 'hacker_news' | 'stack_exchange' | 'forum';
  /** `r/bicycling`, `superuser.com`; null where the address does not name it. */
  readonly forum: string | null;
  readonly url: string;
  /** The same for every spelling of the address. */
  readonly key: string;
  /** Who wrote it, where the address says so. */
  readonly author: string | null;
}

const REDDIT = /^(?:www\.|old\.|new\.|np\.|m\.|i\.|amp\.|[a-z]{2}\.)?reddit\.com$/;
const X = /^(?:www\.|m\.|mobile\.)?(?:x|twitter)\.com$/;
/** vBulletin, phpBB, SMF, MyBB. */
const SCRIPT = /^(?:showthread|viewtopic|thread|topic)(?:\.php)?$/;
const STACK_EXCHANGE =
  /^(?:[a-z-]+\.)*(?:stackexchange\.com|stackoverflow\.com|superuser\.com|serverfault\.com|askubuntu\.com|stackapps\.com|mathoverflow\.net)$/;

/** Parts of paths after which programs for forums name the thread: XenForo, Invision, phpBB, Flarum, Vanilla. */
const BEFORE_THREAD = /^(?:threads?|topics?|discussions?|questions?)$/;

/** Part by part, as addresses can be long and patterns over all of them slow. */
function isThreadPath(path: string): boolean {
  const parts = path.split('/').slice(1);
  const last = parts.at(-1) ?? '';
  if (SCRIPT.test(last)) return true;
  // Discourse.
  if (parts[0] === 't') return parts.length >= 3 && parts.length <= 4 && /^\d{1,12}$/.test(parts[2] ?? '');
  const before = parts.findIndex((part) => BEFORE_THREAD.test(part));
  if (before >= 0) return /\d/.test(parts[before + 1] ?? '') && parts.length <= before + 3;
  // WordPress' bbPress, and vBulletin's own addresses.
  return parts.slice(0, -1).some((part) => /^forums?$/.test(part)) && /\d{3}/.test(last);
}

/** What names the thread in the query of an address; all else there names a page, a post or who clicked. */
const THREAD_PARAMETERS = new Set(['t', 'f', 'tid', 'topic', 'threadid', 'id']);

/**
 * Reads the address of one thread or post. Undefined for what is none: profiles, searches, front pages of forums, and pages
 * whose address no known forum writes.
 *
 * @param isForum whether the host is known to be a forum, whose own pages of text count
 */
export function readThreadAddress(written: string, isForum = false): ThreadAddress | undefined {
  if (written.length > URL_LENGTH_MAX) return undefined;
  const url = URL.parse(written);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  if (REDDIT.test(host)) return readReddit(path);
  if (host === 'redd.it') return readShortReddit(path);
  if (X.test(host)) return readPost(path);
  if (host === 'news.ycombinator.com') return readHackerNews(url, path);
  if (STACK_EXCHANGE.test(host)) return readQuestion(host.replace(/^www\./, ''), path);
  if (host === 'quora.com' || host === 'www.quora.com') return readQuora(path);
  return readForum(url, host, path, isForum);
}

/** The slug after the id is the title and says nothing; a comment of a thread is that thread. */
function readReddit(path: string): ThreadAddress | undefined {
  const [, place, id = ''] =
    /^(?:\/((?:r|u|user)\/[\w-]{1,25}))?\/comments\/([a-z\d]{4,12})(?:\/.*)?$/i.exec(path) ?? [];
  if (id === '') return undefined;
  const forum = place?.replace(/^user\//i, 'u/').toLowerCase() ?? null;
  return redditThread(id.toLowerCase(), forum);
}

function readShortReddit(path: string): ThreadAddress | undefined {
  const [, id] = /^\/([a-z\d]{4,12})$/i.exec(path) ?? [];
  return id === undefined ? undefined : redditThread(id.toLowerCase(), null);
}

/** Posts on a profile are threads as well, and their author is in the address. */
function redditThread(id: string, forum: string | null): ThreadAddress {
  const place = forum === null ? '' : `${forum.replace(/^u\//, 'user/')}/`;
  return {
    platform: 'reddit',
    forum,
    url: `https://www.reddit.com/${place}comments/${id}/`,
    key: `reddit ${id}`,
    author: forum?.startsWith('u/') === true ? forum.slice(2) : null,
  };
}

/** The number alone names the post: whose name stands before it does not matter. */
function readPost(path: string): ThreadAddress | undefined {
  const pattern = /^\/(\w{1,15}|i\/web)\/status(?:es)?\/(\d{5,20})(?:\/(?:photo|video)\/\d+)?$/;
  const [, name, id] = pattern.exec(path) ?? [];
  if (name === undefined || id === undefined) return undefined;
  const author = name === 'i' || name === 'i/web' ? null : name;
  return { platform: 'x', forum: null, url: `https://x.com/${author ?? 'i'}/status/${id}`, key: `x ${id}`, author };
}

function readHackerNews(url: URL, path: string): ThreadAddress | undefined {
  const id = url.searchParams.get('id') ?? '';
  if (path !== '/item' || !/^\d{1,12}$/.test(id)) return undefined;
  const address = `https://news.ycombinator.com/item?id=${id}`;
  return { platform: 'hacker_news', forum: 'news.ycombinator.com', url: address, key: address, author: null };
}

/** An answer of a question is that question. */
function readQuestion(host: string, path: string): ThreadAddress | undefined {
  const [, id] = /^\/(?:questions|q)\/(\d{1,12})(?:\/.*)?$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  const url = `https://${host}/questions/${id}`;
  return { platform: 'stack_exchange', forum: host, url, key: url, author: null };
}

const QUORA_PAGES = /^\/(?:profile|topic|search|spaces|about|q|answer|contact|careers)(?:\/|$)/;

function readQuora(path: string): ThreadAddress | undefined {
  if (QUORA_PAGES.test(path)) return undefined;
  const [, question] = /^\/(?:unanswered\/)?([^/]+-[^/]+)(?:\/answers?\/.*)?$/.exec(path) ?? [];
  if (question === undefined) return undefined;
  const url = `https://www.quora.com/${question}`;
  return { platform: 'forum', forum: 'quora.com', url, key: url, author: null };
}

const FORUM_FRONT =
  /^\/?(?:index\.\w+)?$|\/(?:members?|users?|profile|search|tags?|categor(?:y|ies)|login|register|c|u)(?:\/|\.php|$)/;

const WITHIN_THREAD = /\/(?:page-\d+|post-\d+|latest|unread)$/;
const DISCOURSE_POST = /^(\/t\/[^/]+\/\d+)\/\d+$/;

function readForum(url: URL, host: string, path: string, isForum: boolean): ThreadAddress | undefined {
  if (FORUM_FRONT.test(path)) return undefined;
  const isThread = isThreadPath(path);
  // A single part below a known forum is one of its sections.
  if (!isThread && !(isForum && /^\/[^/]+\/.*\d/.test(path))) return undefined;
  const kept = [...url.searchParams].filter(([name]) => THREAD_PARAMETERS.has(name.toLowerCase()));
  // A script without the parameter that names the thread is the forum's list of threads.
  if (SCRIPT.test(path.slice(path.lastIndexOf('/') + 1)) && kept.length === 0) return undefined;
  const plain = new URL(url.origin);
  plain.pathname = path.replace(WITHIN_THREAD, '').replace(DISCOURSE_POST, '$1');
  for (const [name, value] of kept) plain.searchParams.set(name, value);
  const address = pageAddress(plain.href);
  if (address === undefined) return undefined;
  const forum = host.replace(/^www\./, '');
  return { platform: 'forum', forum, url: address.url, key: `${forum}${address.path_key}`, author: null };
}
