import { cleanText } from '../../../text/normalize.ts';
import { begin } from './begin.ts';
import { publisherOf } from './build-page.ts';
import { type Draft, thing } from './draft.ts';
import type { JsonObject } from '../../../web/structured-data/json.ts';
import { itemsBelow, headingSteps, type Step } from './lists.ts';
import { labelled } from './labels.ts';
import { LABEL, SECTION } from './names.ts';
import { metaOf, type PageFacts } from './page-facts.ts';
import { durationOf, plainNumber } from './values.ts';

export function article(facts: PageFacts, type: 'Article' | 'BlogPosting' | 'TechArticle'): Draft {
  const draft = begin(facts, 'Article');
  const isBare = draft.types.length === 1 && draft.types[0] === 'Article';
  const own = isBare && type !== 'Article' ? draft.as([type]) : draft;
  own.take('headline', facts.name);
  own.take('description', facts.description);
  own.take('image', facts.image);
  own.take('datePublished', facts.published);
  own.take('dateModified', facts.modified);
  own.take('author', facts.author);
  own.take('publisher', publisherOf(facts));
  own.set('inLanguage', facts.language.code, 'language of the page');
  own.set('mainEntityOfPage', facts.url, 'address of the page');
  return own;
}

export function howTo(facts: PageFacts): Draft {
  const draft = begin(facts, 'HowTo');
  draft.take('name', facts.name);
  draft.take('description', facts.description);
  draft.take('image', facts.image);
  const steps = stepsOf(facts);
  draft.set('step', steps.map(stepNode), steps.length === 0 ? '' : `${steps.length} steps of the page`);
  draft.set('totalTime', timeOf(facts, LABEL.total), 'total time');
  const supplies = itemsBelow(facts.page, SECTION.supplies, 30).filter((text) => text.length <= 120);
  draft.set(
    'supply',
    supplies.flatMap((name) => thing('HowToSupply', { name }) ?? []),
    'list of supplies',
  );
  const tools = itemsBelow(facts.page, SECTION.tools, 30).filter((text) => text.length <= 120);
  draft.set(
    'tool',
    tools.flatMap((name) => thing('HowToTool', { name }) ?? []),
    'list of tools',
  );
  return draft;
}

export function stepsOf(facts: PageFacts): Step[] {
  const numbered = headingSteps(facts.page);
  if (numbered.length > 0) return numbered;
  const items = itemsBelow(facts.page, SECTION.steps, 40);
  return items.length < 2 ? [] : items.map((text) => ({ name: undefined, text }));
}

function stepNode({ name, text }: Step): JsonObject {
  return thing('HowToStep', { name, text }) ?? {};
}

export function faqPage(facts: PageFacts): Draft {
  const draft = begin(facts, 'FAQPage');
  const questions = facts.faq.flatMap(({ question, answer }) => {
    const accepted = thing('Answer', { text: answer });
    return thing('Question', { name: question, acceptedAnswer: accepted }) ?? [];
  });
  return draft.set('mainEntity', questions, 'questions and answers of the page');
}

export function recipe(facts: PageFacts): Draft {
  const draft = begin(facts, 'Recipe');
  const { page, labels } = facts;
  draft.take('name', facts.name);
  draft.take('image', facts.image);
  draft.take('description', facts.description);
  draft.take('author', facts.author);
  draft.take('datePublished', facts.published);
  draft.set(
    'recipeIngredient',
    itemsBelow(page, SECTION.ingredients).filter((text) => text.length <= 200),
    'list of ingredients',
  );
  const steps = itemsBelow(page, SECTION.instructions).map((text) => stepNode({ name: undefined, text }));
  draft.set('recipeInstructions', steps, 'steps of the preparation');
  draft.set('prepTime', timeOf(facts, LABEL.prep), 'preparation time');
  draft.set('cookTime', timeOf(facts, LABEL.cook), 'cooking time');
  draft.set('totalTime', timeOf(facts, LABEL.total), 'total time');
  draft.set('recipeYield', labelled(labels, LABEL.yields)?.value.slice(0, 60) ?? servesIn(facts.text), 'servings');
  draft.set('recipeCuisine', labelled(labels, LABEL.cuisine)?.value.slice(0, 60), 'cuisine');
  draft.set('recipeCategory', labelled(labels, LABEL.course)?.value.slice(0, 60), 'course');
  draft.set('keywords', metaOf(page, 'keywords')?.slice(0, 300), 'meta keywords');
  const calories = labelled(labels, LABEL.calories)?.value;
  draft.set('nutrition', caloriesOf(calories), 'calories');
  // Google takes preparation and cooking time only together.
  if (draft.has('prepTime') !== draft.has('cookTime') && draft.has('totalTime')) {
    draft.drop('prepTime');
    draft.drop('cookTime');
  }
  return draft;
}

function caloriesOf(written: string | undefined): JsonObject | undefined {
  const number = plainNumber(/\d[\d.,]*/.exec(written ?? '')?.[0] ?? '');
  return number === undefined ? undefined : thing('NutritionInformation', { calories: `${number} calories` });
}

/** `Serves 4`, `Für 4 Personen`. */
function servesIn(text: string): string | undefined {
  return /(?:^|\n|\s)((?:serves|makes|für|para|pour)\s\d{1,3}(?:\s\p{L}{3,20})?)/iu.exec(text.slice(0, 5000))?.[1];
}

function timeOf(facts: PageFacts, pattern: RegExp): string | undefined {
  return facts.labels
    .filter(({ name }) => pattern.test(name))
    .map(({ value }) => durationOf(value))
    .find((duration) => duration !== undefined);
}

/** A review of one thing: who judged, what, and with how many points. */
export function review(facts: PageFacts): Draft {
  const draft = begin(facts, 'Review');
  const rating = ratingOf(facts);
  draft.take('author', facts.author);
  draft.set('reviewRating', rating?.node, rating?.evidence ?? '');
  draft.set('itemReviewed', reviewedThing(facts), 'name of the reviewed thing');
  draft.take('datePublished', facts.published);
  draft.take('reviewBody', facts.description);
  return draft;
}

/** A page seldom says of which type the thing is, so that its type stays open. */
function reviewedThing(facts: PageFacts): JsonObject | undefined {
  const label = labelled(facts.labels, LABEL.item)?.value;
  const title = typeof facts.name?.value === 'string' ? REVIEW_TITLE.exec(facts.name.value) : null;
  const name = label ?? title?.[1] ?? title?.[2];
  return name === undefined ? undefined : thing('Thing', { name: cleanText(name, 200) });
}

const REVIEW_TITLE =
  /^(.{3,120}?)\s(?:review|im test|reseña|análisis|:\s?(?:review|test|reseña|avis))(?![\p{L}])|^(?:review|test|reseña|análisis|avis)\s?(?::|of|de|sur)\s?(.{3,120})$/iu;

const POINTS = /(\d{1,2}(?:[.,]\d)?)\s?(?:\/|out of|von|de|sur)\s?(5|10|100)(?!\d)/iu;

export function ratingOf(facts: PageFacts): { readonly node: JsonObject; readonly evidence: string } | undefined {
  const label = labelled(facts.labels, LABEL.rating);
  const match = POINTS.exec(label?.value ?? '');
  if (label === undefined || match === null) return undefined;
  const [, value = '', best = ''] = match;
  const points = Number(value.replace(',', '.'));
  if (points > Number(best)) return undefined;
  const node = thing('Rating', { ratingValue: points, bestRating: Number(best) });
  return node === undefined ? undefined : { node, evidence: `“${label.name}: ${label.value.slice(0, 40)}”` };
}
