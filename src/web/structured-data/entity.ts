/** A thing that structured data describes, the same for JSON-LD, microdata and RDFa. */
export interface Entity {
  /** Without the schema.org prefix: `Product`. */
  readonly types: readonly string[];
  readonly id: string | undefined;
  readonly properties: ReadonlyMap<string, readonly EntityValue[]>;
}

export type EntityValue = string | number | boolean | Entity;

/** The three notations in which a page can carry structured data. */
export type Syntax = 'json_ld' | 'microdata' | 'rdfa';

/** The parts of a page that carry structured data. */
export interface EntitySource {
  readonly json_ld: readonly { readonly entities: readonly Entity[] }[];
  readonly microdata: readonly Entity[];
  readonly rdfa: readonly Entity[];
}

/** `https://schema.org/Product`, `schema:Product` → `Product`. */
export function typeName(type: string): string {
  return type.trim().replace(SCHEMA, '');
}

const SCHEMA = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i;

export function isEntity(value: EntityValue | undefined): value is Entity {
  return typeof value === 'object';
}

/** What the page describes on its own, not as a part of something else: JSON-LD first, then microdata and RDFa. */
export function listTopEntities({ json_ld, microdata, rdfa }: EntitySource): Entity[] {
  return [...json_ld.flatMap((block) => block.entities), ...microdata, ...rdfa];
}

/** Top-level things, and what they name as their main entity. */
export function listMainEntities(source: EntitySource): Entity[] {
  return listTopEntities(source).flatMap((entity) => {
    const mains = (entity.properties.get('mainEntity') ?? []).filter(isEntity);
    return [entity, ...mains.filter(({ properties }) => properties.size > 0)];
  });
}

const ENTITIES_MAX = 2000;

/** Everything that the page describes, the outer things first. */
export function listEntities(source: EntitySource): Entity[] {
  const found = listTopEntities(source);
  for (let at = 0; at < found.length && found.length < ENTITIES_MAX; at += 1) {
    for (const values of found[at]?.properties.values() ?? []) {
      for (const value of values) if (isEntity(value) && found.length < ENTITIES_MAX) found.push(value);
    }
  }
  return found;
}

/** Visits things and what stands inside them in the order of the document; the reader has bounded their depth. */
export function visitEntities(entities: readonly Entity[], visit: (entity: Entity) => void): void {
  for (const entity of entities) {
    visit(entity);
    for (const values of entity.properties.values()) visitEntities(values.filter(isEntity), visit);
  }
}

export function firstText(entity: Entity, property: string): string | undefined {
  return entity.properties.get(property)?.find((value) => typeof value === 'string');
}
