import { type Entity, visitEntities } from '../structured-data/entity.ts';
import { type JsonLdBlock, readJsonLd } from '../structured-data/json-ld.ts';

/** What the index keeps of a page's structured data. */
export interface StatedFacts {
  /** Types of schema.org in the order of the document, those of JSON-LD first. */
  readonly types: readonly string[];
  readonly published: string | undefined;
}

export const NOTHING_STATED: StatedFacts = { types: [], published: undefined };

interface StructuredSource {
  readonly json_ld: readonly JsonLdBlock[];
  readonly microdata: readonly Entity[];
  readonly rdfa: readonly Entity[];
}

const TYPES_MAX = 50;
const TYPE_NAME = /^[A-Za-z][A-Za-z0-9]{0,63}$/;

export function readStated({ json_ld, microdata, rdfa }: StructuredSource): StatedFacts {
  const types = new Set<string>();
  let published: string | undefined;
  visitEntities([...json_ld.flatMap(readLeniently), ...microdata, ...rdfa], (entity) => {
    for (const type of entity.types) if (types.size < TYPES_MAX && TYPE_NAME.test(type)) types.add(type);
    published ??= entity.properties.get('datePublished')?.find((value) => typeof value === 'string');
  });
  return { types: [...types], published: published?.slice(0, 64) };
}

/** Pages often hold raw line breaks inside of strings, which JSON forbids. */
function readLeniently(block: JsonLdBlock): readonly Entity[] {
  if (block.error === undefined) return block.entities;
  return readJsonLd(block.json.replaceAll(CONTROL, ' '), 0, block.place).entities;
}

// oxlint-disable-next-line no-control-regex -- control characters are exactly what is to be replaced
const CONTROL = /[\u0000-\u001f]/g;
