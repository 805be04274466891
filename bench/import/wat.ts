import { Parser } from 'htmlparser2';

/**
 * What Common Crawl's extraction writes of a page, in the shape of its WAT files: made here so that there is something to
 * import without fetching from them. Links come at their end tags with their text cut at 128 characters, as there.
 */
export function watOf(url: string, date: string, html: string): string {
  const seen = extract(html);
  return JSON.stringify({
    Container: {
      Filename: 'CC-MAIN-20260301000000-20260301030000-00000.warc.gz',
      Compressed: true,
      Offset: '12345678',
      'Gzip-Metadata': {
        'Deflate-Length': '12345',
        'Header-Length': '10',
        'Footer-Length': '8',
        'Inflated-CRC': '-123',
        'Inflated-Length': String(html.length),
      },
    },
    Envelope: {
      Format: 'WARC/1.0',
      'WARC-Header-Length': '620',
      'WARC-Header-Metadata': { ...warcHeader(url, date, 'response'), 'Content-Length': String(html.length) },
      'Payload-Metadata': {
        'Actual-Content-Type': 'application/http; msgtype=response',
        'HTTP-Response-Metadata': {
          'Response-Message': { Version: 'HTTP/1.1', Status: '200', Reason: 'OK' },
          'Headers-Length': '420',
          Headers: {
            Date: 'Sun, 01 Mar 2026 00:00:00 GMT',
            Server: 'nginx',
            'Content-Type': 'text/html',
            Vary: 'Accept-Encoding',
            'X-Crawler-Content-Encoding': 'gzip',
          },
          'HTML-Metadata': { Head: seen.head, Links: seen.links },
          'Entity-Length': String(html.length),
          'Entity-Digest': 'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ',
          'Entity-Trailing-Slop-Length': '0',
        },
        'Actual-Content-Length': String(html.length + 420),
        'Block-Digest': 'sha1:IE7NEN3QEJHUCYRRGVMHDDW3BEHFRQ6V',
      },
    },
  });
}

/** The record of the request, which stands before each answer and says nothing of the page. */
export function watRequest(url: string, date: string): string {
  return JSON.stringify({
    Container: {
      Filename: 'CC-MAIN-20260301000000-20260301030000-00000.warc.gz',
      Compressed: true,
      Offset: '12345000',
    },
    Envelope: {
      Format: 'WARC/1.0',
      'WARC-Header-Metadata': warcHeader(url, date, 'request'),
      'Payload-Metadata': {
        'Actual-Content-Type': 'application/http; msgtype=request',
        'HTTP-Request-Metadata': {
          'Request-Message': { Method: 'GET', Path: new URL(url).pathname, Version: 'HTTP/1.1' },
          Headers: { 'User-Agent': 'CCBot/2.0', Accept: 'text/html', Host: new URL(url).host },
        },
      },
    },
  });
}

/** The record of the languages, which stands behind each answer. */
export function watLanguages(url: string, date: string): string {
  const value = {
    reliable: true,
    'text-bytes': 3080,
    languages: [{ code: 'en', 'code-iso-639-3': 'eng', 'text-covered': 0.99, score: 1335, name: 'ENGLISH' }],
  };
  return JSON.stringify({
    Container: {
      Filename: 'CC-MAIN-20260301000000-20260301030000-00000.warc.gz',
      Compressed: true,
      Offset: '12399999',
    },
    Envelope: {
      Format: 'WARC/1.0',
      'WARC-Header-Metadata': warcHeader(url, date, 'metadata'),
      'Payload-Metadata': {
        'Actual-Content-Type': 'application/warc-fields',
        'WARC-Metadata-Metadata': {
          'Metadata-Records': [
            { Name: 'fetchTimeMs', Value: '123' },
            { Name: 'languages-cld2', Value: JSON.stringify(value) },
          ],
        },
      },
    },
  });
}

function warcHeader(url: string, date: string, type: string): Record<string, string> {
  return {
    'WARC-Type': type,
    'WARC-Date': date,
    'WARC-Record-ID': '<urn:uuid:3d3f4785-c69a-4f8c-968c-d23302c55ef4>',
    'WARC-Warcinfo-ID': '<urn:uuid:668d88fc-4208-41fc-b327-1aa6cb783331>',
    'WARC-Concurrent-To': '<urn:uuid:292f457d-203c-42f2-a1b5-69a4dabefd4f>',
    'WARC-IP-Address': '208.80.154.224',
    'WARC-Target-URI': url,
    'WARC-Payload-Digest': 'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ',
    'WARC-Identified-Payload-Type': 'text/html',
  };
}

type Fields = Record<string, string>;

interface Seen {
  readonly head: { Title?: string; readonly Metas: Fields[]; readonly Link: Fields[]; readonly Scripts: Fields[] };
  readonly links: Fields[];
}

const LISTS = { meta: ['name', 'rel', 'content', 'http-equiv', 'property'], a: ['title', 'rel', 'target'] } as const;

function extract(html: string): Seen {
  const seen: Seen = { head: { Metas: [], Link: [], Scripts: [] }, links: [] };
  let open: Fields | undefined;
  let title: string | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      const href = attributes['href'] ?? attributes['src'];
      if (name === 'meta') seen.head.Metas.push(picked(attributes, LISTS.meta));
      else if (name === 'title') title = '';
      else if (name === 'a' && href !== undefined)
        open = { path: 'A@/href', url: href, ...picked(attributes, LISTS.a), text: '' };
      else if (name === 'link' && href !== undefined)
        seen.head.Link.push({ path: 'LINK@/href', url: href, ...picked(attributes, ['rel', 'type']) });
      else if (name === 'script' && href !== undefined)
        seen.head.Scripts.push({ path: 'SCRIPT@/src', url: href, ...picked(attributes, ['type']) });
      else if (name === 'img' && href !== undefined)
        seen.links.push({ path: 'IMG@/src', url: href, ...picked(attributes, ['alt']) });
    },
    ontext(text) {
      if (title !== undefined) title += text;
      if (open !== undefined) open['text'] = ((open['text'] ?? '') + text.replaceAll(/\s+/g, ' ')).slice(0, 128);
    },
    onclosetag(name) {
      if (name === 'title' && title !== undefined) {
        seen.head.Title ??= title.trim();
        title = undefined;
      }
      if (name !== 'a' || open === undefined) return;
      if (open['text'] === '') delete open['text'];
      seen.links.push(open);
      open = undefined;
    },
  });
  parser.end(html);
  return seen;
}

function picked(attributes: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]]])),
  );
}
