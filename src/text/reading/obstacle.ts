import type { Page } from '../../web/page/page.ts';
import { listEntities } from '../../web/structured-data/entity.ts';
import { readDataLines } from '../../kernel/data.ts';
import type { ReadPage, ReadSection } from './reading.ts';

interface Reading {
  readonly url: string;
  readonly html: string;
  readonly word_count: number;
  readonly text: readonly ReadSection[];
}

/** A page with more words was read, whatever else stands on it. */
const WALL_WORDS_MAX = 250;
const CONSENT_WORDS_MAX = 200;
const SCRIPTED_WORDS_MAX = 80;
const CONSENT_SIGNS_MIN = 3;
const CONSENT_HOST = /^(?:consent|cookies?|privacy-?wall)\./;
const CONSENT_WORD = new RegExp(readDataLines(import.meta.url, 'data/consent-words.txt').join('|'), 'giu');
const PAYWALL_WORD = new RegExp(readDataLines(import.meta.url, 'data/paywall-words.txt').join('|'), 'iu');
const APP_ROOT =
  /<(?:div|main|app-root)\b[^<>]{0,200}\bid=["']?(?:root|app|__next|___gatsby|__nuxt|svelte)\b|<app-root\b/i;
const NEEDS_SCRIPTS = /<noscript\b[^<>]{0,100}>[^<]{0,400}javascript/i;

/** Why hardly any text of a page could be read, where a sign of it stands on the page; null where it was read or nothing tells. */
export function findObstacle(page: Page, reading: Reading): ReadPage['obstacle'] {
  if (reading.word_count > WALL_WORDS_MAX) return null;
  const text = reading.text
    .flatMap(({ heading, blocks }) => [heading, ...blocks.map((block) => block.text)])
    .join('\n')
    .slice(0, 10_000);
  if (isConsentWall(reading, text)) return 'consent_wall';
  if (isPaid(page) || PAYWALL_WORD.test(text)) return 'paywall';
  if (reading.word_count > SCRIPTED_WORDS_MAX) return null;
  const isScripted = page.resources.some(({ kind }) => kind === 'script') || /<script\b/i.test(reading.html);
  return isScripted && (APP_ROOT.test(reading.html) || NEEDS_SCRIPTS.test(reading.html)) ? 'scripts' : null;
}

function isConsentWall({ url, word_count }: Reading, text: string): boolean {
  if (word_count > CONSENT_WORDS_MAX) return false;
  if (CONSENT_HOST.test(URL.parse(url)?.hostname ?? '')) return true;
  return (text.match(CONSENT_WORD) ?? []).length >= CONSENT_SIGNS_MIN;
}

/** What publishers tell search engines of pages that only subscribers can read. */
function isPaid(page: Page): boolean {
  return listEntities(page).some(({ properties }) => {
    const free = properties.get('isAccessibleForFree')?.[0];
    return free === false || (typeof free === 'string' && /^(?:false|(?:https?:\/\/schema\.org\/)?false)$/i.test(free));
  });
}
