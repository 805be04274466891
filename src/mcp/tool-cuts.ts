import type { JsonSchema } from '../contract/json-schema.ts';
import { FREE, sentencesOf, type ToolDraft } from './tool-draft.ts';

/** Fields that the server's instructions explain once for all tools. */
const EXPLAINED_ONCE = [
  'limit',
  'offset',
  'location',
  'location_code',
  'language',
  'rank_scale',
  'backlinks_status_type',
];

/** Fields whose names say what to send. */
const SELF_EXPLAINED = [
  'target',
  'targets',
  'keyword',
  'keywords',
  'url',
  'query',
  'domain',
  'site',
  'host',
  'id',
  'job_id',
  'variables',
  'data_sources',
  'paused',
];

const TOOL_CHARACTERS = 230;
const RECORDS = / ?(?:Each|Fields): \{.*\}$/;
/** A sentence that sends a model to another tool. A longer one says something else as well. */
const NEIGHBOUR = /\b[a-z]+_[a-z_]+\b|\bUse /;
const NEIGHBOUR_CHARACTERS_MAX = 100;

type Cut = (draft: ToolDraft) => ToolDraft;

/**
 * What a tool can do without, from what helps a model least to what helps it most.
 *
 * Each cut takes the result of the one before. The first ones repeat what names, types and the server's instructions
 * already say. Sentences go whole or stay whole. The first sentence, what it costs, which field to give, names, types,
 * choices and required fields always stay, and what remains is still true.
 */
export const CUTS: readonly Cut[] = [
  (draft) => ({ ...draft, title: undefined }),
  (draft) => withFields(draft, (field, name) => (EXPLAINED_ONCE.includes(name) ? undescribed(field) : field)),
  (draft) => withFields(draft, withFirstSentence),
  (draft) => withFields(draft, (field) => (field['default'] === false ? withoutDefault(field) : field)),
  (draft) => ({ ...draft, facts: { ...draft.facts, reach: undefined } }),
  (draft) => ({ ...draft, sentences: sentencesWithin(draft.sentences, TOOL_CHARACTERS) }),
  (draft) =>
    withFields(draft, (field, name) => (isSaidBy(`${draft.name}_${name}`, field) ? undescribed(field) : field)),
  (draft) => withFields(draft, withoutBounds),
  (draft) => withFields(draft, withoutDefault),
  (draft) => withOptionalFieldsTold(draft, speaksForItself, 70),
  (draft) => ({ ...draft, sentences: sentencesWithin(draft.sentences, 0) }),
  withoutMinimumPrice,
  (draft) => withFields(draft, withoutRecordTypes),
  ...[40, 0].map(
    (charactersMax): Cut =>
      (draft) =>
        withOptionalFieldsTold(draft, speaksForItself, charactersMax),
  ),
  (draft) => (draft.facts.price === FREE ? { ...draft, facts: { ...draft.facts, price: undefined } } : draft),
  (draft) => withFields(draft, (field, name) => (SELF_EXPLAINED.includes(name) ? undescribed(field) : field)),
  (draft) => ({ ...draft, facts: { ...draft.facts, pace: undefined } }),
  ...[90, 60, 45, 30, 0].map(
    (charactersMax): Cut =>
      (draft) =>
        withOptionalFieldsTold(draft, isAny, charactersMax),
  ),
  withPointersOnly,
  withoutClosedWorld,
  withoutClosedWorldOfWriting,
  withoutIdempotence,
  withLeastPrice,
];

function withFields(draft: ToolDraft, change: (field: JsonSchema, name: string) => JsonSchema): ToolDraft {
  const fields = Object.entries(draft.inputSchema.properties).map(([name, field]) => [name, change(field, name)]);
  return { ...draft, inputSchema: { ...draft.inputSchema, properties: Object.fromEntries(fields) } };
}

/** The first sentence, sentences that point to another tool, and the others while they fit. */
function sentencesWithin(sentences: readonly string[], charactersMax: number): string[] {
  let room = charactersMax - sentences.reduce((sum, text, at) => sum + (isNeeded(text, at) ? text.length : 0), 0);
  return sentences.filter((text, at) => {
    if (isNeeded(text, at)) return true;
    room -= text.length;
    return room >= 0;
  });
}

function isNeeded(sentence: string, at: number): boolean {
  return at === 0 || (sentence.length <= NEIGHBOUR_CHARACTERS_MAX && NEIGHBOUR.test(sentence));
}

function withPointersOnly(draft: ToolDraft): ToolDraft {
  return { ...draft, sentences: draft.sentences.filter((text, at) => at === 0 || draft.pointers.includes(text)) };
}

/** The records that a field holds are part of its type: they stay when its description goes. */
function undescribed(field: JsonSchema): JsonSchema {
  const { description: _description, ...rest } = field;
  const { records } = partsOf(field);
  return records === '' ? rest : { ...rest, description: records.trim() };
}

function withFirstSentence(field: JsonSchema): JsonSchema {
  const { said, records } = partsOf(field);
  const [first] = sentencesOf(said);
  return first === undefined || first === '' ? field : { ...field, description: `${first}${records}` };
}

type FieldTest = (field: JsonSchema, name: string) => boolean;

function withOptionalFieldsTold(draft: ToolDraft, isMeant: FieldTest, charactersMax: number): ToolDraft {
  const { required = [] } = draft.inputSchema;
  return withFields(draft, (field, name) => {
    const isKept = required.includes(name) || !isMeant(field, name) || partsOf(field).said.length <= charactersMax;
    return isKept ? field : undescribed(field);
  });
}

const isAny: FieldTest = () => true;

/** Choices, and names of several words such as `min_referring_domains`, say more than `since` or `runs` alone. */
const speaksForItself: FieldTest = (field, name) => name.includes('_') || Array.isArray(field['enum']);

/** An answer says what was charged, and a dry run what would be. */
function withoutMinimumPrice(draft: ToolDraft): ToolDraft {
  return { ...draft, facts: { ...draft.facts, price: draft.facts.price?.replace(/, minimum \d+(?=$|;)/, '') } };
}

/** Shorter words carry no news: articles, prepositions, and so on. */
const NEWS_CHARACTERS_MIN = 5;
/** Long enough to take `tracked` and `tracking` for one word. */
const STEM_CHARACTERS = 4;

/** A description says nothing new if all its longer words but one are in the names of tool and field. */
function isSaidBy(names: string, field: JsonSchema): boolean {
  const known = names.split('_').map(stemOf);
  const news = partsOf(field).said.match(/[\p{L}\p{N}]+/gu) ?? [];
  return news.filter((word) => word.length >= NEWS_CHARACTERS_MIN && !known.includes(stemOf(word))).length <= 1;
}

function stemOf(word: string): string {
  return word.toLowerCase().slice(0, STEM_CHARACTERS);
}

/** A client then takes a tool that reads for more open than it is, never for less. */
function withoutClosedWorld(draft: ToolDraft): ToolDraft {
  const { openWorldHint: _openWorldHint, ...annotations } = draft.annotations;
  return annotations.readOnlyHint === true ? { ...draft, annotations } : draft;
}

function withoutClosedWorldOfWriting(draft: ToolDraft): ToolDraft {
  const { openWorldHint: _openWorldHint, ...annotations } = draft.annotations;
  return { ...draft, annotations };
}

/** What optional parts add is in a dry run, and in the answer. */
function withLeastPrice(draft: ToolDraft): ToolDraft {
  const { price } = draft.facts;
  const short = price?.replace(/ (?:requested|supplied) /, ' ');
  const least = short?.replace(/(?:, \+\d+ with |, with |; doubled with ).*$/, '');
  return { ...draft, facts: { ...draft.facts, price: least === short ? short : `from ${least}` } };
}

/** A client may then think a tool less safe to call twice than it is, never safer. */
function withoutIdempotence(draft: ToolDraft): ToolDraft {
  const { idempotentHint: _idempotentHint, ...annotations } = draft.annotations;
  return { ...draft, annotations };
}

function withoutRecordTypes(field: JsonSchema): JsonSchema {
  const { said, records } = partsOf(field);
  if (records === '') return field;
  return { ...field, description: said + records.replaceAll(/: (?:number|integer|boolean|list|object)\b/g, '') };
}

function withoutDefault(field: JsonSchema): JsonSchema {
  const { default: _default, ...rest } = field;
  return rest;
}

/** A number out of bounds is refused with the bounds. */
function withoutBounds(field: JsonSchema): JsonSchema {
  const { minimum: _minimum, maximum: _maximum, ...rest } = field;
  return rest;
}

function partsOf(field: JsonSchema): { said: string; records: string } {
  const description = typeof field['description'] === 'string' ? field['description'] : '';
  const records = RECORDS.exec(description)?.[0] ?? '';
  return { said: description.slice(0, description.length - records.length), records };
}
