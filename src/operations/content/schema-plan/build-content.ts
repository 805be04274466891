import { INGREDIENTS } from '../../../text/page-type/steps.ts';
import { cleanText } from '../../../text/normalize.ts';
import { addStated, beginDraft } from './begin.ts';
import { type Draft, type Find, find, thing } from './draft.ts';
import type { Json, JsonObject } from '../../../web/structured-data/json.ts';
import { headingSteps, itemsBelow, labelled, labelledDuration, quoteLabel, type Step } from './labels.ts';
import { LABEL, SECTION } from './names.ts';
import { metaOf, type PageFacts } from './page-facts.ts';
import { plainNumber } from './values.ts';

export function article(facts: PageFacts, type: 'Article' | 'BlogPosting' | 'TechArticle'): Draft {
  const draft = beginDraft(facts, 'Article');
  const isBare = draft.types.length === 1 && draft.types[0] === 'Article';
  const own = isBare && type !== 'Article' ? draft.as([type]) : draft;
  addStated(own, facts, 'headline', 'description', 'image', 'datePublished', 'dateModified', 'author');
  return addStated(own, facts, 'publisher', 'inLanguage', 'mainEntityOfPage');
}

export function howTo(facts: PageFacts): Draft {
  const draft = beginDraft(facts, 'HowTo', 'name', 'description', 'image');
  const steps = stepsOf(facts);
  draft.set('step', steps.map(stepNode), `${steps.length} steps of the page`);
  draft.set('totalTime', labelledDuration(facts.labels, LABEL.total), 'total time');
  draft.set('supply', shortItems(facts, SECTION.supplies, 'HowToSupply'), 'list of supplies');
  return draft.set('tool', shortItems(facts, SECTION.tools, 'HowToTool'), 'list of tools');
}

/** A longer item of such a list is a sentence about it. */
const ITEM_CHARACTERS_MAX = 120;

function shortItems({ page }: PageFacts, section: RegExp, type: string): Json[] {
  const names = itemsBelow(page, section, 30).filter((text) => text.length <= ITEM_CHARACTERS_MAX);
  return names.flatMap((name) => thing(type, { name }) ?? []);
}

function stepsOf(facts: PageFacts): Step[] {
  const numbered = headingSteps(facts.page);
  if (numbered.length > 0) return numbered;
  const items = itemsBelow(facts.page, SECTION.steps, 40);
  return items.length < 2 ? [] : items.map((text) => ({ name: undefined, text }));
}

function stepNode({ name, text }: Step): JsonObject {
  return thing('HowToStep', { name, text }) ?? {};
}

export function faqPage(facts: PageFacts): Draft {
  const draft = beginDraft(facts, 'FAQPage');
  const questions = facts.faq.flatMap(({ question, answer }) => {
    const accepted = thing('Answer', { text: answer });
    return thing('Question', { name: question, acceptedAnswer: accepted }) ?? [];
  });
  return draft.set('mainEntity', questions, 'questions and answers of the page');
}

export function recipe(facts: PageFacts): Draft {
  const draft = beginDraft(facts, 'Recipe', 'name', 'image', 'description', 'author', 'datePublished');
  const { page, labels } = facts;
  draft.set(
    'recipeIngredient',
    itemsBelow(page, INGREDIENTS).filter((text) => text.length <= 200),
    'list of ingredients',
  );
  const steps = itemsBelow(page, SECTION.instructions).map((text) => stepNode({ name: undefined, text }));
  draft.set('recipeInstructions', steps, 'steps of the preparation');
  draft.set('prepTime', labelledDuration(labels, LABEL.prep), 'preparation time');
  draft.set('cookTime', labelledDuration(labels, LABEL.cook), 'cooking time');
  draft.set('totalTime', labelledDuration(labels, LABEL.total), 'total time');
  draft.set('recipeYield', labelled(labels, LABEL.yields)?.value.slice(0, 60) ?? servesIn(facts.text), 'servings');
  draft.set('recipeCuisine', labelled(labels, LABEL.cuisine)?.value.slice(0, 60), 'cuisine');
  draft.set('recipeCategory', labelled(labels, LABEL.course)?.value.slice(0, 60), 'course');
  draft.set('keywords', metaOf(page, 'keywords')?.slice(0, 300), 'meta keywords');
  draft.set('nutrition', caloriesOf(labelled(labels, LABEL.calories)?.value), 'calories');
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

/** A review of one thing: who judged, what, and with how many points. */
export function review(facts: PageFacts): Draft {
  const draft = beginDraft(facts, 'Review', 'author');
  draft.take('reviewRating', ratingOf(facts));
  draft.set('itemReviewed', reviewedThing(facts), 'name of the reviewed thing');
  return addStated(draft, facts, 'datePublished').take('reviewBody', facts.description);
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

export function ratingOf(facts: PageFacts): Find | undefined {
  const label = labelled(facts.labels, LABEL.rating);
  const match = POINTS.exec(label?.value ?? '');
  if (label === undefined || match === null) return undefined;
  const [, value = '', best = ''] = match;
  const points = Number(value.replace(',', '.'));
  if (points > Number(best)) return undefined;
  return find(thing('Rating', { ratingValue: points, bestRating: Number(best) }), quoteLabel(label, 40));
}

/** The items of a list that is written as headings, the most of one level, in their order. */
export function headingList(facts: PageFacts): Draft {
  const draft = beginDraft(facts, 'ItemList', 'name');
  const headings = facts.page.headings.filter(
    ({ level, region, hidden }) => level > 1 && region === 'content' && !hidden,
  );
  const ofLevel = (wanted: number): number => headings.filter(({ level }) => level === wanted).length;
  const level = [2, 3, 4].reduce((most, each) => (ofLevel(each) > ofLevel(most) ? each : most));
  const items = headings
    .filter((heading) => heading.level === level)
    .slice(0, ITEMS_MAX)
    .flatMap(
      ({ text }, at) => thing('ListItem', { position: at + 1, name: cleanText(text.replace(NUMBER, ''), 200) }) ?? [],
    );
  return draft.set('itemListElement', items, `${items.length} headings of one level`);
}

const ITEMS_MAX = 100;
const NUMBER = /^(?:#|no\.?\s?)?\d{1,3}\s?[.):–—-]\s*/iu;
