import type { MadePage, MadeSite } from './read-sites.ts';

const DAY_MS = 86_400_000;

/** @param today when the demo was loaded: what pages say of their own age counts from there */
export function pageHtml(site: MadeSite, page: MadePage, today: Date): string {
  const url = `https://${site.host}${page.path}`;
  const published =
    page.published === undefined ? undefined : new Date(today.getTime() - page.published * DAY_MS).toISOString();
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escape(page.title)}</title>`,
    page.description === '' ? '' : `<meta name="description" content="${escape(page.description)}">`,
    page.noindex ? '<meta name="robots" content="noindex">' : '',
    site.is_spam ? '' : `<link rel="canonical" href="${url}">`,
    published === undefined ? '' : `<meta property="article:published_time" content="${published}">`,
    structuredData(site, page, published),
  ];
  const nav = site.nav.map(({ text, url: href }) => `<li><a href="${href}">${escape(text)}</a></li>`).join('');
  const footer = site.footer.map(({ text, url: href }) => `<li><a href="${href}">${escape(text)}</a></li>`).join('');
  const dated = published === undefined ? '' : `<p><time datetime="${published}">${published.slice(0, 10)}</time></p>`;
  return `<!doctype html>
<html lang="en"><head>${head.filter((tag) => tag !== '').join('\n')}</head>
<body>
<header><a href="/">${escape(site.name)}</a>${nav === '' ? '' : `<nav><ul>${nav}</ul></nav>`}</header>
<main>${page.type === 'article' ? '<article>' : ''}${dated}
${bodyHtml(page.lines)}
${page.type === 'article' ? '</article>' : ''}</main>
<footer>${footer === '' ? '' : `<ul>${footer}</ul>`}<p>${escape(site.name)}</p></footer>
</body></html>`;
}

function structuredData(site: MadeSite, page: MadePage, published: string | undefined): string {
  const data = dataOf(site, page, published);
  if (data === undefined) return '';
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/ld+json">${text}</script>`;
}

function dataOf(site: MadeSite, page: MadePage, published: string | undefined): object | undefined {
  switch (page.type) {
    case 'product':
      return {
        '@type': 'Product',
        name: page.lines[0]?.replace(/^# /, ''),
        description: page.description,
        offers: {
          '@type': 'Offer',
          price: page.price,
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
        },
      };
    case 'article':
      return {
        '@type': 'Article',
        headline: page.title,
        ...(published === undefined ? {} : { datePublished: published }),
        author: { '@type': 'Organization', name: site.name },
      };
    case 'home':
      return { '@type': 'Organization', name: site.name, url: `https://${site.host}/` };
    case 'page':
      return undefined;
  }
}

function bodyHtml(lines: readonly string[]): string {
  const html: string[] = [];
  let isList = false;
  for (const line of lines) {
    const isItem = line.startsWith('- ');
    if (isItem !== isList) html.push(isItem ? '<ul>' : '</ul>');
    isList = isItem;
    html.push(isItem ? `<li>${inlineHtml(line.slice(2))}</li>` : blockHtml(line));
  }
  return [...html, ...(isList ? ['</ul>'] : [])].join('\n');
}

function blockHtml(line: string): string {
  const [, marks = '', text = line] = /^(#{1,3}) (.*)$/.exec(line) ?? [];
  return marks === '' ? `<p>${inlineHtml(text)}</p>` : `<h${marks.length}>${inlineHtml(text)}</h${marks.length}>`;
}

const INLINE = /(!?)\[([^\]]*)\]\((\S+?)(?: (nofollow|sponsored|ugc))?\)/g;

/** Links, images and nothing else; a word after the address is the link's `rel`. */
function inlineHtml(text: string): string {
  return escape(text).replaceAll(INLINE, (_whole, image: string, label: string, url: string, rel?: string) => {
    if (image === '!') return label === '' ? `<img src="${url}">` : `<img src="${url}" alt="${label}">`;
    return `<a href="${url}"${rel === undefined ? '' : ` rel="${rel}"`}>${label}</a>`;
  });
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
