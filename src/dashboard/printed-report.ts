import type { FastifyInstance } from 'fastify';

import { AppError } from '../kernel/errors.ts';
import type { GuardedRequester, RawAnswer } from '../ports/fetch.ts';
import type { DashboardParts } from './routes.ts';
import type { SharedReportView } from './views.ts';

/** No browser asks for anything there: what the page wants is answered here, from the files of the app. */
const ORIGIN = 'http://seamark.invalid';
const ASSETS = '/dashboard/assets/';
const PROMPT = ['content-security-policy', 'content-type'] as const;

export const TOO_MANY_PDFS = 'Too many PDF files were asked for.';

/** A report as a PDF: its shared page with nothing but this report in it, printed by the browser that the operator has set up. */
export async function printReport(
  { app, parts: { printer } }: { readonly app: FastifyInstance; readonly parts: DashboardParts },
  view: SharedReportView,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (printer === undefined) {
    throw new AppError('unavailable', 'No browser is set up that makes PDF files.', {
      fix: 'Print the report to a PDF in your own browser, or set SEAMARK_BROWSER_URL.',
    });
  }
  const page = await app.inject({ url: '/dashboard/shared' });
  if (page.statusCode !== 200)
    throw new AppError('unavailable', 'The dashboard is not built.', { fix: 'Run `npm run build:dashboard`.' });
  const query = {
    url: `${ORIGIN}/dashboard/shared`,
    html: withReport(page.payload, view),
    headers: Object.fromEntries(PROMPT.map((name) => [name, page.headers[name] ?? ''])),
  };
  return printer.print(query, filesOf(app), signal);
}

/** As data, which no policy runs; nothing in it ends its element. */
function withReport(html: string, view: SharedReportView): string {
  const data = JSON.stringify(view).replaceAll('<', String.raw`\u003c`);
  return html.replace('</head>', () => `<script type="application/json" id="printed-report">${data}</script></head>`);
}

/** The files of the built app and nothing else of the service, for a page that has everything else in it. */
function filesOf(app: FastifyInstance): GuardedRequester {
  return {
    async get({ url, bytes_max }): Promise<RawAnswer> {
      const { origin, pathname } = new URL(url);
      if (origin !== ORIGIN || !pathname.startsWith(ASSETS))
        throw new AppError('unfetchable_url', 'A printed report asks for nothing but its own files.');
      const { statusCode, headers, rawPayload } = await app.inject({ url: pathname });
      const type = headers['content-type'] ?? '';
      return {
        status: statusCode,
        headers: { 'content-type': type },
        content_type: type.split(';', 1)[0] ?? '',
        body: rawPayload.subarray(0, bytes_max),
        truncated: rawPayload.length > bytes_max,
      };
    },
  };
}
