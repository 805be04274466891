import { squash } from '../../../text/brand.ts';
import type { Field, Option } from '../../../text/snippet/option.ts';
import { shortened } from '../../../web/page/quote.ts';

/** An option and how many words of the search it lacks. */
export interface Offered {
  readonly option: Option;
  readonly missing: number;
}

/** A wording that was not good enough to offer. */
export interface Refusal {
  readonly text: string;
  /** Follows “it”. */
  readonly why: string;
}

export interface Written {
  readonly options: Option[];
  /** Why there are no more; null where there are enough to choose from. */
  readonly note: string | null;
}

/** The current text comes first, unless it says little of the search and others say more; only those that say more of it, or all, follow. */
export function placeCurrent(
  current: Offered | undefined,
  others: readonly Offered[],
  words: number,
): readonly Offered[] {
  if (current === undefined) return others;
  const [best] = others;
  const isWeak =
    (current.missing > 0 && current.missing * 2 >= words) || current.option.text.length < TELLING_CHARACTERS;
  // `Sleeping bag: down or synthetic?` is `Down or synthetic?` with what it is about.
  const isPart = best !== undefined && squash(best.option.text).includes(squash(current.option.text));
  const better =
    (isWeak || isPart) && best !== undefined && best.missing < current.missing && best.missing * 2 <= words
      ? [best]
      : [];
  const rest = others.filter(
    (each) => !better.includes(each) && (each.missing < current.missing || each.missing === 0),
  );
  return [...better, current, ...rest];
}

/** The current text where there is nothing else to offer. */
export function fallBack(field: Field, { options, note }: Written, current: Option | undefined): Written {
  if (options.length > 0 || current === undefined) return { options, note };
  return { options: [current], note: `Nothing on the page makes a better ${field}: write one by hand.` };
}

const TELLING_CHARACTERS = 20;
const ENOUGH = 3;
const REFUSALS_NAMED = 2;
const QUOTED_CHARACTERS = 70;

/** Why there are few options; with none, also the wordings that came closest. */
export function explainFew(field: Field, options: readonly Option[], refusals: readonly Refusal[]): string | null {
  if (options.length >= ENOUGH) return null;
  const texts = options.map(({ text }) => squash(text));
  const unique = [...new Map(refusals.map((refusal) => [refusal.why, refusal])).values()]
    .filter(
      ({ text, why }) =>
        !texts.some((known) => known.includes(squash(text))) &&
        !why.startsWith('is the current') &&
        !why.startsWith('says nothing'),
    )
    .slice(0, REFUSALS_NAMED);
  const isNamed = field === 'title' || options.length === 0;
  const reasons = isNamed ? unique.map(({ text, why }) => `“${shortened(text, QUOTED_CHARACTERS)}” ${why}`) : [];
  const lead = describeFew(field, options);
  return reasons.length === 0 ? lead : `${lead} Not offered: ${reasons.join('; ')}.`;
}

function describeFew(field: Field, options: readonly Option[]): string {
  if (options.length === 0) return `The page has no wording that makes a good ${field}: write one by hand.`;
  if (options.length === 1 && options[0]?.strategy === 'keep_current')
    return `Keep the current ${field}: nothing else on the page would make a better one.`;
  return `Nothing else was found on the page that works as a ${field} as it stands.`;
}
