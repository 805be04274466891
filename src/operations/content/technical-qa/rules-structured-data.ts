import { type Entity, type EntityValue, isEntity } from '../../../web/page/entity.ts';
import { lineOf, shortened } from '../../../web/page/quote.ts';
import { cited, type Evidence, fail, many, notApplicable, type Outcome, pass, quoted, warn } from './check.ts';
import { parseDate } from '../../../web/dates.ts';
import { entitiesById, topEntities, type TopEntity } from './entities.ts';
import type { Facts } from './facts.ts';
import type { PageType } from './input.ts';
import { isKind, misspelled, RETIRED, richResultOf } from './rich-results.ts';
import type { Rule } from './rule.ts';
import { missingProperties } from './schema-check.ts';

const GALLERY = 'https://developers.google.com/search/docs/appearance/structured-data/search-gallery';

export const STRUCTURED_DATA_RULES: readonly Rule[] = [
  {
    id: 'sd.json',
    severity: 'high',
    expected: 'every JSON-LD block is valid JSON',
    fix: 'Correct the JSON: a block with an error is ignored as a whole.',
    docs: 'https://www.rfc-editor.org/rfc/rfc8259',
    needs: 'head',
    judge: judgeJson,
  },
  {
    id: 'sd.vocabulary',
    severity: 'high',
    expected: '"@context": "https://schema.org" in every JSON-LD block',
    fix: 'Add "@context": "https://schema.org": without it search engines cannot tell what the words mean.',
    docs: 'https://schema.org/docs/gs.html',
    needs: 'head',
    judge: judgeVocabulary,
  },
  {
    id: 'sd.type',
    severity: 'medium',
    expected: 'types spelled as schema.org spells them',
    fix: 'Correct the name of the type: names are case-sensitive.',
    docs: 'https://schema.org/docs/full.html',
    needs: 'head',
    judge: judgeTypes,
  },
  {
    id: 'sd.required',
    severity: 'high',
    expected: 'every property that the rich result requires',
    fix: 'Add the required properties with the values that the page shows.',
    docs: GALLERY,
    needs: 'head',
    judge: (facts) => judgeProperties(facts, 'required'),
  },
  {
    id: 'sd.recommended',
    severity: 'low',
    expected: 'the properties that the rich result recommends',
    fix: 'Add the recommended properties for which the page has values.',
    docs: GALLERY,
    needs: 'head',
    judge: (facts) => judgeProperties(facts, 'recommended'),
  },
  {
    id: 'sd.values',
    severity: 'medium',
    expected: 'prices as plain numbers, dates in ISO 8601',
    fix: 'Write prices as 1234.50 with the currency in priceCurrency, and dates as 2026-01-31.',
    docs: 'https://schema.org/price',
    needs: 'head',
    judge: judgeValues,
  },
  {
    id: 'sd.expected',
    severity: 'low',
    expected: 'the type of structured data that this type of page can be shown with',
    fix: 'Describe the main thing of the page in JSON-LD.',
    docs: GALLERY,
    needs: 'head',
    judge: judgeExpected,
  },
  {
    id: 'sd.retired',
    severity: 'low',
    expected: 'no type that Google shows no longer',
    fix: 'Nothing has to change; expect no rich result from this type in Google.',
    docs: GALLERY,
    needs: 'head',
    judge: judgeRetired,
  },
];

const NONE = notApplicable('no structured data');

function judgeJson(facts: Facts): Outcome {
  const blocks = facts.page.json_ld;
  if (blocks.length === 0) return notApplicable('no JSON-LD');
  const broken = blocks.flatMap((block) => (block.error === undefined ? [] : [block.error]));
  const [first] = broken;
  if (first === undefined) return pass(`${many(blocks.length, 'block')} of valid JSON`);
  const evidence = broken.slice(0, 5).map(({ offset }): Evidence => {
    const line = lineOf(facts.page, offset);
    return { element: shortened(facts.page.source.slice(Math.max(0, offset - 80), offset + 80)), line };
  });
  return fail(
    `${many(broken.length, 'block')} with an error; line ${lineOf(facts.page, first.offset)}: ${first.message}`,
    { evidence },
  );
}

function judgeVocabulary(facts: Facts): Outcome {
  const blocks = facts.page.json_ld.filter((block) => block.entities.length > 0);
  if (blocks.length === 0) return notApplicable('no JSON-LD that can be read');
  const without = blocks.filter((block) => !block.vocabulary);
  if (without.length === 0) return pass('every block names schema.org');
  return fail(`${many(without.length, 'block')} without schema.org as @context`, {
    evidence: quoted(facts.page, without),
  });
}

function judgeTypes(facts: Facts): Outcome {
  const entities = topEntities(facts.page);
  if (entities.length === 0) return NONE;
  const wrong = entities
    .flatMap((top) => top.entity.types.map((type) => ({ top, type, known: misspelled(type) })))
    .filter(({ known }) => known !== undefined);
  const untyped = entities.filter(({ entity }) => entity.types.length === 0 && entity.properties.size > 0);
  const [first] = wrong;
  if (first !== undefined) {
    return fail(`${cited(first.type)} should be ${first.known ?? ''}`, {
      evidence: placesOf(
        facts,
        wrong.map(({ top }) => top),
      ),
    });
  }
  if (untyped.length > 0)
    return warn(`${many(untyped.length, 'item')} without a type`, {
      evidence: placesOf(facts, untyped),
      fix: 'Give each item its @type.',
    });
  return pass(namesOf(entities));
}

function judgeProperties(facts: Facts, kind: 'required' | 'recommended'): Outcome {
  const byId = entitiesById(facts.page);
  const judged = judgedEntities(facts);
  if (judged.length === 0) return notApplicable('no type for which Google documents properties');
  const lacking = judged
    .map((top) => ({ top, missing: missingProperties(top.entity, kind, byId) }))
    .filter(({ missing }) => missing.length > 0);
  const [first] = lacking;
  if (first === undefined) return pass(`complete: ${namesOf(judged)}`);
  const told = [...new Set(lacking.map(({ top, missing }) => `${nameOf(top)} lacks ${missing.join(', ')}`))]
    .slice(0, 5)
    .join('; ');
  const evidence = placesOf(
    facts,
    lacking.map(({ top }) => top),
  );
  return kind === 'required' ? fail(told, { evidence }) : warn(told, { evidence });
}

/** Themes leave stubs of microdata beside complete JSON-LD; those are not judged. */
function judgedEntities(facts: Facts): TopEntity[] {
  const all = topEntities(facts.page).filter(({ entity }) => richResultOf(entity.types) !== undefined);
  const inJson = new Set(
    all.filter(({ format }) => format === 'json_ld').map(({ entity }) => richResultOf(entity.types)?.type),
  );
  return all.filter(({ entity, format }) => format === 'json_ld' || !inJson.has(richResultOf(entity.types)?.type));
}

/** Places in the source where values are looked into; enough for every page that people write. */
const VALUES_LOOKED_AT = 2000;

function judgeValues(facts: Facts): Outcome {
  const entities = topEntities(facts.page);
  if (entities.length === 0) return NONE;
  const wrong: { top: TopEntity; told: string }[] = [];
  let left = VALUES_LOOKED_AT;
  for (const top of entities) {
    const open: Entity[] = [top.entity];
    for (let entity = open.pop(); entity !== undefined && left > 0; entity = open.pop()) {
      for (const [property, values] of entity.properties) {
        for (const value of values) {
          left -= 1;
          if (isEntity(value)) open.push(value);
          else if (isWrong(property, value))
            wrong.push({ top, told: `${property.slice(0, 40)} is ${cited(String(value), 40)}` });
        }
      }
    }
  }
  if (wrong.length === 0) return pass('prices and dates can be read');
  const told = [...new Set(wrong.map((each) => each.told))].slice(0, 5).join('; ');
  return fail(told, {
    evidence: placesOf(
      facts,
      wrong.map(({ top }) => top),
    ),
  });
}

const PRICES = new Set(['price', 'lowPrice', 'highPrice']);
const DATES = new Set([
  'datePublished',
  'dateModified',
  'uploadDate',
  'startDate',
  'endDate',
  'datePosted',
  'validThrough',
  'priceValidUntil',
]);

function isWrong(property: string, value: EntityValue): boolean {
  if (typeof value !== 'string' || value.trim() === '') return false;
  const text = value.trim();
  if (PRICES.has(property)) return !/^\d+(?:\.\d+)?$/.test(text);
  // A date in another notation that can still be told (31 Jan 2026) is read by search engines too.
  return DATES.has(property) && !/^\d{4}(?:-\d{2})?$/.test(text) && parseDate(text) === undefined;
}

const EXPECTED: Readonly<Partial<Record<PageType, readonly string[]>>> = {
  article: ['Article'],
  blog_post: ['Article'],
  product: ['Product'],
  software: ['SoftwareApplication', 'Product'],
  local_business: ['LocalBusiness'],
};

function judgeExpected(facts: Facts): Outcome {
  const { type } = facts.page_type;
  const kinds = type === null ? undefined : EXPECTED[type];
  if (type === null || kinds === undefined) return notApplicable('no rich result belongs to this type of page');
  const entities = topEntities(facts.page);
  const words = type.replaceAll('_', ' ');
  const found = entities.filter(({ entity }) => entity.types.some((each) => kinds.some((kind) => isKind(each, kind))));
  if (found.length > 0) return pass(namesOf(found));
  if (facts.page.rdfa_types.some((each) => kinds.some((kind) => isKind(each, kind)))) return pass('described in RDFa');
  const has = entities.length === 0 ? 'no structured data' : `only ${namesOf(entities)}`;
  return warn(`${has} on a page of type ${words}`, { fix: `Describe the page as ${kinds[0] ?? ''} in JSON-LD.` });
}

function judgeRetired(facts: Facts): Outcome {
  const entities = topEntities(facts.page);
  if (entities.length === 0) return NONE;
  const found = entities.flatMap((top) =>
    top.entity.types.filter((type) => RETIRED.has(type)).map((type) => ({ top, type })),
  );
  const [first] = found;
  if (first === undefined) return pass('no retired type');
  const told = [...new Set(found.map(({ type }) => `${type} (since ${RETIRED.get(type) ?? ''})`))].join(', ');
  return warn(`no longer shown by Google: ${told}`, {
    evidence: placesOf(
      facts,
      found.map(({ top }) => top),
    ),
  });
}

function placesOf(facts: Facts, entities: readonly TopEntity[]): Evidence[] {
  const places = new Map(
    entities.flatMap(({ place }) => (place === undefined ? [] : [[place.start, { place }] as const])),
  );
  return quoted(facts.page, [...places.values()]);
}

function namesOf(entities: readonly TopEntity[]): string {
  const names = [...new Set(entities.map(nameOf))];
  return names.length > 8 ? `${names.slice(0, 8).join(', ')} and ${names.length - 8} more` : names.join(', ');
}

function nameOf({ entity }: TopEntity): string {
  return entity.types.length === 0 ? 'an item without type' : shortened(entity.types.join(' and '), 60);
}
