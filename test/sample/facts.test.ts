import { get } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

import { describe, expect, it } from 'vitest';

import { addressOf } from '../web/count-address.ts';
import { linksOf } from '../web/count-links.ts';
import { BROKEN, LINKS, PAGES, REDIRECTED, REFERRERS, SPECIAL } from './facts.ts';
import { SAMPLE_SITES, sampleAnswer, startSampleWeb } from './server.ts';

const ROOT = new URL('http://localhost/');

function keyOf(url: string): string {
  return addressOf(url, ROOT)?.key ?? url;
}

function answerAt(url: string): ReturnType<typeof sampleAnswer> {
  const { hostname, pathname, search } = new URL(url);
  return sampleAnswer(hostname, pathname + search);
}

/** `fetch` would not send a Host of our choice. */
async function ask(port: number, host: string, path: string): Promise<{ headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path, headers: { host }, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () => resolve({ headers: response.headers, body }));
    });
    request.on('error', reject);
  });
}

/** Links to other hosts as the pages really have them. */
const read = Object.entries(PAGES).flatMap(([host, paths]) =>
  paths.flatMap((path) => {
    const url = new URL(`http://${host}${path}`);
    const body = Buffer.from(answerAt(url.href)?.body ?? '');
    const outside = linksOf(body, 'utf-8', url).links.filter((link) => link.target.host !== host);
    return outside.map((link) => ({ from: url.href, ...link }));
  }),
);

describe('the facts of the sample web', () => {
  it('name every link between its sites, and no other', () => {
    const seen = read.map((link) => [link.from, link.target.key, link.type, link.anchor, link.alt, link.count]);
    const told = LINKS.map((link) => [link.from, keyOf(link.to), link.type, link.anchor, link.alt, link.count]);
    expect(seen.map((row) => row.join(' | ')).sort()).toEqual(told.map((row) => row.join(' | ')).sort());
  });

  it('tell which links are followed', () => {
    const seen = read.filter((link) => link.nofollow).map((link) => `${link.from} ${link.target.key} ${link.anchor}`);
    const told = LINKS.filter((link) => link.rel.length > 0).map(
      (link) => `${link.from} ${keyOf(link.to)} ${link.anchor}`,
    );
    expect(seen.sort()).toEqual(told.sort());
  });

  it('have the right sums', () => {
    for (const [host, sums] of Object.entries(REFERRERS)) {
      const links = read.filter((link) => link.target.host === host);
      expect({
        backlinks: links.length,
        pages: new Set(links.map((link) => link.from)).size,
        domains: new Set(links.map((link) => new URL(link.from).hostname)).size,
      }).toEqual(sums);
    }
  });

  it('list pages that exist, and leave out only those that robots.txt closes', () => {
    const listed = Object.entries(PAGES).flatMap(([host, paths]) => paths.map((path) => `http://${host}${path}`));
    const served = SAMPLE_SITES.flatMap((site) => site.pages.map((page) => `http://${site.host}${page.path}`));
    expect([...listed, ...SPECIAL.closed_by_robots].sort()).toEqual(served.sort());
  });

  it('know what is broken and what redirects', () => {
    for (const [url, links] of Object.entries(BROKEN)) {
      expect(answerAt(url)?.status).toBe(404);
      expect(read.filter((link) => link.target.key === keyOf(url))).toHaveLength(links);
    }
    for (const [url, end] of Object.entries(REDIRECTED)) {
      let at = url;
      for (let hop = 0; hop < 5 && answerAt(at)?.status !== 200; hop++) {
        at = new URL(answerAt(at)?.headers['location'] ?? '', at).href;
      }
      expect(at).toBe(end);
    }
  });

  it('hold for the served pages, whose answers never change', async () => {
    const web = await startSampleWeb();
    const first = await ask(web.port, 'chainring.example', '/about');
    expect(first.body).toContain('<h1>Who we are and how we test</h1>');
    expect(first.headers).not.toHaveProperty('date');
    expect(await ask(web.port, 'chainring.example', '/about')).toEqual(first);
    await web.close();
  });
});
