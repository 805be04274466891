import { readDataRows } from '../../kernel/data.ts';
import { hasChoice, type JsonObject } from './json.ts';
import { isKind } from './vocabulary.ts';

/**
 * What Google asks of a type before it shows it as a rich result.
 *
 * After developers.google.com/search/docs/appearance/structured-data, the page that each entry links, read as of
 * `RULES_DATE`. A dot leads into a part, `a|b` is a choice. `minimum` is what a thing needs to be worth publishing at
 * all: without it validators would refuse a draft, or it would say nothing.
 */
export interface RichType {
  readonly type: string;
  /** What a searcher sees; undefined for a type that Google shows no rich result for. */
  readonly rich_result: string | undefined;
  /** Day on which Google stopped showing it. */
  readonly retired_on: string | undefined;
  readonly minimum: readonly string[];
  readonly required: readonly string[];
  readonly recommended: readonly string[];
  /** Worth stating, but no loss where the page has no value for it. */
  readonly optional: readonly string[];
  readonly docs: string;
}

export const RULES_DATE = '2026-07';
const GOOGLE = 'https://developers.google.com/search/docs/appearance/structured-data/';

export const RICH_TYPES: readonly RichType[] = readDataRows(import.meta.url, './data/rich-results.tsv').map(
  ([type = '', rich = '', retired = '', minimum, required, recommended, optional, page = '']) => ({
    type,
    rich_result: rich === '' ? undefined : rich,
    retired_on: retired === '' ? undefined : retired,
    minimum: split(minimum),
    required: split(required),
    recommended: split(recommended),
    optional: split(optional),
    docs: page === '' ? `https://schema.org/${type}` : GOOGLE + page,
  }),
);

/** A rich result that a type can earn beside its first. */
export interface FurtherResult {
  readonly rich_result: string;
  readonly lacking: readonly string[];
}

const FURTHER_RESULTS = readDataRows(import.meta.url, './data/further-results.tsv').map(
  ([type = '', rich_result = '', required]) => ({ type, rich_result, required: split(required) }),
);

/** The further rich results of a type, each with what a thing lacks for it. */
export function listFurtherResults({ type }: RichType, node: JsonObject): FurtherResult[] {
  return FURTHER_RESULTS.filter((each) => each.type === type).map(({ rich_result, required }) => ({
    rich_result,
    lacking: required.filter((choice) => !hasChoice(node, choice)),
  }));
}

/** What Google shows for a thing once it has what its type requires: its first rich result and every further one that it lacks nothing for. */
export function nameRichResults(rules: RichType | undefined, node: JsonObject): string | null {
  return nameResults(rules, ({ required }) => required.every((choice) => hasChoice(node, choice)));
}

/** Every rich result that a thing of a type can earn; null for none. */
export function namePossibleResults(type: string): string | null {
  return nameResults(findRichType([type]), () => true);
}

function nameResults(
  rules: RichType | undefined,
  isEarned: (further: (typeof FURTHER_RESULTS)[number]) => boolean,
): string | null {
  if (rules?.rich_result === undefined || rules.retired_on !== undefined) return null;
  const further = FURTHER_RESULTS.filter((each) => each.type === rules.type && isEarned(each));
  return [rules.rich_result, ...further.map(({ rich_result }) => rich_result)].join(', ');
}

/** What a part of a thing needs, by where it stands. */
export interface PartRule {
  readonly type: string;
  /** `anywhere`, `alone` for what is part of nothing, or the types that it has to be a part of. */
  readonly within: readonly string[];
  readonly required: readonly string[];
}

const PART_RULES: readonly PartRule[] = readDataRows(import.meta.url, './data/part-rules.tsv').map(
  ([type = '', within, required]) => ({ type, within: split(within), required: split(required) }),
);

/** The rules for a thing of these types; `around` are the types of what it is a part of, undefined for what stands alone. */
export function findPartRules(types: readonly string[], around: readonly string[] | undefined): readonly PartRule[] {
  return PART_RULES.filter(
    ({ type, within }) => types.some((each) => isKind(each, type)) && within.some((place) => isWithin(place, around)),
  );
}

function isWithin(place: string, around: readonly string[] | undefined): boolean {
  if (place === 'anywhere') return true;
  return around === undefined ? place === 'alone' : around.some((type) => isKind(type, place));
}

/** The entry of a type or of the broader one that it belongs to. */
export function findRichType(types: readonly string[]): RichType | undefined {
  return RICH_TYPES.find((each) => types.some((type) => isKind(type, each.type)));
}

/** Day on which Google stopped showing a type; such a type does no harm and earns nothing there. */
export function findRetirement(type: string): string | undefined {
  return RICH_TYPES.find((each) => each.type === type)?.retired_on;
}

function split(text: string | undefined): string[] {
  return (text ?? '').split(' ').filter(Boolean);
}
