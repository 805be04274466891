import { type Entity, isEntity } from '../page/entity.ts';
import type { Page } from '../page/page.ts';

const ENTITIES_MAX = 2000;

/** JSON-LD and microdata, with what stands inside, the outer ones first. */
export function allEntities(page: Page): Entity[] {
  const found: Entity[] = [...page.json_ld.flatMap((block) => block.entities), ...page.microdata];
  for (let at = 0; at < found.length && found.length < ENTITIES_MAX; at += 1) {
    for (const values of found[at]?.properties.values() ?? []) {
      for (const value of values) if (isEntity(value) && found.length < ENTITIES_MAX) found.push(value);
    }
  }
  return found;
}

export function firstText(entity: Entity, property: string): string | undefined {
  return entity.properties.get(property)?.find((value) => typeof value === 'string');
}
