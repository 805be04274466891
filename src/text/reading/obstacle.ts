import { readDataLines } from '../../kernel/data.ts';
import type { Page } from '../../web/page/page.ts';
import { listEntities } from '../../web/structured-data/entity.ts';
import { findFirst, type PageElement, rawText } from '../../web/tree/element.ts';
import { countWords } from '../../web/words.ts';
import type { ReadPage, ReadSection } from './reading.ts';

interface Reading {
  readonly url: string;
  readonly html: string;
  readonly word_count: number;
  readonly sections: readonly ReadSection[];
}

/** A page with more words was read, whatever else stands on it. */
const WALL_WORDS_MAX = 250;
/** What publishers show of an article that they say has to be paid for: its first paragraphs, if not all of it. */
const PAID_WORDS_MAX = 500;
const CONSENT_WORDS_MAX = 200;
const SCRIPTED_WORDS_MAX = 80;
/** With less text besides its banner, a page says nothing. */
const CONTENT_WORDS_MIN = 25;
const CONSENT_SIGNS_MIN = 2;
/** An app that is yet to be drawn shows a name or `Loading` at most. */
const ROOT_WORDS_MAX = 15;
const CHARACTERS_MAX = 20_000;

const CONSENT_HOST = /^(?:consent|cookies?|guce|myprivacy|privacy-?wall)\.[^.]+\./;
const CONSENT = readDataLines(import.meta.url, 'data/consent-words.txt').map((sign) => new RegExp(sign, 'iu'));
const AGREE = readPattern('data/agree-words.txt');
const PAYWALL = readPattern('data/paywall-words.txt');
const NEEDS_SCRIPTS = readPattern('data/script-words.txt');
const APP_ROOTS = new Set('root app __next ___gatsby __nuxt svelte app-root react-root'.split(' '));
const NOSCRIPT = /<noscript\b[^<>]{0,100}>([\s\S]{0,600}?)<\/noscript/gi;
const NOSCRIPTS_MAX = 20;

function readPattern(file: string): RegExp {
  return new RegExp(readDataLines(import.meta.url, file).join('|'), 'iu');
}

/**
 * Why hardly any text of a page could be read, where a sign of it stands on the page; null where it was read or nothing tells.
 *
 * @param body all that the page shows, also around its content
 */
export function findObstacle(page: Page, body: PageElement, reading: Reading): ReadPage['obstacle'] {
  const { word_count } = reading;
  if (word_count <= PAID_WORDS_MAX && isPaid(page)) return 'paywall';
  if (word_count > WALL_WORDS_MAX) return null;
  const shown = rawText(body).slice(0, CHARACTERS_MAX);
  const isUndrawn = word_count <= SCRIPTED_WORDS_MAX && hasEmptyRoot(body);
  if (isConsentHost(reading) || (!isUndrawn && isConsentBanner(reading, shown))) return 'consent_wall';
  if (PAYWALL.test(shown)) return 'paywall';
  return isUndrawn || asksForScripts(reading, shown) ? 'scripts' : null;
}

function isConsentHost({ url, word_count }: Reading): boolean {
  return word_count <= CONSENT_WORDS_MAX && CONSENT_HOST.test(URL.parse(url)?.hostname ?? '');
}

/** Whether the page shows a banner, and next to nothing besides. */
function isConsentBanner({ word_count, sections }: Reading, shown: string): boolean {
  if (word_count > CONSENT_WORDS_MAX || !AGREE.test(shown) || countSigns(shown) < CONSENT_SIGNS_MIN) return false;
  const own = sections.flatMap(({ blocks }) => blocks).filter(({ text }) => !isOfBanner(text));
  return own.reduce((sum, { text }) => sum + countWords(text), 0) < CONTENT_WORDS_MIN;
}

/** One sign in a longer paragraph may well be the subject of the page. */
function isOfBanner(text: string): boolean {
  const signs = countSigns(text);
  return signs >= CONSENT_SIGNS_MIN || AGREE.test(text) || (signs > 0 && countWords(text) < CONTENT_WORDS_MIN);
}

/** How many different things of those that banners speak of stand in a text. */
function countSigns(text: string): number {
  return CONSENT.filter((sign) => sign.test(text)).length;
}

/** What publishers tell search engines of pages that only subscribers can read. */
function isPaid(page: Page): boolean {
  return listEntities(page).some(({ properties }) => {
    const free = properties.get('isAccessibleForFree')?.[0];
    return free === false || (typeof free === 'string' && /^(?:https?:\/\/schema\.org\/)?false$/i.test(free));
  });
}

function hasEmptyRoot(body: PageElement): boolean {
  const root = findFirst(
    body,
    ({ tag, attributes }) => tag === 'app-root' || APP_ROOTS.has(attributes.get('id') ?? ''),
  );
  return root !== undefined && root.words <= ROOT_WORDS_MAX;
}

/** What a page says to those without scripts is in no model of the page. */
function asksForScripts({ html, word_count }: Reading, shown: string): boolean {
  if (word_count > SCRIPTED_WORDS_MAX) return false;
  const unseen = html.matchAll(NOSCRIPT).take(NOSCRIPTS_MAX);
  return (
    NEEDS_SCRIPTS.test(shown) ||
    unseen.some(([, inside = '']) => /java\s?script/i.test(inside.replaceAll(/<[^<>]{0,600}>/g, ' ')))
  );
}
