import { compareText, foldPhrase } from '../text/normalize.ts';
import { findPhrasing } from '../text/snippet/phrasing.ts';
import { termWeight } from '../text/weights.ts';
import type { ReadText } from './candidates.ts';
import { cleanHeading } from './headings.ts';
import { findWording } from './text.ts';

/** Terms with the passages that hold them, by page. */
interface PlacedTerms {
  readonly terms: readonly string[];
  readonly places: readonly (readonly number[])[];
}

interface Texts {
  readonly texts: readonly ReadText[];
  readonly subject: ReadonlySet<string>;
  readonly language: string;
}

/** The headings that name a topic, those first that say little else; and of these how many telling words they say besides. */
export function listHeadings({ places, terms }: PlacedTerms, { texts, subject, language }: Texts): NamedHeading[] {
  const named = places
    .flatMap((own, page) =>
      own.flatMap((at) => (texts[page]?.headings.has(at) === true ? (texts[page].passages[at] ?? []) : [])),
    )
    .map((passage) => ({
      text: cleanHeading(passage.text),
      others: [...passage.terms].filter(
        (term) => !terms.includes(term) && !subject.has(term) && termWeight(term, language) >= 0.9,
      ).length,
    }))
    .toSorted(
      (one, other) =>
        one.others - other.others || one.text.length - other.text.length || compareText(one.text, other.text),
    );
  return [...new Map(named.toReversed().map((each) => [foldPhrase(each.text), each])).values()].toReversed();
}

interface NamedHeading {
  readonly text: string;
  readonly others: number;
}

const NAME_WORDS_MAX = 9;

/** A heading that says nothing else, or the words as most pages write them. */
export function nameTopic({ terms, places }: PlacedTerms, headings: readonly NamedHeading[], question: Texts): string {
  const plain = headings.find(({ text, others }) => others === 0 && text.split(/\s+/).length <= NAME_WORDS_MAX);
  if (plain !== undefined) return plain.text;
  const wordings = countWordings({ terms, places }, question);
  const [common] = [...wordings].toSorted(
    (one, other) => other[1] - one[1] || one[0].length - other[0].length || compareText(one[0], other[0]),
  );
  return common?.[0] ?? headings[0]?.text ?? terms.join(' ');
}

/** How the terms are written together, and by how many pages. */
function countWordings({ terms, places }: PlacedTerms, { texts, language }: Texts): Map<string, number> {
  // Where nouns have a capital, it belongs to the word.
  const keepsCase = findPhrasing(language)?.nouns_capital === true;
  const wordings = new Map<string, number>();
  for (const [page, own] of places.entries()) {
    const seen = new Set<string>();
    for (const at of own) {
      const passage = texts[page]?.passages[at];
      const wording = passage === undefined ? undefined : findWording(passage, terms, terms.length + 3);
      if (wording !== undefined) seen.add(keepsCase ? wording : wording.toLowerCase());
    }
    for (const wording of seen) wordings.set(wording, (wordings.get(wording) ?? 0) + 1);
  }
  return wordings;
}
