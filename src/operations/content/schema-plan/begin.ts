import { inlineReferences } from '../../../web/structured-data/items.ts';
import { hasChoice, isList, isObject, type Json, record, typesOf } from '../../../web/structured-data/json.ts';
import { findPartRules } from '../../../web/structured-data/rich-results.ts';
import { isKind } from '../../../web/structured-data/vocabulary.ts';
import { Draft, type Find, find } from './draft.ts';
import type { PageFacts } from './page-facts.ts';
import { repairNode } from './repair.ts';

/** Properties that the page states about itself, whatever it describes. */
const STATED = {
  name: (facts) => facts.name,
  headline: (facts) => facts.name,
  description: (facts) => facts.description,
  image: (facts) => facts.image,
  author: (facts) => facts.author,
  datePublished: (facts) => facts.published,
  dateModified: (facts) => facts.modified,
  publisher: (facts) => facts.publisher,
  provider: (facts) => facts.publisher,
  url: ({ url }) => find(url, 'address of the page'),
  mainEntityOfPage: ({ url }) => find(url, 'address of the page'),
  inLanguage: ({ language }) => find(language.code, 'language of the page'),
} as const satisfies Readonly<Record<string, (facts: PageFacts) => Find | undefined>>;

type StatedProperty = keyof typeof STATED;

/** Adds what the page states about itself. */
export function addStated(draft: Draft, facts: PageFacts, ...properties: readonly StatedProperty[]): Draft {
  for (const property of properties) draft.take(property, STATED[property](facts));
  return draft;
}

/**
 * A draft of a type that begins with what the page's own structured data says of such a thing, repaired, and goes on
 * with what the page states about itself.
 */
export function beginDraft(facts: PageFacts, kind: string, ...properties: readonly StatedProperty[]): Draft {
  const { data } = facts.existing;
  const found = data.items.find(({ types }) => types.some((type) => isKind(type, kind)));
  const mended = data.broken
    .flatMap(({ repaired, path }) => (repaired ?? []).map((node) => ({ node, path })))
    .find(({ node }) => typesOf(node).some((type) => isKind(type, kind)));
  const types = found?.types.filter((type) => /^[A-Z]\w{1,60}$/.test(type)) ?? [];
  const draft = new Draft(types.length === 0 ? [kind] : types);
  const source = found ?? mended;
  if (source === undefined) return addStated(draft, facts, ...properties);
  const whole = inlineReferences(source.node, data);
  const { node } = repairNode(whole, source.path, facts.page.base_url ?? facts.url);
  for (const [property, value] of Object.entries(node)) {
    if (!property.startsWith('@')) draft.set(property, completeParts(value, draft.types), `${source.path}.${property}`);
  }
  return addStated(draft, facts, ...properties);
}

/** The value without parts that lack what they need, since one would spoil the whole; undefined where nothing is left. */
function completeParts(value: Json, around: readonly string[]): Json | undefined {
  if (isList(value)) return value.flatMap((item) => completeParts(item, around) ?? []);
  if (!isObject(value)) return value;
  const types = typesOf(value);
  const parts = Object.entries(value).flatMap(([key, part]): [string, Json][] => {
    const complete = completeParts(part, types);
    return complete === undefined ? [] : [[key, complete]];
  });
  const node = record(parts);
  const needed = findPartRules(types, around).flatMap(({ required }) => required);
  if (types.includes('Review')) needed.push('reviewRating');
  return needed.every((choice) => hasChoice(node, choice)) ? node : undefined;
}
