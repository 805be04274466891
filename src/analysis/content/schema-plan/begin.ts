import { isKind } from '../technical-qa/rich-results.ts';
import { Draft } from './draft.ts';
import { inlined } from './existing.ts';
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
    if (!property.startsWith('@')) draft.set(property, value, `${source.path}.${property}`);
  }
  return draft;
}
