import { createServer } from 'node:http';

/**
 * One website of generated pages, served from a process of its own: about 50 kB and 50 links each, in a frame of
 * navigation, sidebar and footer as real sites have it. All of it is made before the first request, so that
 * serving costs the measured crawlers as little processor time as it can.
 */
const pages = Number(process.argv[2] ?? 3000);
const WORDS = (
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you ' +
  'were all her she there would their we him been has when who will no more if out so up said what its about than into them ' +
  'can only other time new some could these two may first then do any like my now over such our man me even most made after ' +
  'also did many off before must well back through years where much your way down should because long each just state those ' +
  'people too mr how little good world make very year still see own work men day get here between both life being under three ' +
  'market search ranking crawler index keyword anchor domain authority content page traffic report audit backlink campaign'
).split(' ');

function randomBy(seed) {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function sentence(random, words) {
  return Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ') + '.';
}

function page(number) {
  const random = randomBy(number + 1);
  const target = () => Math.floor(random() * pages);
  const menu = Array.from(
    { length: 10 },
    (_, at) => `<li class="menu-item"><a href="/page/${at}">Section ${at}</a></li>`,
  );
  const related = Array.from({ length: 8 }, () => `<li><a href="/page/${target()}">${sentence(random, 4)}</a></li>`);
  const paragraphs = Array.from({ length: 24 }, () => {
    const next = target();
    return `<p class="text-body">${sentence(random, 40)} <a href="/page/${next}" title="Page ${next}">${sentence(random, 5)}</a> ${sentence(random, 60)}</p>`;
  });
  const after = (number * 2 + 1) % pages;
  const links = [after, (after + 1) % pages].map((next) => `<a href="/page/${next}">Page ${next}</a>`);
  const outside = Array.from(
    { length: 6 },
    (_, at) =>
      `<a rel="nofollow noopener" href="https://example${(number + at) % 97}.org/${at}">${sentence(random, 3)}</a>`,
  );
  const json = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: `Page ${number}`,
    datePublished: '2026-02-03',
  };
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${number}: ${sentence(random, 6)}</title>
<meta name="description" content="${sentence(random, 15)}"><link rel="canonical" href="/page/${number}"><meta property="og:type" content="article">
<script type="application/ld+json">${JSON.stringify(json)}</script><style>${'.a{color:#123456;margin:0 auto}'.repeat(250)}</style></head>
<body><header class="site-header"><a href="/"><img src="/logo.svg" alt="Home"></a><nav><ul>${menu.join('\n')}</ul></nav></header>
<main><article><h1>${sentence(random, 6)}</h1>${paragraphs.map((text, at) => (at % 4 === 0 ? `<h2>${sentence(random, 4)}</h2>` : '') + text).join('\n')}
<p>${links.join(' ')}</p></article></main><aside><ul>${related.join('\n')}</ul></aside>
<footer>${outside.join(' ')}</footer><script>${'window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}'.repeat(300)}</script></body></html>`;
}

const bodies = Array.from({ length: pages }, (_, number) => Buffer.from(page(number)));
const bytes = bodies.reduce((sum, body) => sum + body.length, 0);
const server = createServer((request, response) => {
  const url = request.url ?? '/';
  const number = url === '/' ? 0 : Number(/^\/page\/(\d+)$/.exec(url)?.[1] ?? Number.NaN);
  const body = bodies[number];
  if (body === undefined) response.writeHead(404, { 'content-length': 0 }).end();
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }).end(body);
});
server.keepAliveTimeout = 30_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null)
    process.send?.({ port: address.port, page_bytes: Math.round(bytes / pages) });
});
process.on('disconnect', () => process.exit(0));
