import { IMAGE_BYTES_MAX } from '../ports/site-facts.ts';
import type { Finding } from './rule.ts';
import { finding } from './rules-answers.ts';
import type { SiteView } from './view.ts';

const GONE = new Set([404, 410]);

/** Images that are not there, or take long to load: one finding a page that shows them. */
export function judgeImages({ facts, html }: SiteView): Finding[] {
  return [...facts.images].flatMap(([url, { status, bytes, pages }]) => {
    const isGone = GONE.has(status);
    if (!isGone && bytes <= IMAGE_BYTES_MAX) return [];
    const rule = isGone ? 'img.broken' : 'img.heavy';
    const detail = isGone ? `status ${status}` : `${Math.round(bytes / 1000).toLocaleString('en-US')} kB`;
    return pages.flatMap((at) => (html[at] === true ? [finding(rule, at, { item: url, cause: url, detail })] : []));
  });
}
