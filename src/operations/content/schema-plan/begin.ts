import { inlineReferences } from '../../../web/structured-data/items.ts';
import { hasChoice, isList, isObject, type Json, record, typesOf } from '../../../web/structured-data/json.ts';
import { findPartRules } from '../../../web/structured-data/rich-results.ts';
import { isKind } from '../../../web/structured-data/vocabulary.ts';
import { Draft } from './draft.ts';
import type { PageFacts } from './page-facts.ts';
import { repairNode } from './repair.ts';

/** A draft of a type that begins with what the page's own structured data says of such a thing, repaired. */
export function begin(facts: PageFacts, kind: string): Draft {
  const { data } = facts.existing;
  const found = data.items.find(({ types }) => types.some((type) => isKind(type, kind)));
  const mended = data.broken
    .flatMap(({ repaired, path }) => (repaired ?? []).map((node) => ({ node, path })))
    .find(({ node }) => [node['@type']].flat().some((type) => typeof type === 'string' && isKind(type, kind)));
  const source = found ?? mended;
  if (source === undefined) return new Draft([kind]);
  const types = found === undefined ? [kind] : found.types.filter((type) => /^[A-Z]\w{1,60}$/.test(type));
  const draft = new Draft(types.length === 0 ? [kind] : types);
  const whole = inlineReferences(source.node, data);
  const { node } = repairNode(whole, source.path, facts.page.base_url ?? facts.url);
  for (const [property, value] of Object.entries(node)) {
    if (!property.startsWith('@')) draft.set(property, completeParts(value, draft.types), `${source.path}.${property}`);
  }
  return draft;
}

/** The value without the parts that lack what they need, since one would spoil the whole; undefined where nothing is left. */
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
