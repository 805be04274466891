import { counted } from '../kernel/grammar.ts';
import { lineOf, shortened } from '../web/page/quote.ts';
import { type Entity, listMainEntities } from '../web/structured-data/entity.ts';
import type { StructuredItem } from '../web/structured-data/items.ts';
import { type Finding, judgeStructuredData, type Verdict } from '../web/structured-data/judge.ts';
import { isKind } from '../web/structured-data/vocabulary.ts';
import { type Evidence, fail, notApplicable, type Outcome, pass, quoteElements, warn } from './check.ts';
import type { Facts } from './facts.ts';
import type { PageType } from './input.ts';
import { defineRules } from './rule.ts';

export const STRUCTURED_DATA_RULES = defineRules({
  'sd.json': judgeJson,
  'sd.vocabulary': judgeVocabulary,
  'sd.type': judgeTypes,
  'sd.required': judgeRequired,
  'sd.recommended': judgeRecommended,
  'sd.values': judgeValues,
  'sd.expected': judgeExpected,
  'sd.retired': judgeRetired,
});

const NONE = notApplicable('no structured data');

function judgeJson({ page }: Facts): Outcome {
  const blocks = page.json_ld;
  if (blocks.length === 0) return notApplicable('no JSON-LD');
  const broken = blocks.flatMap((block) => (block.error === undefined ? [] : [block.error]));
  const [first] = broken;
  if (first === undefined) return pass(`${counted(blocks.length, 'block')} of valid JSON`);
  const evidence = broken.slice(0, 5).map(({ offset }): Evidence => {
    const line = lineOf(page, offset);
    return { element: shortened(page.source.slice(Math.max(0, offset - 80), offset + 80)), line };
  });
  return fail(
    `${counted(broken.length, 'block')} with an error; line ${lineOf(page, first.offset)}: ${first.message}`,
    { wrong: [broken.length, blocks.length], evidence },
  );
}

function judgeVocabulary({ page }: Facts): Outcome {
  const blocks = page.json_ld.filter((block) => block.entities.length > 0);
  if (blocks.length === 0) return notApplicable('no readable JSON-LD');
  const without = blocks.filter((block) => !block.vocabulary);
  if (without.length === 0) return pass('every block names schema.org');
  return fail(`${counted(without.length, 'block')} without schema.org as @context`, {
    wrong: [without.length, blocks.length],
    evidence: quoteElements(page, without),
  });
}

function judgeTypes(facts: Facts): Outcome {
  const { verdicts } = judgeStructuredData(facts.page);
  if (verdicts.length === 0) return NONE;
  const misspelled = listLacking(verdicts, ['spelling']);
  if (misspelled.length > 0)
    return fail(
      phraseFirst(misspelled, ({ message }) => message),
      { wrong: [misspelled.length, verdicts.length], evidence: quoteItems(facts, misspelled) },
    );
  const untyped = listLacking(verdicts, ['type']);
  if (untyped.length === 0) return pass(nameItems(verdicts));
  const evidence = quoteItems(facts, untyped);
  return fail(`${counted(untyped.length, 'item')} without a type`, {
    wrong: [untyped.length, verdicts.length],
    evidence,
    fix: 'Give each item its @type.',
  });
}

function judgeRequired(facts: Facts): Outcome {
  const { verdicts } = judgeStructuredData(facts.page);
  const lacking = listLacking(verdicts, ['required']);
  if (lacking.length === 0) return passComplete(verdicts);
  const evidence = quoteItems(facts, lacking);
  const found = phraseLacking(lacking);
  // A type that Google no longer shows requires nothing any more.
  const details = { wrong: [lacking.length, listRich(verdicts).length] as const, evidence };
  return lacking.some(hasError) ? fail(found, details) : warn(found, details);
}

function judgeRecommended(facts: Facts): Outcome {
  const { verdicts } = judgeStructuredData(facts.page);
  const lacking = listLacking(verdicts, ['recommended']);
  return lacking.length === 0
    ? passComplete(verdicts)
    : warn(phraseLacking(lacking), {
        wrong: [lacking.length, listRich(verdicts).length],
        evidence: quoteItems(facts, lacking),
      });
}

function passComplete(verdicts: readonly Verdict[]): Outcome {
  const judged = listRich(verdicts);
  return judged.length === 0
    ? notApplicable('no type for which Google documents properties')
    : pass(`complete: ${nameItems(judged)}`);
}

/** Things that can earn a rich result. */
function listRich(verdicts: readonly Verdict[]): Verdict[] {
  return verdicts.filter(({ rich }) => rich?.rich_result !== undefined);
}

function judgeValues(facts: Facts): Outcome {
  const { verdicts } = judgeStructuredData(facts.page);
  if (verdicts.length === 0) return NONE;
  const wrong = listLacking(verdicts, ['value']);
  if (wrong.length === 0) return pass('all values are readable');
  const found = phraseFirst(wrong, ({ field, message }) => `${field.slice(-60)}: ${message}`);
  const evidence = quoteItems(facts, wrong);
  const details = { wrong: [wrong.length, verdicts.length] as const, evidence };
  return wrong.some(hasError) ? fail(found, details) : warn(found, details);
}

const EXPECTED: Readonly<Partial<Record<PageType, readonly string[]>>> = {
  article: ['Article'],
  blog_post: ['Article'],
  product: ['Product'],
  software: ['SoftwareApplication', 'Product'],
  local_business: ['LocalBusiness'],
};

function judgeExpected({ page, page_type: { type } }: Facts): Outcome {
  const kinds = type === null ? undefined : EXPECTED[type];
  if (type === null || kinds === undefined) return notApplicable('no rich result for this page type');
  const entities = listMainEntities(page);
  const found = entities.filter(({ types }) => types.some((each) => kinds.some((kind) => isKind(each, kind))));
  if (found.length > 0) return pass(nameTypes(found));
  const has = entities.length === 0 ? 'no structured data' : `only ${nameTypes(entities)}`;
  return warn(`${has} on a page of type ${type.replaceAll('_', ' ')}`, {
    fix: `Describe the page as ${kinds[0] ?? ''} in JSON-LD.`,
  });
}

function judgeRetired(facts: Facts): Outcome {
  const { verdicts } = judgeStructuredData(facts.page);
  if (verdicts.length === 0) return NONE;
  const found = listLacking(verdicts, ['retired']);
  if (found.length === 0) return pass('no retired type');
  return warn(
    phraseFirst(found, ({ message }) => message),
    { evidence: quoteItems(facts, found) },
  );
}

/** Things with findings of certain kinds, and these findings alone. */
function listLacking(verdicts: readonly Verdict[], kinds: readonly Finding['kind'][]): Verdict[] {
  return verdicts
    .map((verdict) => ({ ...verdict, findings: verdict.findings.filter(({ kind }) => kinds.includes(kind)) }))
    .filter(({ findings }) => findings.length > 0);
}

function hasError({ findings }: Verdict): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

const PHRASES_MAX = 5;

function phraseLacking(lacking: readonly Verdict[]): string {
  const phrases = lacking.map(({ item, findings }) => {
    const fields = new Set(findings.map(({ field }) => field.slice(0, 100)));
    return `${nameType(item)} lacks ${[...fields].slice(0, 15).join(', ')}`;
  });
  return [...new Set(phrases)].slice(0, PHRASES_MAX).join('; ');
}

function phraseFirst(verdicts: readonly Verdict[], phrase: (finding: Finding) => string): string {
  const phrases = new Set(verdicts.flatMap(({ findings }) => findings.map(phrase)));
  return [...phrases].slice(0, PHRASES_MAX).join('; ');
}

/** Markup has no script to quote. */
function quoteItems({ page }: Facts, verdicts: readonly Verdict[]): Evidence[] {
  const places = new Map(
    verdicts.flatMap(({ item: { place } }) => (place === undefined ? [] : [[place.start, place]])),
  );
  return quoteElements(
    page,
    [...places.values()].map((place) => ({ place })),
  );
}

function nameItems(verdicts: readonly Verdict[]): string {
  return nameTypes(verdicts.map(({ item }) => item));
}

const NAMES_MAX = 8;

function nameTypes(entities: readonly Pick<Entity | StructuredItem, 'types'>[]): string {
  const names = [...new Set(entities.map(nameType))];
  const more = names.length - NAMES_MAX;
  return more > 0 ? `${names.slice(0, NAMES_MAX).join(', ')} and ${more} more` : names.join(', ');
}

function nameType({ types }: Pick<Entity | StructuredItem, 'types'>): string {
  return types.length === 0 ? 'an item without type' : shortened(types.join(' and '), 60);
}
