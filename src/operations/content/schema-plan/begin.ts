import { isKind } from '../technical-qa/rich-results.ts';
import { Draft } from './draft.ts';
import { inlined } from './existing.ts';
import { hasChoice, isList, isObject, type Json, record, typesOf } from './json.ts';
import type { PageFacts } from './page-facts.ts';
import { repairedNode } from './repair.ts';

/** A draft of a type that begins with what the page's own structured data says of such a thing, put right. */
export function begin(facts: PageFacts, kind: string): Draft {
  const found = facts.existing.nodes.find(({ types }) => types.some((type) => isKind(type, kind)));
  const mended = facts.existing.broken
    .flatMap(({ repaired, path }) => (repaired ?? []).map((node) => ({ node, path })))
    .find(({ node }) => [node['@type']].flat().some((type) => typeof type === 'string' && isKind(type, kind)));
  if (found === undefined && mended === undefined) return new Draft([kind]);
  const source = found ?? mended;
  const types = found === undefined ? [kind] : found.types.filter((type) => /^[A-Z]\w{1,60}$/.test(type));
  const draft = new Draft(types.length === 0 ? [kind] : types);
  if (source === undefined) return draft;
  const whole = inlined(source.node, facts.existing);
  const { node } = repairedNode(whole, source.path, facts.page.base_url ?? facts.url);
  for (const [property, value] of Object.entries(node)) {
    if (!property.startsWith('@')) draft.set(property, completeParts(value), `${source.path}.${property}`);
  }
  return draft;
}

/** What a part needs so that a validator takes it; a part that lacks it would spoil the whole. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  Offer: ['price|priceSpecification.price'],
  AggregateOffer: ['lowPrice', 'priceCurrency'],
  AggregateRating: ['ratingValue', 'ratingCount|reviewCount'],
  Rating: ['ratingValue'],
  Review: ['author', 'reviewRating'],
  Brand: ['name'],
  Person: ['name'],
  Organization: ['name'],
  OfferShippingDetails: ['deliveryTime', 'shippingDestination'],
};

/** The value without the parts that are not complete; undefined where nothing is left. */
function completeParts(value: Json): Json | undefined {
  if (isList(value)) return value.flatMap((item) => completeParts(item) ?? []);
  if (!isObject(value)) return value;
  const parts = Object.entries(value).flatMap(([key, part]): [string, Json][] => {
    const complete = completeParts(part);
    return complete === undefined ? [] : [[key, complete]];
  });
  const node = record(parts);
  const lacks = typesOf(node).some((type) =>
    (Object.hasOwn(NEEDS, type) ? (NEEDS[type] ?? []) : []).some((choice) => !hasChoice(node, choice)),
  );
  return lacks ? undefined : node;
}
