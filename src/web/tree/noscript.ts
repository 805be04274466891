/**
 * Takes the `noscript` parts out of the source, as a browser that runs scripts sees the page.
 *
 * They cannot stay in: what is inside is often not nested properly, and then swallows the rest of the page. They are
 * kept beside it, since pages that are drawn by scripts put their whole text there for search engines.
 */
export interface SplitSource {
  readonly shown: string;
  readonly noscript: string;
}

const OPEN = /<noscript(?=[\s/>])/gi;
const CLOSE = /<\/noscript\s{0,10}>/gi;

export function splitNoscript(html: string): SplitSource {
  if (!/<noscript/i.test(html)) return { shown: html, noscript: '' };
  const shown: string[] = [];
  const noscript: string[] = [];
  let at = 0;
  while (at < html.length) {
    OPEN.lastIndex = at;
    const open = OPEN.exec(html);
    if (open === null) break;
    const inside = html.indexOf('>', open.index) + 1;
    CLOSE.lastIndex = inside;
    const close = inside === 0 ? null : CLOSE.exec(html);
    if (close === null) break;
    shown.push(html.slice(at, open.index));
    noscript.push(html.slice(inside, close.index));
    at = close.index + close[0].length;
  }
  shown.push(html.slice(at));
  return { shown: shown.join(' '), noscript: noscript.join('\n') };
}
