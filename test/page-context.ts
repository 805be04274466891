import type { RunContext } from '../src/contract/operation.ts';
import { AppError } from '../src/kernel/errors.ts';
import type { RenderedPage, RenderQuery } from '../src/ports/browser.ts';
import type { Task } from '../src/kernel/task.ts';

/** What a page of a test answers: its body, or a whole answer. */
export type TestPage =
  | string
  | { readonly status?: number; readonly type?: string; readonly body: string | Uint8Array };

/** As a test's browser shows pages; without one, none is connected. */
export type TestBrowser = (query: RenderQuery) => RenderedPage;

/** A context whose pages are those of a list; any other address cannot be read. */
export function contextWithPages(pages: Readonly<Record<string, TestPage>>, show?: TestBrowser): RunContext {
  const answer = (url: string) => {
    const page = Object.hasOwn(pages, url) ? pages[url] : undefined;
    if (page === undefined) throw new AppError('unfetchable_url', `There is no ${url}.`);
    const { status = 200, type = 'text/html', body } = typeof page === 'string' ? { body: page } : page;
    return { url, final_url: url, status, redirects: [], content_type: type, body };
  };
  const fetch = {
    async page({ url }: { url: string }) {
      const { body, ...head } = answer(url);
      const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
      return { ...head, headers: {}, text, charset: 'utf-8', bytes: text.length, duration_ms: 1 };
    },
    async file({ url, bytes_max }: { url: string; bytes_max: number }) {
      const { body, ...head } = answer(url);
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
      const isRead = head.status < 300;
      return { ...head, body: isRead ? bytes.subarray(0, bytes_max) : undefined, truncated: bytes.length > bytes_max };
    },
    robots: async () => ({ allowed: true, status: 404, matched_line: null }),
  };
  const browser = {
    async render(query: RenderQuery) {
      if (show === undefined) throw new AppError('source_not_configured', 'No browser is connected.');
      return show(query);
    },
  };
  const context: RunContext = Object.assign(Object.create(null), {
    compute: async <Input, Output>(task: Task<Input, Output>, input: Input) => task.run(structuredClone(input)),
    ports: { fetch, browser, sites: { crawled: () => Promise.resolve(null) } },
    now: new Date('2026-01-15T12:00:00Z'),
    signal: new AbortController().signal,
    report: () => undefined,
    locate: () => Promise.resolve(null),
    brand: () => Promise.resolve(null),
  });
  return context;
}
