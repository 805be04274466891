import { type AnswerForm, answerIn, type Detail } from '../contract/brief.ts';
import type { Operation } from '../contract/operation.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { wholeInputSchema } from './input-schema.ts';
import { toolName, type ToolWording } from './tool-names.ts';

/** What a selection of tools makes of an answer. */
export interface ToolAnswerParts {
  readonly operations: readonly Operation[];
  readonly wording: ToolWording;
}

type Fields = Readonly<Record<string, unknown>>;

/** The answer as an agent with these tools uses it: next calls are calls of tools, and texts name tools. */
export function toolAnswer(body: Fields, form: AnswerForm, parts: ToolAnswerParts): Fields {
  const { detail } = form;
  const answer = answerIn(body, form);
  const { job } = answer;
  const { result } = fieldsOf(job);
  if (typeof result !== 'object' || result === null) return worded(answer, detail, parts);
  return { ...answer, job: { ...fieldsOf(job), result: worded(fieldsOf(result), detail, parts) } };
}

function worded(answer: Fields, detail: Detail, parts: ToolAnswerParts): Fields {
  const { wording } = parts;
  const { agent_workflow, agent_support, markdown_summary, meta } = answer;
  return {
    ...answer,
    ...(agent_workflow === undefined ? {} : { agent_workflow: wordedPlan(fieldsOf(agent_workflow), detail, parts) }),
    ...(agent_support === undefined ? {} : { agent_support: wordedPlan(fieldsOf(agent_support), detail, parts) }),
    ...(typeof markdown_summary === 'string' ? { markdown_summary: wording.worded(markdown_summary) } : {}),
    ...(meta === undefined ? {} : { meta: wordedMeta(fieldsOf(meta), wording) }),
  };
}

/** The plan quotes the answer, which may quote a page; its own sentences are those that tell what to do. */
function wordedPlan(plan: Fields, detail: Detail, parts: ToolAnswerParts): Fields {
  const { wording } = parts;
  const texts = Object.entries(plan).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'string') return [[name, wording.worded(value)]];
    return name === 'guardrails' || name === 'limits'
      ? [[name, listOf(value).map((text) => wordedText(text, wording))]]
      : [];
  });
  const { steps, next_calls } = plan;
  return {
    ...plan,
    ...Object.fromEntries(texts),
    ...(steps === undefined ? {} : { steps: listOf(steps).map((step) => wordedStep(fieldsOf(step), wording)) }),
    next_calls: listOf(next_calls).flatMap((call) => toolCall(fieldsOf(call), detail, parts)),
  };
}

function wordedStep(step: Fields, wording: ToolWording): Fields {
  return { ...step, action: wordedText(step['action'], wording), why: wordedText(step['why'], wording) };
}

function wordedMeta(meta: Fields, wording: ToolWording): Fields {
  const { sources } = meta;
  if (!Array.isArray(sources)) return meta;
  const told = sources.map((source) => {
    const { note } = fieldsOf(source);
    return typeof note === 'string' ? { ...fieldsOf(source), note: wording.worded(note) } : source;
  });
  return { ...meta, sources: told };
}

/** A call of a tool that is offered; none for another. */
function toolCall(call: Fields, detail: Detail, { operations, wording }: ToolAnswerParts): Fields[] {
  const operation = operations.find(({ id }) => id === call['operation']);
  if (operation === undefined) return [];
  const given = fieldsOf(call['body']);
  const reason = wordedText(call['reason'], wording);
  const short =
    detail === 'full' ? { sent: given, left: undefined } : withFewRows(withoutDefaults(given, operation), operation);
  return [
    {
      tool: toolName(operation),
      arguments: short.sent,
      reason: typeof reason === 'string' && short.left !== undefined ? `${reason} ${short.left}` : reason,
      credits: call['credits'],
    },
  ];
}

/** The call asks for the same without what it would have anyway. */
function withoutDefaults(given: Fields, operation: Operation): Fields {
  const properties = fieldsOf(wholeInputSchema(operation)['properties']);
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== fieldsOf(properties[name])['default']),
  );
}

/** Enough rows to go on with; all of them would make the answer twice as long. */
const ROWS_MAX = 10;

/** The call as it works when it is sent unchanged: with the first rows of the answer, and what they are judged by. */
function withFewRows(
  given: Fields,
  operation: Operation,
): { readonly sent: Fields; readonly left: string | undefined } {
  const properties = fieldsOf(wholeInputSchema(operation)['properties']);
  const left: string[] = [];
  const sent = Object.entries(given).map(([name, value]) => {
    if (!Array.isArray(value) || !value.some(isRow)) return [name, value];
    const required = new Set(listOf(fieldsOf(fieldsOf(properties[name])['items'])['required']));
    if (value.length > ROWS_MAX) left.push(`${name} has the first ${ROWS_MAX} of ${value.length} rows: add others.`);
    return [name, value.slice(0, ROWS_MAX).map((row: unknown) => shortRow(row, required))];
  });
  return { sent: Object.fromEntries(sent), left: left[0] };
}

function isRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** What names a row, however long. */
const NAMING = new Set(['id', 'url', 'source_url', 'page', 'keyword', 'query', 'domain', 'title', 'name']);
const CHARACTERS_MAX = 60;
const WORDS_MAX = 5;

function shortRow(row: unknown, required: ReadonlySet<unknown>): unknown {
  const fields = Object.entries(fieldsOf(row));
  if (fields.length === 0) return row;
  return Object.fromEntries(
    fields.filter(([name, value]) => required.has(name) || (value !== null && (NAMING.has(name) || isShort(value)))),
  );
}

/** Figures, flags, and lists of a few words. */
function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= CHARACTERS_MAX;
  if (!Array.isArray(value)) return typeof value !== 'object';
  return value.length > 0 && value.length <= WORDS_MAX && value.every((each) => !isRow(each) && isShort(each));
}

function wordedText(text: unknown, wording: ToolWording): unknown {
  return typeof text === 'string' ? wording.worded(text) : text;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
