import type { JsonSchema } from '../contract/json-schema.ts';
import type { ToolInputSchema } from './input-schema.ts';

/** A tool while it is being shortened. */
export interface ToolDraft {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: ToolInputSchema;
  readonly annotations: object;
}

/**
 * The draft without the parts that help a model least, cut only as far as needed to fit.
 *
 * The first cuts repeat what names, types and the server's instructions already say; the last ones are the types of
 * records inside lists. Names, types, choices and required fields always stay, and what remains is still true.
 */
export function fitted(draft: ToolDraft, fits: (draft: ToolDraft) => boolean): ToolDraft {
  let shown = draft;
  for (const step of STEPS) {
    if (fits(shown)) return shown;
    shown = step(shown, fits);
  }
  return shown;
}

type Step = (draft: ToolDraft, fits: (draft: ToolDraft) => boolean) => ToolDraft;

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
const SELF_EXPLAINED = ['target', 'keyword', 'keywords', 'url', 'query', 'domain', 'id', 'job_id'];

const FIELD_CHARACTERS = 70;
const TOOL_CHARACTERS = 230;
const RECORDS = / ?(?:Each|Fields): \{.*\}$/;
/** A sentence that sends a model to another tool. */
const NEIGHBOUR = /\b[a-z]+_[a-z_]+\b|\bUse /;

const STEPS: readonly Step[] = [
  ({ title: _title, ...draft }) => draft,
  (draft) => withFields(draft, (field, name) => (EXPLAINED_ONCE.includes(name) ? undescribed(field) : field)),
  (draft) => withFields(draft, shortened),
  (draft) => ({ ...draft, description: withFirstSentences(draft.description, TOOL_CHARACTERS) }),
  (draft) => withFields(draft, (field) => (field['default'] === false ? withoutDefault(field) : field)),
  undescribeOptional,
  (draft) => ({ ...draft, description: withFirstSentences(draft.description, 1) }),
  (draft) => withFields(draft, withoutRecordTypes),
  (draft) => withFields(draft, withoutDefault),
  (draft) => withFields(draft, withoutBounds),
  (draft) => withFields(draft, (field, name) => (SELF_EXPLAINED.includes(name) ? undescribed(field) : field)),
  (draft) => withFields(draft, withoutTypeOfChoices),
];

function withFields(draft: ToolDraft, change: (field: JsonSchema, name: string) => JsonSchema): ToolDraft {
  const fields = Object.entries(draft.inputSchema.properties).map(([name, field]) => [name, change(field, name)]);
  return { ...draft, inputSchema: { ...draft.inputSchema, properties: Object.fromEntries(fields) } };
}

/** Optional fields lose their descriptions one by one, the longest first; the form of their records stays. */
function undescribeOptional(draft: ToolDraft, fits: (draft: ToolDraft) => boolean): ToolDraft {
  const { properties, required = [] } = draft.inputSchema;
  const order = Object.keys(properties)
    .filter((name) => !required.includes(name))
    .toSorted((left, right) => descriptionOf(properties[right]).length - descriptionOf(properties[left]).length);
  let shown = draft;
  for (const name of order) {
    if (fits(shown)) return shown;
    shown = withFields(shown, (field, each) => (each === name ? undescribed(field) : field));
  }
  return shown;
}

function undescribed(field: JsonSchema): JsonSchema {
  const { description: _description, ...rest } = field;
  const records = RECORDS.exec(descriptionOf(field))?.[0].trim();
  return records === undefined ? rest : { ...rest, description: records };
}

function shortened(field: JsonSchema): JsonSchema {
  const description = descriptionOf(field);
  if (description === '') return field;
  const records = RECORDS.exec(description)?.[0] ?? '';
  const said = description.slice(0, description.length - records.length);
  const clause = firstClause(said);
  return { ...field, description: records === '' ? clause : `${clause.replace(/[.,:;]?$/, '.')}${records}` };
}

/** The first sentence, or as much of it as ends at a comma or a word. */
function firstClause(text: string): string {
  const sentence = text.split(/(?<=\.) |; /, 1)[0] ?? text;
  if (sentence.length <= FIELD_CHARACTERS) return sentence;
  const cut = sentence.slice(0, FIELD_CHARACTERS);
  const end = Math.max(cut.lastIndexOf(', '), cut.lastIndexOf(': '));
  return end > FIELD_CHARACTERS / 2 ? cut.slice(0, end) : cut.slice(0, cut.lastIndexOf(' '));
}

/**
 * The first sentence, sentences that point to another tool, and the others within the limit. The brackets at the end
 * stay.
 */
function withFirstSentences(description: string, charactersMax: number): string {
  const facts = / ?\[[^\]]*\]$/.exec(description)?.[0] ?? '';
  const sentences = description.slice(0, description.length - facts.length).split(/(?<=\.) (?=[A-Z])/);
  let room = charactersMax - sentences.reduce((sum, text, at) => sum + (isNeeded(text, at) ? text.length : 0), 0);
  const said = sentences.filter((text, at) => {
    if (isNeeded(text, at)) return true;
    room -= text.length;
    return room >= 0;
  });
  return said.join(' ') + facts;
}

function isNeeded(sentence: string, at: number): boolean {
  return at === 0 || NEIGHBOUR.test(sentence);
}

function withoutRecordTypes(field: JsonSchema): JsonSchema {
  const description = descriptionOf(field);
  return RECORDS.test(description)
    ? { ...field, description: description.replaceAll(/: (?:number|integer|boolean|list)\b/g, '') }
    : field;
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

/** Choices are text, as everybody sees. */
function withoutTypeOfChoices(field: JsonSchema): JsonSchema {
  const { type, ...rest } = field;
  return type === 'string' && Array.isArray(field['enum']) ? rest : field;
}

function descriptionOf(field: JsonSchema | undefined): string {
  const description = field?.['description'];
  return typeof description === 'string' ? description : '';
}
