import { defineCapability } from './capability.ts';
import type { GuardedRequester } from './fetch.ts';
import type { Sourced } from './source.ts';

/** Pages as a browser shows them, after their scripts have run. */
export interface BrowserSource {
  /**
   * Runs the scripts of a page that was read already. Whatever the page asks for goes through the guard of every fetch.
   *
   * @throws AppError source_failed (no browser answers), source_timeout (the scripts keep the browser busy)
   */
  render(query: RenderQuery, signal: AbortSignal): Promise<Sourced<RenderedPage>>;
}

export interface RenderQuery {
  /** Where the page was in the end, after redirects. */
  readonly url: string;
  /** The page as its server sent it: the browser gets this very text, so that nobody asks the server for it again. */
  readonly html: string;
  /** Of the answer; lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RenderedPage {
  readonly html: string;
  /** Where the scripts of the page led in the end. */
  readonly final_url: string;
  /** Its scripts led to another page, which is the one that is shown. */
  readonly navigated: boolean;
  /** What the page asked for beside itself. */
  readonly requests: number;
  /** Scripts and data that were not delivered, so that text may be missing: with the reason, and an example. */
  readonly missing: readonly MissingFile[];
  /** The page was still at work when its time was over. */
  readonly cut: boolean;
}

export interface MissingFile {
  readonly url: string;
  readonly reason: string;
}

/** The browser itself, for callers that keep their own politeness: crawls. */
export interface PageRenderer {
  /** @throws AppError as `BrowserSource` */
  render(query: RenderQuery, requester: GuardedRequester, signal: AbortSignal): Promise<RenderedPage>;
}

/** The browser as a printer of our own pages. */
export interface PagePrinter {
  /**
   * A PDF of the page as its print styles show it, on A4.
   *
   * @throws AppError as `BrowserSource`
   */
  print(query: RenderQuery, requester: GuardedRequester, signal: AbortSignal): Promise<Uint8Array>;
}

export const capability = defineCapability<BrowserSource>({
  name: 'browser',
  title: 'Pages after their scripts have run',
  ways: [
    'Set SEAMARK_BROWSER_URL to a Chromium that listens for DevTools, such as ws://127.0.0.1:3000 of browserless.',
    'Start a Chromium of your own with --remote-debugging-port=9222, and set SEAMARK_BROWSER_URL=http://127.0.0.1:9222.',
  ],
  methods: { render: { mode: 'first', identity: ({ url }) => url } },
});
