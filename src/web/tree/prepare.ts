import { dropComments } from './comments.ts';
import { dropHidden } from './hidden.ts';
import { measure } from './measure.ts';
import { splitNoscript } from './noscript.ts';
import { parseHtml } from './parse.ts';
import { type PageSignals, pageSignals } from './signals.ts';
import type { PageElement } from './element.ts';

/** A page made ready for the choice of its content: parsed, rid of what is hidden, counted. */
export interface PreparedPage {
  readonly body: PageElement;
  readonly signals: PageSignals;
  readonly hidden_words: number;
  /** Words of readers' comments that were left out. */
  readonly comment_words: number;
  readonly truncated: boolean;
  /** The text stands in `noscript` only. */
  readonly from_noscript: boolean;
}

/** Less than this share of the words of `noscript` on the page itself means that scripts draw it. */
const SHOWN_SHARE_MIN = 0.5;
const NOSCRIPT_WORDS_MIN = 60;

export function preparePage(html: string, url: string): PreparedPage {
  const { shown, noscript } = splitNoscript(html);
  const page = prepare(shown, url);
  if (noscript.length < NOSCRIPT_WORDS_MIN * 4) return page;
  const instead = prepare(noscript, url);
  const wanted = instead.body.words >= NOSCRIPT_WORDS_MIN && page.body.words < instead.body.words * SHOWN_SHARE_MIN;
  return wanted ? { ...instead, signals: page.signals, from_noscript: true } : page;
}

function prepare(html: string, url: string): PreparedPage {
  const { body, truncated } = parseHtml(html);
  const signals = pageSignals(html, body, url);
  const { words } = dropHidden(body);
  measure(body);
  const comment_words = dropComments(body, signals);
  if (comment_words > 0) measure(body);
  return { body, signals, hidden_words: words, comment_words, truncated, from_noscript: false };
}
