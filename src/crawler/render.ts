import { AppError, messageOf } from '../kernel/errors.ts';
import type { RenderedPage } from '../ports/browser.ts';
import type { GuardedRequester, RawAnswer, RawRequest } from '../ports/fetch.ts';
import type { RenderFact } from '../ports/index.ts';
import { decodeBody } from '../web/charset.ts';
import { pageAddress, type PageAddress } from '../web/url.ts';
import type { Host } from './host.ts';
import type { Hosts } from './hosts.ts';
import { type FollowUp, followUpOf, type ParsedPage } from './parse.ts';
import type { Problems } from './problems.ts';
import type { RobotsAccess, RobotsGate } from './robots-gate.ts';
import { inScope, type Scope } from './scope.ts';
import type { AddressedRequest, CrawlParts, CrawlSettings } from './settings.ts';

/** A page that was read, before anybody knows whether its scripts matter. */
export interface RawPage {
  readonly end: PageAddress;
  /** Links from a seed. */
  readonly depth: number;
  readonly answer: RawAnswer;
  readonly bytes: Uint8Array;
  readonly parsed: ParsedPage;
}

/** What of a run rendering takes part in. */
export interface RenderingRun {
  readonly settings: Pick<CrawlSettings, 'render'>;
  readonly parts: Pick<CrawlParts, 'browser' | 'requester'>;
  readonly scope: Scope;
  readonly problems: Problems;
  readonly hosts: Hosts;
  readonly robots: RobotsGate;
  bytes: number;
  mayRead(access: RobotsAccess, url: string): boolean;
  addressed(url: string, headers: Readonly<Record<string, string>>): AddressedRequest;
  turn(host: Host, signal: AbortSignal): Promise<void>;
  offer(pages: readonly FollowUp[], depth: number): void;
}

/** What the browser showed, read as the page itself was. */
export interface RenderedRead {
  readonly parsed: ParsedPage;
  readonly render: RenderFact;
}

type Parse = (bytes: Uint8Array) => Promise<ParsedPage>;

/** A browser that is away is not asked for every page of a crawl. */
const FAILURES_MAX = 3;
const TEMPLATES_MAX = 10_000;

/**
 * Decides which pages of a run are shown to a browser, and does it. With `auto` that is every page without text in its source;
 * of the others one page of each template first, and the rest of a template only where scripts change what its page says.
 */
export class PageRenders {
  private readonly run: RenderingRun;
  private readonly requester: GuardedRequester;
  /** By template: whether its pages are worth a browser. */
  private readonly samples = new Map<string, Promise<boolean>>();
  private failures = 0;

  constructor(run: RenderingRun) {
    this.run = run;
    this.requester = new CrawlRequests(run);
  }

  /** Undefined where the page stays as its server sent it. */
  async read(raw: RawPage, parse: Parse, signal: AbortSignal): Promise<RenderedRead | undefined> {
    const { render = 'none' } = this.run.settings;
    const { answer, parsed, end } = raw;
    if (render === 'none' || answer.status !== 200 || answer.truncated || parsed.document === undefined)
      return undefined;
    if (this.run.parts.browser === undefined) {
      this.run.problems.add('no_browser', end.url);
      return undefined;
    }
    if (render === 'always' || parsed.checks?.script_shell === true) return this.show(raw, parse, signal);
    return this.sample(raw, parse, signal);
  }

  private async sample(raw: RawPage, parse: Parse, signal: AbortSignal): Promise<RenderedRead | undefined> {
    const template = templateOf(raw.end);
    const known = this.samples.get(template);
    if (known !== undefined) return (await known) ? this.show(raw, parse, signal) : undefined;
    if (this.samples.size >= TEMPLATES_MAX) return undefined;
    const first = this.show(raw, parse, signal);
    const verdict = first.then(
      (read) => read !== undefined && changesPage(raw.parsed, read),
      () => false,
    );
    this.samples.set(template, verdict);
    const read = await first;
    // Nothing is known of the template as long as no page of it was shown.
    if (read === undefined) this.samples.delete(template);
    return (await verdict) ? read : undefined;
  }

  private async show(raw: RawPage, parse: Parse, signal: AbortSignal): Promise<RenderedRead | undefined> {
    const { run } = this;
    const { url } = raw.end;
    const shown = await this.ask(raw, signal);
    if (shown === undefined) return undefined;
    if (shown.missing.length > 0) run.problems.add('script_files_missing', `${url}: ${shown.missing[0]?.url ?? ''}`);
    if (shown.navigated) {
      run.problems.add('script_redirect', `${url}: ${shown.final_url}`);
      const address = pageAddress(shown.final_url);
      if (address !== undefined && inScope(run.scope, address)) run.offer([followUpOf(address)], raw.depth);
      return undefined;
    }
    const parsed = await parse(new TextEncoder().encode(shown.html));
    const { document } = parsed;
    if (document === undefined) return undefined;
    return { parsed, render: renderFactOf(raw.parsed, parsed) };
  }

  private async ask({ end, answer, bytes }: RawPage, signal: AbortSignal): Promise<RenderedPage | undefined> {
    const { browser } = this.run.parts;
    if (browser === undefined || this.failures >= FAILURES_MAX) return undefined;
    const { text } = decodeBody(bytes, answer.headers['content-type'] ?? '');
    try {
      const query = { url: end.url, html: text, headers: answer.headers };
      const shown = await browser.render(query, this.requester, signal);
      this.failures = 0;
      return shown;
    } catch (error) {
      if (signal.aborted) throw error;
      // A page whose scripts never end says nothing of the browser.
      if (error instanceof AppError && error.code === 'source_failed') this.failures += 1;
      this.run.problems.add('not_rendered', `${end.url}: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/** Pages of one folder and one set of parameters, whose scripts are the same. */
function templateOf({ url }: PageAddress): string {
  const { host, pathname, searchParams } = new URL(url);
  const segments = pathname.split('/').map((segment) => segment.replaceAll(/\d+|[\da-f]{12,}/gi, '#'));
  const last = segments.pop();
  const names = [...new Set(searchParams.keys())].toSorted().join('&');
  return `${host}${segments.join('/')}/${last === '' ? '' : '*'}?${names}`;
}

/** As much more as a page that says something else. */
const WORDS_FACTOR = 2;
const LINKS_FACTOR = 1.3;

function changesPage(raw: ParsedPage, { parsed, render }: RenderedRead): boolean {
  const [before, after] = [raw.document, parsed.document];
  if (before === undefined || after === undefined) return false;
  return (
    after.word_count >= WORDS_FACTOR * Math.max(1, before.word_count) ||
    render.links > LINKS_FACTOR * render.raw_links ||
    before.noindex !== after.noindex ||
    before.canonical_url !== after.canonical_url ||
    before.title !== after.title
  );
}

function renderFactOf(raw: ParsedPage, rendered: ParsedPage): RenderFact {
  const { document } = raw;
  const before = new Set(raw.follow.map(({ key }) => key));
  return {
    raw_title: document?.title ?? '',
    raw_canonical_url: document?.canonical_url ?? '',
    raw_noindex: document?.noindex ?? false,
    raw_words: document?.word_count ?? 0,
    raw_links: raw.follow.length,
    links: rendered.follow.length,
    added_links: rendered.follow.filter(({ key }) => !before.has(key)).length,
  };
}

const CACHED_BYTES_MAX = 32 * 1024 * 1024;
const CACHED_FILE_MAX = 4 * 1024 * 1024;
const KEPT_TYPES = /^(?:text|application)\/(?:x-)?(?:javascript|ecmascript|css)$/;

/**
 * What pages ask for while they are shown: under the robots.txt of its host and in the host's turn, as every request of the
 * crawl. Scripts and style sheets are asked for once.
 */
class CrawlRequests implements GuardedRequester {
  private readonly run: RenderingRun;
  private readonly kept = new Map<string, RawAnswer>();
  private bytes = 0;

  constructor(run: RenderingRun) {
    this.run = run;
  }

  async get(request: RawRequest, signal: AbortSignal): Promise<RawAnswer> {
    const known = this.kept.get(request.url);
    if (known !== undefined) return known;
    const answer = await this.ask(request, signal);
    const size = answer.body?.byteLength ?? 0;
    const isFile = answer.status === 200 && !answer.truncated && KEPT_TYPES.test(answer.content_type);
    if (isFile && size <= CACHED_FILE_MAX && this.bytes + size <= CACHED_BYTES_MAX) {
      this.bytes += size;
      this.kept.set(request.url, answer);
    }
    return answer;
  }

  private async ask(request: RawRequest, signal: AbortSignal): Promise<RawAnswer> {
    const { run } = this;
    const address = pageAddress(request.url);
    if (address === undefined) throw new AppError('unfetchable_url', 'The address is not a URL of the web.');
    const host = run.hosts.get(address.host_key);
    const access = await run.robots.rules(request.url, host, signal, false);
    if (!run.mayRead(access, request.url)) {
      const why =
        access.kind === 'rules' ? 'robots.txt does not allow it.' : 'robots.txt of its host could not be read.';
      throw new AppError('unfetchable_url', why);
    }
    await run.turn(host, signal);
    const answer = await run.parts.requester.get(
      { ...request, ...run.addressed(request.url, request.headers) },
      signal,
    );
    run.bytes += answer.body?.byteLength ?? 0;
    return answer;
  }
}
