interface Guide {
  readonly title: string;
  readonly site: string;
  /** Markdown: headings of level two, lists and paragraphs. */
  readonly text: string;
  readonly language?: string;
  readonly published?: string;
  readonly author?: string;
  readonly type?: string;
}

/** A page as sites publish them: a guide within navigation, a banner, teasers and a footer. */
export function guidePage({ title, site, text, language = 'en', published, author, type = 'Article' }: Guide): string {
  const facts = {
    '@context': 'https://schema.org',
    '@type': type,
    ...(type === 'Article' ? { headline: title } : { name: title }),
    ...(published === undefined ? {} : { datePublished: published }),
    ...(author === undefined ? {} : { author: { '@type': 'Person', name: author } }),
  };
  return `<!doctype html><html lang="${language}"><head><title>${escapeText(title)}</title>
<meta name="description" content="${escapeText(text.trim().split('\n', 1)[0] ?? '')}">
<script type="application/ld+json">${JSON.stringify(facts)}</script></head><body>
<header><a href="/">${escapeText(site)}</a><nav><ul><li><a href="/shop">Shop</a></li><li><a href="/blog">Blog</a></li><li><a href="/contact">Contact</a></li></ul></nav></header>
<div class="cookie-banner"><p>We use cookies to measure visits.</p><button>Accept all</button></div>
<main><article><h1>${escapeText(title.split(' | ', 1)[0] ?? title)}</h1>${text
    .trim()
    .split(/\n{2,}/)
    .map(renderBlock)
    .join('\n')}</article></main>
<aside><h2>Related posts</h2><ul><li><a href="/tyres">Five tyres for gravel</a></li><li><a href="/lights">The brightest lights</a></li></ul></aside>
<footer><p>© ${escapeText(site)} · <a href="/privacy">Privacy policy</a></p></footer></body></html>`;
}

function renderBlock(block: string): string {
  const [first = '', ...rest] = block.split('\n');
  if (first.startsWith('## '))
    return `<h2>${escapeText(first.slice(3))}</h2>${rest.length > 0 ? renderBlock(rest.join('\n')) : ''}`;
  if (first.startsWith('- '))
    return `<ul>${[first, ...rest].map((line) => `<li>${escapeText(line.slice(2))}</li>`).join('')}</ul>`;
  if (/^\d+\. /.test(first))
    return `<ol>${[first, ...rest].map((line) => `<li>${escapeText(line.replace(/^\d+\. /, ''))}</li>`).join('')}</ol>`;
  return `<p>${escapeText([first, ...rest].join(' '))}</p>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
