import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';

import { openSite } from '../../test/web/site-files.ts';
import { missingSites, SITES, webFolder } from '../../test/web/sites.ts';
import { watLanguages, watOf, watRequest } from './wat.ts';

/** A page to put into the archives. */
interface Page {
  readonly url: string;
  readonly html: Buffer;
}

export interface Made {
  readonly pages: number;
  readonly warc: Size;
  readonly wat: Size;
}

interface Size {
  readonly packed: number;
  readonly unpacked: number;
}

const DATE = '2026-03-01T00:00:00Z';

/** Writes the same pages as WARC and as WAT, one gzip member for each record, as Common Crawl does. */
export async function makeArchives(warcFile: string, watFile: string, pages_max: number, times: number): Promise<Made> {
  const warc = new Archive(warcFile, 'application/warc-fields');
  const wat = new Archive(watFile, 'application/warc-fields');
  let pages = 0;
  for await (const { url, html } of somePages(pages_max)) {
    pages += 1;
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nServer: nginx\r\nContent-Length: ${html.byteLength}\r\n\r\n`;
    const request = `GET ${new URL(url).pathname} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nUser-Agent: CCBot/2.0\r\n\r\n`;
    await warc.add('request', url, 'application/http; msgtype=request', Buffer.from(request));
    await warc.add('response', url, 'application/http; msgtype=response', Buffer.concat([Buffer.from(head), html]));
    await warc.add('metadata', url, 'application/warc-fields', Buffer.from('fetchTimeMs: 123\r\n'));
    for (const json of [watRequest(url, DATE), watOf(url, DATE, html.toString('utf8')), watLanguages(url, DATE)]) {
      await wat.add('metadata', url, 'application/json', Buffer.from(json));
    }
  }
  return {
    pages,
    warc: await repeated(warcFile, await warc.end(), times),
    wat: await repeated(watFile, await wat.end(), times),
  };
}

/** A file of members stays one when it is put behind itself. */
async function repeated(file: string, { packed, unpacked }: Size, times: number): Promise<Size> {
  for (let time = 1; time < times; time += 1) {
    await pipeline(createReadStream(file, { end: packed - 1 }), createWriteStream(file, { flags: 'a' }));
  }
  return { packed: packed * times, unpacked: unpacked * times };
}

class Archive {
  private readonly stream;
  private packed = 0;
  private unpacked = 0;

  constructor(file: string, infoType: string) {
    this.stream = createWriteStream(file);
    this.write(record('warcinfo', undefined, infoType, Buffer.from('software: seamark-bench\r\n')));
  }

  async add(type: string, url: string, contentType: string, payload: Buffer): Promise<void> {
    if (!this.write(record(type, url, contentType, payload))) {
      await new Promise<void>((resolve) => void this.stream.once('drain', resolve));
    }
  }

  async end(): Promise<Size> {
    this.stream.end();
    await finished(this.stream);
    return { packed: this.packed, unpacked: this.unpacked };
  }

  private write(bytes: Buffer): boolean {
    const member = gzipSync(bytes);
    this.packed += member.byteLength;
    this.unpacked += bytes.byteLength;
    return this.stream.write(member);
  }
}

export function record(
  type: string,
  url: string | undefined,
  contentType: string,
  payload: Buffer,
  length?: number,
): Buffer {
  const target = url === undefined ? '' : `WARC-Target-URI: ${url}\r\n`;
  const head =
    `WARC/1.0\r\nWARC-Type: ${type}\r\nWARC-Date: ${DATE}\r\n${target}` +
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\nContent-Type: ${contentType}\r\n` +
    `Content-Length: ${length ?? payload.byteLength}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), payload, Buffer.from('\r\n\r\n')]);
}

/** Pages of the test web, evenly from all of its sites; made ones where it is not unpacked. */
async function* somePages(pages_max: number): AsyncGenerator<Page> {
  const cache = webFolder();
  if (missingSites(cache, SITES) !== undefined) {
    for (let number = 0; number < pages_max; number += 1) yield madePage(number);
    return;
  }
  const all = SITES.flatMap((site) => {
    const files = openSite(cache, site);
    return files.pages.map((path) => ({ files, path, url: `${site.scheme}://${site.host}${path}` }));
  });
  const step = Math.max(1, all.length / pages_max);
  for (let at = 0; at < all.length; at += step) {
    const page = all[Math.floor(at)];
    const found = page?.files.locate(page.path);
    if (page !== undefined && found?.kind === 'file') yield { url: page.url, html: await readFile(found.file) };
  }
}

function madePage(number: number): Page {
  const parts: string[] = [];
  for (let link = 0; link < 200; link += 1) {
    const host = `site-${(number * 31 + link * link * 17) % 5000}.example`;
    parts.push(
      `<p>Some words of paragraph ${link} on page ${number}, <a href="https://${host}/page/${(number * link) % 977}">about topic ${link % 37}</a> and others.</p>`,
    );
  }
  const html = `<!doctype html><html lang="en"><head><title>Page ${number}</title></head><body>${parts.join('\n')}</body></html>`;
  return { url: `https://site-${number % 5000}.example/page/${number}`, html: Buffer.from(html) };
}
