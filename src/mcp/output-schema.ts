import { answerSchema } from '../contract/envelope.ts';
import { type JsonSchema, jsonSchemaOf } from '../contract/json-schema.ts';
import type { Operation } from '../contract/operation.ts';
import { fieldsOf } from '../kernel/fields-of.ts';

/**
 * What a tool may return: the answer itself, the job that will have it, or a failure. Clients validate every answer
 * against it, so all three are listed. It has names and types; the operation's resource says what they mean.
 */
export function outputSchemaOf(operation: Operation): { type: 'object'; [keyword: string]: unknown } {
  const shared = new Map<string, JsonSchema>();
  const answer = jsonSchemaOf(answerSchema(operation.result, operation.guidance), 'output', shared);
  const whole = { ...fieldsOf(shown(answer)), required: ALWAYS };
  const forms = [whole, ...(operation.is_account ? [] : [DEFERRED, PRICED]), FAILED];
  const used = new Set<string>();
  noteReferences(forms, shared, used);
  const definitions = Object.fromEntries([...used].map((id) => [id, shown(shared.get(id))]));
  return { type: 'object', anyOf: forms, ...(used.size === 0 ? {} : { $defs: definitions }) };
}

const DEFERRED = { type: 'object', properties: { poll_with: { type: 'string' } }, required: ['poll_with'] };
const PRICED = { type: 'object', properties: { dry_run: { const: true } }, required: ['dry_run'] };
const FAILED = { type: 'object', properties: { success: { const: false } }, required: ['success'] };

/** The same in every answer, and longer than most of them. */
const SAME_EVERYWHERE = ['AgentWorkflow', 'AgentSupport', 'Meta'];

/** A brief answer lacks what is null in rows, and whatever was not asked for. */
const ALWAYS = ['success', 'meta'];

/** Descriptions, and what a brief or a cut answer need not keep. */
const LEFT_OUT = [
  'description',
  'required',
  'additionalProperties',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
];

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const id = referenceOf(value);
  if (id !== undefined) return SAME_EVERYWHERE.includes(id) ? { type: 'object' } : { $ref: `#/$defs/${id}` };
  return Object.fromEntries(
    Object.entries(value)
      .filter(([keyword]) => !LEFT_OUT.includes(keyword))
      .map(([keyword, inner]: [string, unknown]) => [
        keyword,
        keyword === 'properties' ? shownFields(inner) : shown(inner),
      ]),
  );
}

/** The names here are field names, even where they look like keywords. */
function shownFields(fields: unknown): unknown {
  return Object.fromEntries(Object.entries(fieldsOf(fields)).map(([name, field]) => [name, shown(field)]));
}

function referenceOf(schema: object): string | undefined {
  const reference: unknown = '$ref' in schema ? schema.$ref : undefined;
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

function noteReferences(value: unknown, shared: ReadonlyMap<string, JsonSchema>, used: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const id = referenceOf(value);
  if (id !== undefined && !used.has(id)) {
    used.add(id);
    noteReferences(shown(shared.get(id)), shared, used);
  }
  for (const inner of Object.values(value)) noteReferences(inner, shared, used);
}
