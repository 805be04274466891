import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';

import { PostgresDashboardUsers } from '../../src/adapters/postgres/dashboard-users.ts';
import { openAccounts } from '../../src/compose/accounts.ts';
import { hashPassword } from '../../src/dashboard/password.ts';
import { hashOf, newToken } from '../../src/dashboard/tokens.ts';
import { Closing } from '../../src/kernel/closing.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { SERPER_KEY } from '../providers/serper.ts';
import { openTestService, type TestService } from '../service.ts';
import { TEST_OPERATIONS } from '../test-operations.ts';
import { openBrowser } from './browser.ts';
import { buildApp } from './build-app.ts';

export const EMAIL = 'ops@example.com';
export const PASSWORD = 'correct horse battery';

/** A whole service with its dashboard, a browser, and a server that webhooks can be sent to. */
export interface Walk {
  readonly service: TestService;
  readonly users: PostgresDashboardUsers;
  readonly receiver: Receiver;
  /** Stand in for the companies that sell result pages. */
  readonly providers: Providers;
  /** A page of somebody who is logged in. */
  enter(path: string): Promise<Page>;
  /** A page of somebody who is not. */
  visit(url: string): Promise<Page>;
  /** Lets go of a page, as if it were closed; answers what the browser complained of meanwhile. */
  leave(page: Page): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Receiver {
  readonly url: string;
  readonly received: readonly { readonly headers: IncomingHttpHeaders; readonly body: string }[];
}

export async function openWalk(): Promise<Walk> {
  const closing = new Closing();
  try {
    await buildApp();
    const receiver = await startReceiver(closing);
    const shop = await startShop(closing);
    const providers = closing.add(await startProviders());
    const service = closing.add(
      await openTestService({
        operations: TEST_OPERATIONS,
        environment: {
          SEAMARK_ALLOW_NETWORKS: '127.0.0.0/8',
          SEAMARK_ALLOW_PORTS: new URL(receiver.url).port,
          SEAMARK_RESOLVE: `${SHOP}:80:127.0.0.1:${shop},${SHOP}:443:127.0.0.1:${shop}`,
          SEAMARK_SERPER_KEY: SERPER_KEY,
          SEAMARK_SERPER_URL: providers.url('serper'),
          SEAMARK_SERPER_USD_PER_DAY: '1000',
        },
      }),
    );
    const accounts = closing.add(await openAccounts(service.config));
    const users = new PostgresDashboardUsers(accounts.database);
    const browser = await openBrowser();
    closing.defer(() => browser.close());
    const pages = new Pages(browser);
    const password = await hashPassword(PASSWORD);
    return {
      service,
      users,
      receiver,
      providers,
      visit: (url) => pages.open(url, undefined),
      leave: (page) => pages.leave(page),
      enter: async (path) => {
        const known = await users.findByEmail(EMAIL);
        const user = known ?? (await users.create({ email: EMAIL, password }));
        const token = newToken();
        await users.openSession(user.id, hashOf(token), new Date(Date.now() + 86_400_000));
        return pages.open(`${service.base}/dashboard${path}`, token);
      },
      close: () => closing.close(),
    };
  } catch (thrown) {
    await closing.close();
    throw thrown;
  }
}

async function startReceiver(closing: Closing): Promise<Receiver> {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(request.url === '/broken' ? 500 : 204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const at = server.address();
  return { url: `http://127.0.0.1:${isAddress(at) ? at.port : 0}/hooks`, received };
}

/** A small site to crawl, with a title that two of its pages share and a link to a page that is gone. */
export const SHOP = 'corner-shop.example';

const SHOP_PAGES: Readonly<Record<string, string>> = {
  '/': shopPage(
    'Corner Shop',
    '<p>Bread, tea and screws.</p><a href="/tea">Tea</a> <a href="/bread">Bread</a> <a href="/gone">Gone</a>',
  ),
  '/tea': shopPage('Food of the Corner Shop', '<p>Green tea and black tea in tins.</p><a href="/">Home</a>'),
  '/bread': shopPage('Food of the Corner Shop', '<p>Rye bread, baked each morning.</p><a href="/">Home</a>'),
};

function shopPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`;
}

async function startShop(closing: Closing): Promise<number> {
  const server = createServer((request, response) => {
    const html = SHOP_PAGES[request.url ?? ''];
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html ?? 'Not here.');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const at = server.address();
  return isAddress(at) ? at.port : 0;
}

function isAddress(at: string | AddressInfo | null): at is AddressInfo {
  return typeof at === 'object' && at !== null;
}

/**
 * Pages of a browser, each with cookies, storage and complaints of its own. One that was left is shown to the next as if it were
 * new: with a process of its own for each, the browser would compile the dashboard anew, which takes longer than to draw it.
 */
class Pages {
  readonly #browser: Browser;
  readonly #complaints = new WeakMap<Page, string[]>();
  readonly #left: Page[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open(url: string, token: string | undefined): Promise<Page> {
    const page = this.#left.pop() ?? (await this.#make());
    this.#complaints.set(page, []);
    if (token !== undefined) {
      const { hostname } = new URL(url);
      const cookie = { name: 'seamark_session', value: token, domain: hostname, path: '/dashboard' };
      await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
    }
    await page.goto(url);
    return page;
  }

  async leave(page: Page): Promise<readonly string[]> {
    try {
      await clean(page);
      this.#left.push(page);
    } catch {
      // A page that goes somewhere else at this very moment is of no use to the next.
      await page.context().close();
    }
    return this.#complaints.get(page) ?? [];
  }

  async #make(): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: WINDOW, colorScheme: 'light' });
    context.setDefaultTimeout(WAIT_MS_MAX);
    const page = await context.newPage();
    const complain = (text: string): void => void this.#complaints.get(page)?.push(text);
    page.on('pageerror', (error) => complain(error.message));
    page.on('console', (message) => {
      // A refused request is something that tests ask for; a blocked script or style is not.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complain(message.text());
    });
    return page;
  }
}

/** Makes a page like a new one. What it shows meanwhile runs no script, so nothing is stored once all is cleared. */
async function clean(page: Page): Promise<void> {
  await page.goto(new URL('/healthz', page.url()).href);
  await page.evaluate('localStorage.clear(); sessionStorage.clear();');
  await page.context().clearCookies();
  await page.setViewportSize(WINDOW);
  await page.emulateMedia({ media: null, colorScheme: 'light' });
  page.context().setDefaultTimeout(WAIT_MS_MAX);
}

const WINDOW = { width: 1280, height: 800 };
const WAIT_MS_MAX = 60_000;

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** Minified, which a page reads in two thirds of the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe finds wrong with the page as it is, each as one line; by all of its rules, or by some. */
export async function axe(page: Page, rules?: readonly string[]): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE);
  // Writing down what is in order takes as long as to find what is not.
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) };
  const found: unknown = await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then((results) => results.violations)`,
  );
  return Violations.parse(found).flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
}

/** Says by how many pixels the page is wider than the window, if it is. */
export async function overflow(page: Page): Promise<string[]> {
  const pixels = z
    .number()
    .parse(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'));
  return pixels > 0 ? [`${pixels} pixels wider than the window`] : [];
}
