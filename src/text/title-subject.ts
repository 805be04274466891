import { compareSubjects, type Likeness, readSubject, type Subject } from './subject.ts';
import { splitTitle } from './title-parts.ts';

/** What a title is about, and what it names before it says what it tells of that: `Starting a company in Leeds: first steps`. */
export interface TitleSubject {
  readonly whole: Subject;
  /** Undefined where the title is of one part. */
  readonly named: Subject | undefined;
  readonly told: Subject | undefined;
}

/** @param title without the name of the site */
export function readTitleSubject(title: string, language: string, brand: string): TitleSubject {
  const whole = readSubject(title, language, brand);
  const [name, ...rest] = splitTitle(title);
  if (name === undefined || rest.length === 0) return { whole, named: undefined, told: undefined };
  // Alone, a part may be too short to tell its language by.
  const code = whole.reading.language;
  return {
    whole,
    named: readSubject(name, code, brand),
    told: readSubject(rest.join(' '), code, brand),
  };
}

/** From this similarity on, and without a telling word that only one has, two subjects are one. */
export const ONE_SUBJECT = 0.75;

export function isOne({ similarity, only_one: mine, only_other: theirs }: Likeness): boolean {
  return similarity >= ONE_SUBJECT && mine.length + theirs.length === 0;
}

/**
 * How alike two titles are: one rule for all that asks whether two pages are about one subject.
 *
 * Where both name something and then say what they tell of it, those that name one thing are alike in that, unless each
 * tells of something of its own: `Boots: care` and `Boots: sizes` are two subjects.
 */
export function compareTitles(one: TitleSubject, other: TitleSubject): Likeness {
  const whole = compareSubjects(one.whole, other.whole);
  if (isOne(whole) || one.named === undefined || other.named === undefined) return whole;
  const named = compareSubjects(one.named, other.named);
  if (!isOne(named) || (tellsMore(one) && tellsMore(other))) return whole;
  return named;
}

function tellsMore({ named, told }: TitleSubject): boolean {
  return named !== undefined && told !== undefined && compareSubjects(told, named).only_one.length > 0;
}
