import { type Entity, type EntityValue, isEntity, type JsonLdBlock, readJsonLd } from '../page/entity.ts';

/** What the index keeps of a page's structured data. */
export interface StatedFacts {
  /** Types of schema.org, those of JSON-LD first. */
  readonly types: readonly string[];
  readonly published: string | undefined;
  readonly has_contact: boolean;
}

export const NOTHING_STATED: StatedFacts = { types: [], published: undefined, has_contact: false };

const TYPES_MAX = 50;
const TYPE_NAME = /^[A-Za-z][A-Za-z0-9]{0,63}$/;

export function readStated(
  blocks: readonly JsonLdBlock[],
  microdata: readonly Entity[],
  rdfaTypes: readonly string[],
): StatedFacts {
  const types = new Set<string>();
  let published: string | undefined;
  let has_contact = false;
  const addType = (type: string): void => {
    if (types.size < TYPES_MAX && TYPE_NAME.test(type)) types.add(type);
  };
  const visit = (entity: Entity): void => {
    for (const type of entity.types) addType(type);
    published ??= entity.properties.get('datePublished')?.find((value) => typeof value === 'string');
    has_contact ||= entity.properties.has('telephone') || entity.properties.has('email');
    for (const values of entity.properties.values()) visitValues(values, visit);
  };
  for (const block of blocks) for (const entity of readLeniently(block)) visit(entity);
  for (const entity of microdata) visit(entity);
  for (const type of rdfaTypes) addType(type);
  return { types: [...types], published: published?.slice(0, 64), has_contact };
}

/** Pages often hold raw line breaks inside of strings, which JSON forbids. */
function readLeniently(block: JsonLdBlock): readonly Entity[] {
  if (block.error === undefined) return block.entities;
  return readJsonLd(block.json.replaceAll(CONTROL, ' '), 0, block.place).entities;
}

function visitValues(values: readonly EntityValue[], visit: (entity: Entity) => void): void {
  for (const value of values) if (isEntity(value)) visit(value);
}

// oxlint-disable-next-line no-control-regex -- control characters are exactly what is to be replaced
const CONTROL = /[\u0000-\u001f]/g;
