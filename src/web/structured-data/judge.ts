import {
  inlineReferences,
  isReference,
  readStructuredData,
  type StructuredData,
  type StructuredItem,
  type StructuredSource,
} from './items.ts';
import { hasChoice, isBlank, isList, isObject, type Json, type JsonObject, listOf, own, typesOf } from './json.ts';
import { findDate, NOTATION_RULES } from './notation.ts';
import { findPartRules, findRetirement, findRichType, type PartRule, type RichType } from './rich-results.ts';
import { correctProperty, correctType, isKind, notationOf } from './vocabulary.ts';

/** Something that is wrong with a thing, or that it lacks. */
export interface Finding {
  /** An error keeps a search engine from using the thing or the value; a warning does not. */
  readonly severity: 'error' | 'warning';
  readonly kind: 'context' | 'type' | 'spelling' | 'required' | 'recommended' | 'value' | 'retired';
  /** From the script or item to the property: `jsonld[0].offers[1].price`. */
  readonly path: string;
  /** The same within the thing, without places in lists; alternatives are joined by "or". */
  readonly field: string;
  readonly message: string;
  readonly fix: string;
}

/** What there is to say of one thing. */
export interface Verdict {
  readonly item: StructuredItem;
  /** What Google asks of its type; undefined for a type that it asks nothing of. */
  readonly rich: RichType | undefined;
  readonly findings: readonly Finding[];
}

export interface Judgement {
  readonly data: StructuredData;
  readonly verdicts: readonly Verdict[];
}

const JUDGED = new WeakMap<StructuredSource, Judgement>();

/**
 * Judges the structured data of a page as Google's rich results test does.
 *
 * What a rich result requires is an error where it is missing, in parts too; what is optional is a warning, also where
 * it is empty. A value that no reader understands is an error wherever it stands.
 */
export function judgeStructuredData(page: StructuredSource): Judgement {
  const known = JUDGED.get(page);
  if (known !== undefined) return known;
  const data = readStructuredData(page);
  const verdicts = data.items.map((item) => judgeItem(item, data));
  const judgement = { data, verdicts };
  JUDGED.set(page, judgement);
  return judgement;
}

/** Findings of one severity that are kept of one thing. */
const FINDINGS_MAX = 30;
const VALUES_MAX = 5000;
const DEPTH_MAX = 20;
const LIST_MAX = 100;

/** Where a part stands. */
interface Place {
  readonly path: string;
  readonly field: string;
  /** The property that holds the part; '' for the thing itself. */
  readonly property: string;
  /** Types of what it is a part of; undefined for what stands alone. */
  readonly around: readonly string[] | undefined;
  readonly depth: number;
}

interface Inspection {
  readonly findings: Finding[];
  readonly rich: RichType | undefined;
  left: number;
}

function judgeItem(item: StructuredItem, data: StructuredData): Verdict {
  const { path, types, node } = item;
  const rich = findRichType(types);
  const inspection: Inspection = { findings: [], rich, left: VALUES_MAX };
  const place: Place = { path, field: '', property: '', around: item.is_part ? [] : undefined, depth: 0 };
  if (item.lacks_context)
    note(inspection, 'error', 'context', place, {
      message: 'the script does not name schema.org as its vocabulary',
      fix: 'Add "@context": "https://schema.org".',
    });
  if (types.length === 0 && Object.keys(node).some((key) => !key.startsWith('@')))
    note(inspection, 'error', 'type', place, { message: 'no type', fix: 'Add @type.' });
  const whole = inlineReferences(node, data);
  if (rich !== undefined && !(item.is_part && isReview(types))) judgeRich(inspection, whole, place, rich);
  walk(inspection, node, whole, place);
  if (types.includes('BreadcrumbList')) judgeCrumbs(inspection, whole, place);
  return { item, rich, findings: inspection.findings };
}

/** What a review is of may be said by the thing that refers to it. */
function isReview(types: readonly string[]): boolean {
  return types.some((type) => isKind(type, 'Review'));
}

function noteRetirement(inspection: Inspection, type: string, place: Place): void {
  const since = findRetirement(type);
  if (since === undefined) return;
  note(inspection, 'warning', 'retired', inside(place, '@type'), {
    message: `Google no longer shows ${type} (since ${since})`,
    fix: 'Keep it or remove it; expect no rich result.',
  });
}

function judgeRich(inspection: Inspection, node: JsonObject, place: Place, rich: RichType): void {
  const shown = rich.rich_result ?? rich.type;
  for (const choice of rich.required) {
    if (hasChoice(node, choice) || isJudgedInPart(node, choice)) continue;
    noteMissing(inspection, place, choice, `required for ${shown}: ${phraseChoice(choice)}`);
  }
  if (rich.rich_result === undefined) return;
  for (const choice of rich.recommended) {
    // What is there but empty is reported as such.
    const isEmpty = listFirsts(choice).some((property) => isBlank(own(node, property) ?? true));
    if (hasChoice(node, choice) || isEmpty || rich.required.includes(choice)) continue;
    note(inspection, 'warning', 'recommended', atChoice(place, choice), {
      message: `recommended: ${phraseChoice(choice)}`,
      fix: `Add ${phraseChoice(choice)} if the page shows it.`,
    });
  }
}

/** Whether the part that lacks a property is there and is asked for that property itself. */
function isJudgedInPart(node: JsonObject, choice: string): boolean {
  return choice.split('|').some((path) => {
    const [first = '', second] = path.split('.');
    if (second === undefined) return false;
    return listOf(own(node, first))
      .filter(isObject)
      .some((part) =>
        findPartRules(typesOf(part), typesOf(node)).some(({ required }) =>
          required.some((each) => listFirsts(each).includes(second)),
        ),
      );
  });
}

/** The last crumb may leave out its address: it is the page itself. */
function judgeCrumbs(inspection: Inspection, node: JsonObject, place: Place): void {
  const crumbs = listOf(own(node, 'itemListElement')).slice(0, LIST_MAX);
  if (crumbs.length === 1)
    note(inspection, 'warning', 'value', inside(place, 'itemListElement'), {
      message: 'the breadcrumb has only one item',
      fix: 'List at least two.',
    });
  for (const [at, crumb] of crumbs.slice(0, -1).entries()) {
    if (!isObject(crumb) || hasChoice(crumb, 'item')) continue;
    note(inspection, 'error', 'required', inside(listed(inside(place, 'itemListElement'), at), 'item'), {
      message: 'only the last item of a breadcrumb may lack an address',
      fix: 'Add the address of the page as item.',
    });
  }
}

/** `whole` is the same node with what it refers to in place. */
function walk(inspection: Inspection, node: JsonObject, whole: JsonObject, place: Place): void {
  const types = typesOf(node);
  for (const type of types) {
    noteSpelling(inspection, inside(place, '@type'), type, correctType(type));
    noteRetirement(inspection, type, place);
  }
  if (!isReference(node)) judgePart(inspection, whole, findPartRules(types, place.around), place);
  if (types.some((type) => RATINGS.has(type))) judgeRange(inspection, node, place);
  for (const [property, value] of Object.entries(node)) {
    inspection.left -= 1;
    if (inspection.left < 0) return;
    if (property.startsWith('@')) continue;
    const meant = correctProperty(property);
    noteSpelling(inspection, inside(place, property), property, meant);
    const isNeeded = isRequired(inspection, types, meant ?? property, place);
    const at = { ...inside(place, property), property: meant ?? property };
    judgeValue(inspection, { written: value, meant: own(whole, property) ?? value }, at, { types, isNeeded });
  }
}

function judgePart(inspection: Inspection, node: JsonObject, rules: readonly PartRule[], place: Place): void {
  const asked = new Set(place.depth === 0 ? inspection.rich?.required.flatMap(listFirsts) : []);
  for (const { type, required } of rules) {
    for (const choice of required) {
      if (hasChoice(node, choice) || listFirsts(choice).some((property) => asked.has(property))) continue;
      noteMissing(inspection, place, choice, `${type} needs ${phraseChoice(choice)}`);
    }
  }
}

/** The properties of the thing itself at which a choice begins. */
function listFirsts(choice: string): string[] {
  return choice.split('|').map((path) => path.replace('!', '').split(/[.=]/, 1)[0] ?? '');
}

/** A thing that is referred to is judged where it stands; only what it needs as this part is asked here. */
function descend(inspection: Inspection, node: JsonObject, whole: JsonObject, place: Place): void {
  if (place.depth > DEPTH_MAX || inspection.left <= 0) return;
  if (!isReference(node)) return walk(inspection, node, whole, place);
  if (isReference(whole)) return;
  const rules = findPartRules(typesOf(whole), place.around).filter(({ within }) => !within.includes('anywhere'));
  judgePart(inspection, whole, rules, place);
}

const RATINGS = new Set(['Rating', 'AggregateRating']);
/** What Google's test takes for granted where a rating does not say. */
const WORST_RATING = 0;
const BEST_RATING = 5;

function judgeRange(inspection: Inspection, node: JsonObject, place: Place): void {
  const value = numberIn(own(node, 'ratingValue'));
  const worst = numberIn(own(node, 'worstRating')) ?? WORST_RATING;
  const best = numberIn(own(node, 'bestRating')) ?? BEST_RATING;
  if (value === undefined || (value >= worst && value <= best)) return;
  note(inspection, 'error', 'value', inside(place, 'ratingValue'), {
    message: `the rating ${value} is outside the scale of ${worst} to ${best}`,
    fix: 'Correct ratingValue, or give the scale in worstRating and bestRating.',
  });
}

/** Percentages and fractions carry their own scale. */
function numberIn(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,9}(?:\.\d{1,9})?$/.test(value.trim()) ? Number(value) : undefined;
}

function isRequired({ rich }: Inspection, types: readonly string[], property: string, place: Place): boolean {
  const choices = findPartRules(types, place.around).flatMap(({ required }) => required);
  if (place.depth === 0) choices.push(...(rich?.required ?? []));
  return choices.some((choice) => listFirsts(choice).includes(property));
}

interface Owner {
  readonly types: readonly string[];
  readonly isNeeded: boolean;
}

interface Value {
  readonly written: Json;
  /** With references followed. */
  readonly meant: Json;
}

function judgeValue(inspection: Inspection, { written: value, meant }: Value, place: Place, owner: Owner): void {
  if (isList(value)) {
    for (const [at, item] of value.slice(0, LIST_MAX).entries()) {
      const pair = { written: item, meant: isList(meant) ? (meant[at] ?? item) : item };
      judgeValue(inspection, pair, listed(place, at), owner);
    }
  } else if (isObject(value)) {
    const whole = isObject(meant) ? meant : value;
    descend(inspection, value, whole, { ...place, around: owner.types, depth: place.depth + 1 });
  } else if (isBlank(value)) {
    // What is required is reported as missing.
    if (!owner.isNeeded)
      note(inspection, 'warning', 'value', place, { message: 'empty', fix: 'Give it a value or leave it out.' });
  } else if (typeof value === 'string') judgeNotation(inspection, value.trim(), place, owner);
}

function judgeNotation(inspection: Inspection, text: string, place: Place, { isNeeded }: Owner): void {
  const notation = notationOf(place.property);
  // Certificates grade in letters.
  if (notation === undefined || (notation === 'decimal' && place.field.includes('certificationRating'))) return;
  const { isRight, message, fix } = NOTATION_RULES[notation];
  if (isRight(text)) return;
  // A date in another notation that can still be read is read by search engines too.
  const isHarmless = notation === 'date' ? findDate(text) !== undefined : notation === 'address' && !isNeeded;
  const severity = isHarmless ? 'warning' : 'error';
  note(inspection, severity, 'value', place, { message: `${message}: “${shorten(text)}”`, fix });
}

function noteSpelling(inspection: Inspection, place: Place, written: string, meant: string | undefined): void {
  if (meant === undefined) return;
  note(inspection, 'error', 'spelling', place, {
    message: `“${shorten(written)}” should be ${meant}`,
    fix: `Write ${meant}: names are case-sensitive.`,
  });
}

/** Of a type that is no longer shown nothing is required any more. */
function noteMissing(inspection: Inspection, place: Place, choice: string, message: string): void {
  const severity = inspection.rich?.retired_on === undefined ? 'error' : 'warning';
  note(inspection, severity, 'required', atChoice(place, choice), {
    message,
    fix: `Add ${phraseChoice(choice)} with the value that the page shows.`,
  });
}

/** Alternatives as a reader sees them: `offers or review`. */
export function phraseChoice(choice: string): string {
  return choice
    .split('|')
    .filter((path) => !/[=!]/.test(path))
    .join(' or ');
}

function atChoice(place: Place, choice: string): Place {
  const path = `${place.path}.${choice.split('|', 1)[0] ?? ''}`;
  return { ...place, path, field: join(place.field, phraseChoice(choice)) };
}

function inside(place: Place, property: string): Place {
  return { ...place, path: `${place.path}.${property}`, field: join(place.field, property) };
}

function listed(place: Place, at: number): Place {
  return { ...place, path: `${place.path}[${at}]` };
}

function join(field: string, property: string): string {
  return field === '' ? property : `${field}.${property}`;
}

const PATH_CHARACTERS_MAX = 300;

function note(
  { findings }: Inspection,
  severity: Finding['severity'],
  kind: Finding['kind'],
  place: Place,
  words: Pick<Finding, 'message' | 'fix'>,
): void {
  if (findings.filter((each) => each.severity === severity).length >= FINDINGS_MAX) return;
  const path = place.path.slice(0, PATH_CHARACTERS_MAX);
  findings.push({ severity, kind, path, field: place.field.slice(0, PATH_CHARACTERS_MAX), ...words });
}

const SHOWN_CHARACTERS_MAX = 60;

function shorten(text: string): string {
  const flat = text
    .slice(0, SHOWN_CHARACTERS_MAX * 4)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (flat.length <= SHOWN_CHARACTERS_MAX) return flat;
  return `${flat.slice(0, SHOWN_CHARACTERS_MAX - 1).toWellFormed()}…`;
}
