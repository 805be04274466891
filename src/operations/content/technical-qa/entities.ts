import { type Entity, type EntityValue, isEntity } from '../../../web/page/entity.ts';
import type { Page, Place } from '../../../web/page/page.ts';

/** A thing that the page describes on its own, not as a part of another. */
export interface TopEntity {
  readonly entity: Entity;
  readonly format: 'json_ld' | 'microdata';
  /** The script that it stands in; microdata has none. */
  readonly place: Place | undefined;
}

/** Top-level nodes, and what a WebPage names as its main entity. */
export function topEntities(page: Page): TopEntity[] {
  const found: TopEntity[] = [];
  for (const block of page.json_ld) {
    for (const entity of block.entities) {
      found.push({ entity, format: 'json_ld', place: block.place });
      for (const main of entity.properties.get('mainEntity') ?? []) {
        if (isEntity(main) && main.properties.size > 0)
          found.push({ entity: main, format: 'json_ld', place: block.place });
      }
    }
  }
  for (const entity of page.microdata) found.push({ entity, format: 'microdata', place: undefined });
  return found;
}

/** Nodes with an id anywhere at the top level: others point to them instead of repeating them. */
export function entitiesById(page: Page): ReadonlyMap<string, Entity> {
  const byId = new Map<string, Entity>();
  for (const { entity } of topEntities(page)) {
    if (entity.id !== undefined && entity.properties.size > 0 && !byId.has(entity.id)) byId.set(entity.id, entity);
  }
  return byId;
}

/** Values of a property, with references to other nodes followed; empty texts are no values. */
export function valuesOf(entity: Entity, property: string, byId: ReadonlyMap<string, Entity>): readonly EntityValue[] {
  return (entity.properties.get(property) ?? [])
    .map((value) => {
      if (!isEntity(value) || value.properties.size > 0 || value.id === undefined) return value;
      return byId.get(value.id) ?? value;
    })
    .filter((value) => typeof value !== 'string' || value.trim() !== '');
}
