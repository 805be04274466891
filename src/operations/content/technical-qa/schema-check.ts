import { type Entity, isEntity } from '../../../web/page/entity.ts';
import { valuesOf } from './entities.ts';
import { isKind, richResultOf } from './rich-results.ts';

type ById = ReadonlyMap<string, Entity>;

/** Required or recommended properties that a thing lacks, as `offers.price` for those of its parts. */
export function missingProperties(entity: Entity, kind: 'required' | 'recommended', byId: ById): string[] {
  const rich = richResultOf(entity.types);
  if (rich === undefined) return [];
  const missing = rich[kind]
    .filter((choice) => !choice.some((property) => valuesOf(entity, property, byId).length > 0))
    .map((choice) => choice.join(' or '));
  return kind === 'required' ? [...missing, ...missingInParts(entity, byId)] : missing;
}

/** Things listed beyond these say nothing new about the template that wrote them. */
const PARTS_MAX = 50;

function missingInParts(entity: Entity, byId: ById): string[] {
  const missing = new Set<string>();
  for (const offer of partsOf(entity, 'offers', byId))
    for (const each of offerProblems(offer, byId)) missing.add(`offers.${each}`);
  for (const rating of partsOf(entity, 'aggregateRating', byId)) {
    for (const each of ratingProblems(rating, byId)) missing.add(`aggregateRating.${each}`);
  }
  for (const review of partsOf(entity, 'review', byId)) {
    if (!has(review, 'author', byId)) missing.add('review.author');
  }
  if (entity.types.includes('BreadcrumbList')) for (const each of breadcrumbProblems(entity, byId)) missing.add(each);
  if (entity.types.includes('QAPage')) for (const each of questionProblems(entity, byId)) missing.add(each);
  return [...missing];
}

function offerProblems(offer: Entity, byId: ById): string[] {
  if (offer.types.includes('AggregateOffer')) {
    return ['lowPrice', 'priceCurrency'].filter((property) => !has(offer, property, byId));
  }
  if (!offer.types.includes('Offer')) return [];
  const specified = partsOf(offer, 'priceSpecification', byId).some((part) => has(part, 'price', byId));
  return has(offer, 'price', byId) || specified ? [] : ['price'];
}

function ratingProblems(rating: Entity, byId: ById): string[] {
  const problems = has(rating, 'ratingValue', byId) ? [] : ['ratingValue'];
  if (!has(rating, 'ratingCount', byId) && !has(rating, 'reviewCount', byId))
    problems.push('ratingCount or reviewCount');
  return problems;
}

/** The last crumb may leave out its address: it is the page itself. */
function breadcrumbProblems(entity: Entity, byId: ById): string[] {
  const crumbs = partsOf(entity, 'itemListElement', byId);
  const problems = new Set<string>();
  crumbs.forEach((crumb, at) => {
    if (!has(crumb, 'position', byId)) problems.add('itemListElement.position');
    const items = partsOf(crumb, 'item', byId);
    const named = has(crumb, 'name', byId) || items.some((item) => has(item, 'name', byId));
    if (!named) problems.add('itemListElement.name');
    if (at < crumbs.length - 1 && !has(crumb, 'item', byId)) problems.add('itemListElement.item');
  });
  return [...problems];
}

function questionProblems(entity: Entity, byId: ById): string[] {
  const problems = new Set<string>();
  for (const question of partsOf(entity, 'mainEntity', byId)) {
    if (!question.types.some((type) => isKind(type, 'Question'))) continue;
    if (!has(question, 'name', byId) && !has(question, 'text', byId)) problems.add('mainEntity.name');
    if (
      !has(question, 'acceptedAnswer', byId) &&
      !has(question, 'suggestedAnswer', byId) &&
      !isUnanswered(question, byId)
    ) {
      problems.add('mainEntity.acceptedAnswer or suggestedAnswer');
    }
  }
  return [...problems];
}

function isUnanswered(question: Entity, byId: ById): boolean {
  return valuesOf(question, 'answerCount', byId).some((count) => count === 0 || count === '0');
}

function partsOf(entity: Entity, property: string, byId: ById): Entity[] {
  return valuesOf(entity, property, byId).filter(isEntity).slice(0, PARTS_MAX);
}

function has(entity: Entity, property: string, byId: ById): boolean {
  return valuesOf(entity, property, byId).length > 0;
}
