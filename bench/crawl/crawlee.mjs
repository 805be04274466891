import { CheerioCrawler, Configuration } from 'crawlee';

import { tell, watchEventLoop } from './tell.mjs';

/**
 * Crawls the same site with Crawlee's CheerioCrawler and takes the same facts from each page: written as a user
 * of Crawlee would, with nothing stored on disk and no result kept, which is the best case for it.
 */
const [built, origin, pages, concurrency] = process.argv.slice(2);
const { contentHash, simhash } = await import(`${built}/text/fingerprints.js`);
const { languageDetector } = await import(`${built}/text/detect-language.js`);
const { tokenize } = await import(`${built}/web/words.js`);
const detectLanguage = await languageDetector();
const lag = watchEventLoop();
const began = performance.now();
let fetched = 0;
let links = 0;

const crawler = new CheerioCrawler(
  {
    minConcurrency: Number(concurrency),
    maxConcurrency: Number(concurrency),
    maxRequestsPerCrawl: Number(pages) * 2,
    maxRequestRetries: 2,
    async requestHandler({ $, request, enqueueLinks }) {
      const facts = factsOf($, request.loadedUrl ?? request.url);
      fetched += 1;
      links += facts.links.length;
      await enqueueLinks({ strategy: 'same-hostname' });
    },
  },
  new Configuration({ persistStorage: false, logLevel: 'ERROR' }),
);
await crawler.run([origin + '/']);
tell({ pages: fetched, duration_ms: performance.now() - began, ...lag(), note: `${links} links` });
process.exit(0);

function factsOf($, url) {
  const seen = new Map();
  $('a[href], area[href]').each((_, element) => {
    const link = $(element);
    let target;
    try {
      target = new URL(link.attr('href'), url);
    } catch {
      return;
    }
    if (target.protocol !== 'http:' && target.protocol !== 'https:') return;
    target.hash = '';
    const rel = (link.attr('rel') ?? '').split(/\s+/).filter(Boolean);
    const image = link.find('img').first();
    const anchor = link.text().replace(/\s+/g, ' ').trim();
    const around = link.parent().text().replace(/\s+/g, ' ');
    const at = around.indexOf(anchor);
    const fact = {
      target_url: target.href,
      anchor,
      alt: image.attr('alt') ?? '',
      image_url: image.attr('src') ?? '',
      attributes: rel,
      dofollow: !rel.some((value) => ['nofollow', 'ugc', 'sponsored'].includes(value)),
      position: positionOf(link),
      text_pre: around.slice(Math.max(0, at - 60), at),
      text_post: around.slice(at + anchor.length, at + anchor.length + 60),
      count: 1,
    };
    const key = [fact.target_url, fact.anchor, fact.position, rel.join(' ')].join('\n');
    const known = seen.get(key);
    if (known === undefined) seen.set(key, fact);
    else known.count += 1;
  });
  const title = $('head title').first().text().trim();
  const headings = $('h1,h2,h3,h4,h5,h6')
    .map((_, element) => ({ level: Number(element.name[1]), text: $(element).text() }))
    .get();
  const types = [];
  $('script[type="application/ld+json"]').each((_, element) => {
    try {
      types.push(JSON.parse($(element).text())['@type']);
    } catch {}
  });
  const description = $('meta[name="description"]').attr('content') ?? '';
  const canonical = $('link[rel="canonical"]').attr('href');
  const robots = $('meta[name="robots"]').attr('content') ?? '';
  $('script,style,noscript,template,nav,header,footer,aside').remove();
  const text = $('body').text().replace(/\s+/g, ' ').trim();
  const words = tokenize(text);
  return {
    title,
    description,
    canonical,
    robots,
    headings,
    schema_types: types,
    language: detectLanguage(text, $('html').attr('lang') ?? ''),
    word_count: words.length,
    content_hash: contentHash(text),
    simhash: simhash(words),
    text,
    links: [...seen.values()],
  };
}

function positionOf(link) {
  if (link.closest('nav').length > 0) return 'navigation';
  if (link.closest('footer').length > 0) return 'footer';
  if (link.closest('aside').length > 0) return 'sidebar';
  if (link.closest('header').length > 0) return 'header';
  return 'content';
}
