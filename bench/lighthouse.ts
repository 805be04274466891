import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { technicalQa, type TechnicalQaReport } from '../src/operations/content/technical-qa/technical-qa.ts';
import { type MarkedPage, readMarkedPages } from './extract-pages.ts';

/**
 * The SEO audits of Lighthouse beside our checks of the same matters, on the same pages.
 *
 *     npm install --prefix bench
 *     npm exec -- node bench/lighthouse.ts --pages DIR [--every N] [--only ID] [--chromium FILE]
 *
 * The pages are served on this machine and the browser resolves no other name. It runs the scripts of a page and reads what
 * they make of it; we read the source. Every disagreement is printed with what each side found.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    every: { type: 'string', default: '1' },
    only: { type: 'string' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
});
if (values.pages === undefined) throw new Error('Say where the pages are: --pages DIR');

/** Which of our checks judge what an audit judges. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  'document-title': ['title.missing'],
  'meta-description': ['meta.missing'],
  'http-status-code': ['index.status'],
  'is-crawlable': ['index.noindex-meta', 'index.noindex-header', 'index.robots-blocked', 'index.unavailable-after'],
  'robots-txt': ['robots.unavailable', 'robots.valid'],
  'link-text': ['link.text'],
  'crawlable-anchors': ['link.uncrawlable'],
  'image-alt': ['img.alt-missing'],
  hreflang: ['hreflang.code', 'hreflang.relative'],
  canonical: [
    'canonical.multiple',
    'canonical.invalid',
    'canonical.relative',
    'canonical.root',
    'canonical.header-mismatch',
    'canonical.outside-head',
    'hreflang.canonical-conflict',
  ],
};

const Audit = z.object({
  score: z.number().nullable(),
  scoreDisplayMode: z.string(),
  explanation: z.string().optional(),
  details: z.object({ items: z.array(z.unknown()).optional() }).optional(),
});
const Result = z.object({
  lhr: z.object({
    lighthouseVersion: z.string(),
    audits: z.record(z.string(), Audit),
    runtimeError: z.object({ message: z.string() }).optional(),
  }),
});
type Audits = z.infer<typeof Result>['lhr']['audits'];

interface Browser {
  readonly port: number;
  audit(url: string): Promise<z.infer<typeof Result>['lhr']>;
  close(): void;
}

const INSTALL = 'Lighthouse is not installed: npm install --prefix bench';

/** The packages are those of the benches, which the project itself neither has nor needs. */
async function startBrowser(chromium: string): Promise<Browser> {
  const Lighthouse = z.object({
    default: z.function({ input: [z.string(), z.unknown()], output: z.promise(z.unknown()) }),
  });
  const Launcher = z.object({
    launch: z.function({
      input: [z.unknown()],
      output: z.promise(z.object({ port: z.number(), kill: z.function({ input: [], output: z.unknown() }) })),
    }),
  });
  const { default: lighthouse } = Lighthouse.parse(await import(packageName('lighthouse')).catch(missing));
  const { launch } = Launcher.parse(await import(packageName('chrome-launcher')).catch(missing));
  if (!existsSync(chromium)) throw new Error(`There is no ${chromium}: say where Chromium is with --chromium FILE`);
  const chromeFlags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  ];
  const chrome = await launch({ chromePath: chromium, chromeFlags });
  const options = {
    port: chrome.port,
    onlyCategories: ['seo'],
    output: 'json',
    logLevel: 'error',
    maxWaitForLoad: 8000,
    maxWaitForFcp: 7000,
    throttlingMethod: 'provided',
    disableStorageReset: true,
  };
  return {
    port: chrome.port,
    audit: async (url) => Result.parse(await lighthouse(url, options)).lhr,
    close: () => void chrome.kill(),
  };
}

/** Not known to the compiler, so that the project compiles without it. */
function packageName(name: string): string {
  return name;
}

function missing(): never {
  throw new Error(INSTALL);
}

/** Serves the pages under their ids. @returns where, and how to end it */
async function servePages(pages: readonly MarkedPage[]): Promise<{ origin: string; close(): void }> {
  const byPath = new Map(pages.map((page) => [`/${encodeURIComponent(page.id)}`, page.html]));
  const server = createServer((request, response) => {
    const html = byPath.get(request.url ?? '');
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(html ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${address.port}`, close };
}

function ourReport(page: MarkedPage, url: string): TechnicalQaReport {
  return technicalQa.run({
    html: page.html,
    page_type: 'auto',
    today: new Date().toISOString().slice(0, 10),
    url: {
      url,
      final_url: url,
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      redirects: [],
      content_type: 'text/html',
      bytes: Buffer.byteLength(page.html),
      robots: { allowed: true, status: 404, matched_line: null },
      canonical_target: null,
    },
  });
}

interface Tally {
  both_fault: number;
  lighthouse_only: number;
  ours_only: number;
  neither: number;
}

const tallies: Record<string, Tally> = {};

function compare(page: MarkedPage, audits: Audits, report: TechnicalQaReport): void {
  for (const [name, ids] of Object.entries(CHECKS)) {
    const audit = audits[name];
    if (audit === undefined || audit.scoreDisplayMode === 'error') continue;
    const tally = (tallies[name] ??= { both_fault: 0, lighthouse_only: 0, ours_only: 0, neither: 0 });
    const checks = report.checks.filter(({ id }) => ids.includes(id));
    const open = checks.filter(({ status }) => status === 'fail' || status === 'warn');
    const found = verdictOf(audit.score === 0, open.length > 0);
    tally[found] += 1;
    if (found === 'lighthouse_only') printTheirs(`${name} on ${page.id}`, audit, checks);
    if (found === 'ours_only') printOurs(`${name} on ${page.id}`, open);
  }
}

function verdictOf(theirs: boolean, ours: boolean): keyof Tally {
  if (theirs) return ours ? 'both_fault' : 'lighthouse_only';
  return ours ? 'ours_only' : 'neither';
}

function printTheirs(what: string, audit: Audits[string], checks: TechnicalQaReport['checks']): void {
  console.log(`Lighthouse only: ${what}. ${audit.explanation ?? ''}`);
  for (const item of audit.details?.items?.slice(0, 3) ?? []) console.log(`    ${snippetOf(item)}`);
  for (const check of checks) console.log(`    ours: ${check.id} ${check.status}, ${check.found}`);
}

function printOurs(what: string, checks: TechnicalQaReport['checks']): void {
  console.log(`Ours only: ${what}.`);
  for (const check of checks) {
    console.log(`    ${check.id} ${check.status}, ${check.found}`);
    for (const { element } of check.evidence.slice(0, 3)) console.log(`    ${element}`);
  }
}

function snippetOf(item: unknown): string {
  const text = JSON.stringify(item);
  return (/"snippet":("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? text).slice(0, 300);
}

const every = Math.max(1, Number(values.every));
const pages = readMarkedPages(values.pages).filter((page, at) =>
  values.only === undefined ? at % every === 0 : page.id === values.only,
);
const browser = await startBrowser(values.chromium);
const site = await servePages(pages);
let version = '';
let unread = 0;
try {
  for (const page of pages) {
    const url = `${site.origin}/${encodeURIComponent(page.id)}`;
    const lhr = await browser.audit(url).catch((error: unknown) => ({ error: String(error) }));
    if ('error' in lhr || lhr.runtimeError !== undefined) {
      unread += 1;
      console.log(
        `Not read by Lighthouse: ${page.id}. ${'error' in lhr ? lhr.error : (lhr.runtimeError?.message ?? '')}`,
      );
      continue;
    }
    version = lhr.lighthouseVersion;
    compare(page, lhr.audits, ourReport(page, url));
  }
} finally {
  browser.close();
  site.close();
}
console.log(`Lighthouse ${version}, ${pages.length - unread} pages, ${unread} not read`);
console.table(tallies);
