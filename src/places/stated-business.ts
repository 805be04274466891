import type { DayHours } from '../web/hours/day-hours.ts';
import {
  type Entity,
  type EntitySource,
  type EntityValue,
  firstText,
  isEntity,
  listEntities,
} from '../web/structured-data/entity.ts';
import { isKind } from '../web/structured-data/vocabulary.ts';
import { cleanText } from '../text/normalize.ts';
import type { WrittenAddress } from './address.ts';
import { readStatedHours } from './stated-hours.ts';

/** A business that the structured data of a page describes. Plain data; what it does not say is null. */
export interface StatedBusiness {
  /** `LocalBusiness` or narrower; `Organization` with an address. */
  readonly type: string;
  readonly name: string | null;
  readonly other_names: readonly string[];
  readonly phones: readonly string[];
  readonly address: WrittenAddress | null;
  /** An address that is written as one text. */
  readonly address_text: string | null;
  readonly hours: readonly DayHours[] | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly area_served: readonly string[];
}

/** Chains put all of their branches on one page. */
const BUSINESSES_MAX = 100;
const TEXT_MAX = 300;

/** Local businesses first, in the order of the page, then organisations that have an address. */
export function listStatedBusinesses(page: EntitySource): StatedBusiness[] {
  const entities = listEntities(page);
  const local = entities.filter(({ types }) => types.some((type) => isKind(type, 'LocalBusiness')));
  const others = entities.filter(
    (entity) =>
      !local.includes(entity) &&
      entity.types.some((type) => isKind(type, 'Organization')) &&
      entity.properties.has('address'),
  );
  return [...local, ...others]
    .filter(({ properties }) => properties.size > 0)
    .slice(0, BUSINESSES_MAX)
    .map(readBusiness);
}

function readBusiness(entity: Entity): StatedBusiness {
  const [address] = entity.properties.get('address') ?? [];
  const geo = partOf(entity, 'geo');
  return {
    type: entity.types.find((type) => isKind(type, 'LocalBusiness')) ?? entity.types[0] ?? 'Organization',
    name: textOf(entity, 'name'),
    other_names: textsOf(entity, 'alternateName').concat(textsOf(entity, 'legalName')),
    phones: listPhones(entity),
    address: isEntity(address) ? readWrittenAddress(address) : null,
    address_text: typeof address === 'string' ? cleanText(address, TEXT_MAX) : null,
    hours: readStatedHours(entity),
    latitude: numberOf(geo, 'latitude'),
    longitude: numberOf(geo, 'longitude'),
    area_served: [...textsOf(entity, 'areaServed'), ...textsOf(entity, 'serviceArea')],
  };
}

function partOf(entity: Entity, property: string): Entity | undefined {
  return (entity.properties.get(property) ?? []).find(isEntity);
}

/** Its own numbers, and those of its contact points; a fax has none of these. */
function listPhones(entity: Entity): string[] {
  const points = (entity.properties.get('contactPoint') ?? []).filter(isEntity);
  return [...new Set([entity, ...points].flatMap((each) => textsOf(each, 'telephone')))];
}

function readWrittenAddress(address: Entity): WrittenAddress {
  return {
    street: textOf(address, 'streetAddress') ?? boxOf(address),
    city: textOf(address, 'addressLocality'),
    region: textOf(address, 'addressRegion'),
    postal_code: textOf(address, 'postalCode'),
    country: textOf(address, 'addressCountry'),
  };
}

function boxOf(address: Entity): string | null {
  const box = textOf(address, 'postOfficeBoxNumber');
  return box === null ? null : `PO Box ${box.replace(/^\D+/, '')}`;
}

function textOf(entity: Entity, property: string): string | null {
  return textsOf(entity, property)[0] ?? null;
}

/** Texts, numbers and the names of things. */
function textsOf(entity: Entity, property: string): string[] {
  return (entity.properties.get(property) ?? []).flatMap((value) => nameOf(value) ?? []).slice(0, BUSINESSES_MAX);
}

function nameOf(value: EntityValue): string | undefined {
  const text = isEntity(value) ? firstText(value, 'name') : String(value);
  const clean = cleanText(text ?? '', TEXT_MAX);
  return clean === '' ? undefined : clean;
}

function numberOf(entity: Entity | undefined, property: string): number | null {
  const text = entity === undefined ? null : textOf(entity, property);
  const value = Number.parseFloat(text?.replace(',', '.') ?? '');
  return Number.isFinite(value) ? value : null;
}
