import { guessLanguage } from '../../../text/language.ts';
import { nameLanguage } from '../../../text/languages.ts';
import type { CommonAnchorRecord } from '../../../ports/links.ts';

/** Languages that a few words do not tell apart, or that write the same signs. */
const NEAR: readonly (readonly string[])[] = [
  ['da', 'no', 'nb', 'nn', 'sv'],
  ['ru', 'uk', 'bg', 'sr', 'mk', 'be', 'kk'],
  ['es', 'pt', 'gl', 'ca'],
  ['zh', 'ja'],
  ['ar', 'fa', 'ur'],
  ['hi', 'mr', 'ne'],
  ['cs', 'sk'],
];

/** By how much the words of a text have to say another language: less is one borrowed word. */
const LEAD_MIN = 0.35;
/** Fewer texts than this, or less agreement among them, do not tell what language a site is in. */
const TEXTS_MIN = 3;
const AGREEMENT_MIN = 0.6;
/** Titles looked at; a site's language shows in far fewer. */
const TEXTS_MAX = 300;

export interface MainLanguage {
  /** ISO 639-1, or '' when nothing tells it. */
  readonly language: string;
  readonly from: 'titles' | 'anchors' | undefined;
}

/** The language that most linked pages have their titles in; where no title is known, that of most anchor texts. */
export function findMainLanguage(records: readonly CommonAnchorRecord[]): MainLanguage {
  const titles = new Map<string, number>();
  for (const { target_title: title } of records) if (title !== null && title !== '') titles.set(title, 1);
  const byTitles = findAgreedLanguage(titles, 1);
  if (byTitles !== '') return { language: byTitles, from: 'titles' };
  const texts = new Map(
    records
      .filter(({ anchor }) => anchor !== '')
      .map((record) => [record.anchor, record.referring_main_domains] as const),
  );
  const byTexts = findAgreedLanguage(texts, TEXTS_MIN);
  return byTexts === '' ? { language: '', from: undefined } : { language: byTexts, from: 'anchors' };
}

function findAgreedLanguage(texts: ReadonlyMap<string, number>, textsMin: number): string {
  const weights = new Map<string, number>();
  let known = 0;
  let sum = 0;
  for (const [text, weight] of [...texts].slice(0, TEXTS_MAX)) {
    const { value } = guessLanguage(text);
    if (value === '') continue;
    known += 1;
    sum += weight;
    weights.set(value, (weights.get(value) ?? 0) + weight);
  }
  const [best] = [...weights].toSorted(([one, many], [other, few]) => few - many || (one < other ? -1 : 1));
  return best !== undefined && known >= textsMin && best[1] >= sum * AGREEMENT_MIN ? best[0] : '';
}

/** What a text is in, in words, where it surely is in none of the known languages; undefined where it may be. */
export function findOtherLanguage(text: string, known: readonly string[]): string | undefined {
  const languages = known.filter((language) => language !== '');
  const [main] = languages;
  if (main === undefined) return undefined;
  const guess = guessLanguage(text, main);
  const isOther = (language: string): boolean => !languages.some((one) => isNear(one, language));
  if (guess.script) {
    if (!isOther(guess.value)) return undefined;
    // Several languages write Cyrillic or Arabic letters; kana are Japanese.
    return guess.confidence >= SURE_SCRIPT
      ? nameLanguage(guess.value)
      : (guess.evidence[0] ?? nameLanguage(guess.value));
  }
  const own = Math.max(...languages.map((language) => guess.points.get(language) ?? 0));
  const others = [...guess.points].filter(([language]) => isOther(language));
  const most = Math.max(0, ...others.map(([, points]) => points));
  if (most - own < LEAD_MIN) return undefined;
  const best = others.filter(([, points]) => points === most).map(([language]) => nameLanguage(language));
  return best.toSorted().join(' or ');
}

const SURE_SCRIPT = 0.9;

function isNear(one: string, other: string): boolean {
  return one === other || NEAR.some((family) => family.includes(one) && family.includes(other));
}
