import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { assistants } from './assistants.ts';
import { bingWebmaster } from './bing-webmaster.ts';
import { brave } from './brave.ts';
import { dataforseo } from './dataforseo.ts';
import { hackerNews, stackExchange } from './discussions.ts';
import { embeddings } from './embeddings.ts';
import { googlePlaces, nominatim } from './places.ts';
import { searchConsole } from './search-console.ts';
import { searxng } from './searxng.ts';
import { serpapi } from './serpapi.ts';
import { serper } from './serper.ts';
import type { Misbehaviour, Vendor, VendorAnswer, VendorRequest } from './vendor.ts';

const VENDORS = {
  ...assistants,
  'bing-webmaster': bingWebmaster,
  brave,
  dataforseo,
  embeddings,
  'google-places': googlePlaces,
  'hacker-news': hackerNews,
  nominatim,
  'search-console': searchConsole,
  searxng,
  serpapi,
  serper,
  'stack-exchange': stackExchange,
} as const satisfies Record<string, Vendor>;
export type VendorName = keyof typeof VENDORS;

export interface Providers {
  /** The address of a vendor's API. */
  url(vendor: VendorName): string;
  /** The next answers of a vendor, after `after` good ones. */
  misbehave(order: { vendor: VendorName; with: Misbehaviour; times?: number; after?: number }): void;
  /** Forgets what was asked and ordered. */
  reset(): void;
  readonly requests: readonly VendorRequest[];
  close(): Promise<void>;
}

/** Fakes of other companies' paid APIs: one server on loopback, nothing of which ever runs in the product. */
export async function startProviders(clock: () => Date = () => new Date()): Promise<Providers> {
  const requests: VendorRequest[] = [];
  const asked = new Map<string, number>();
  const orders: { vendor: VendorName; with: Misbehaviour; left: number; after: number }[] = [];

  function nextFault(vendor: VendorName): Misbehaviour | undefined {
    const order = orders.find((one) => one.vendor === vendor && one.left > 0);
    if (order === undefined) return undefined;
    if (order.after > 0) {
      order.after -= 1;
      return undefined;
    }
    order.left -= 1;
    return order.with;
  }

  const server = createServer((incoming, response) => {
    void readRequest(incoming).then((read) => {
      const question = JSON.stringify([read.vendor, read.path, read.body]);
      const nth = asked.get(question) ?? 0;
      asked.set(question, nth + 1);
      const request = { ...read, nth, at: clock() };
      const vendor = vendorNamed(request.vendor);
      if (vendor === undefined) return send(response, { status: 404, body: {} });
      requests.push(request);
      const fault = nextFault(vendor);
      if (fault === 'hang') return undefined;
      if (fault === 'drop') return response.destroy();
      return send(response, answerOf(VENDORS[vendor], request, fault));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;

  return {
    url: (vendor) => `http://127.0.0.1:${port}/${vendor}`,
    misbehave: ({ vendor, with: fault, times = 1, after = 0 }) =>
      void orders.push({ vendor, with: fault, left: times, after }),
    reset() {
      requests.length = 0;
      asked.clear();
      orders.length = 0;
    },
    requests,
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

function answerOf(vendor: Vendor, request: VendorRequest, fault: Misbehaviour | undefined): VendorAnswer {
  const known = fault === undefined ? undefined : (vendor.errors[fault] ?? COMMON[fault]);
  return known === undefined ? vendor.answer(request, fault) : known(request);
}

const COMMON: Vendor['errors'] = {
  html: () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Please wait</title>',
  }),
  broken_json: () => ({ status: 200, body: '{"organic": [' }),
  server_error: () => ({ status: 500, body: 'Internal Server Error' }),
  redirect: () => ({ status: 302, headers: { location: 'https://elsewhere.example/login' }, body: '' }),
};

type UncountedRequest = Omit<VendorRequest, 'nth' | 'at'>;

async function readRequest(incoming: IncomingMessage): Promise<UncountedRequest> {
  const url = new URL(incoming.url ?? '/', 'http://fake.example');
  const [, vendor = '', ...rest] = url.pathname.split('/');
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  const { method = 'GET', headers } = incoming;
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  const body: unknown = isForm
    ? Object.fromEntries(new URLSearchParams(text))
    : text === ''
      ? undefined
      : JSON.parse(text);
  return { vendor, method, path: `/${rest.join('/')}`, query: url.searchParams, headers, body };
}

function vendorNamed(name: string): VendorName | undefined {
  return Object.keys(VENDORS).find((known): known is VendorName => known === name);
}

function send(response: ServerResponse, { status, headers, body }: VendorAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
