import type { ToolAnnotations } from '@modelcontextprotocol/server';

import type { JsonSchema } from '../contract/json-schema.ts';
import type { Operation } from '../contract/operation.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { annotationsOf } from './annotations.ts';
import { type Detail, toolInputSchema, type ToolInputSchema } from './input-schema.ts';
import { toolName, type ToolWording } from './tool-names.ts';

/** A tool in parts, so that a listing can leave some of them out. */
export interface ToolDraft {
  readonly name: string;
  readonly title: string | undefined;
  /** Whole sentences. The first one says what the tool does. */
  readonly sentences: readonly string[];
  /** The sentences that send a model to another tool by its name. */
  readonly pointers: readonly string[];
  readonly facts: ToolFacts;
  readonly inputSchema: ToolInputSchema;
  readonly annotations: ToolAnnotations;
}

/** What stands in brackets after the description. */
interface ToolFacts {
  /** Fields of which one is needed, such as `give url or html`. */
  readonly given: string | undefined;
  readonly price: string | undefined;
  /** Kinds of sources that a call may ask. */
  readonly reach: string | undefined;
  readonly pace: string | undefined;
}

export const FREE = 'free';

export function draftOf(operation: Operation, detail: Detail, wording: ToolWording): ToolDraft {
  const inputSchema = toolInputSchema(operation, detail);
  const sentences = sentencesOf(wording.worded(withoutPrice(operation.description)));
  const fields = Object.entries(inputSchema.properties).map(([name, field]) => [name, wordedField(field, wording)]);
  return {
    name: toolName(operation),
    title: operation.title,
    sentences,
    pointers: sentences.filter((sentence) => wording.namesTool(sentence)),
    facts: factsOf(operation),
    inputSchema: { ...inputSchema, properties: Object.fromEntries(fields) },
    annotations: annotationsOf(operation),
  };
}

/** The sentences, then the facts in brackets. */
export function descriptionOf({ sentences, facts }: ToolDraft): string {
  const told = [facts.given, facts.price, facts.reach, facts.pace].filter((fact) => fact !== undefined);
  return [...sentences, ...(told.length === 0 ? [] : [`[${told.join('; ')}]`])].join(' ');
}

/** A full stop before a small letter, as in `live: still there. lost: gone.`, does not end what belongs together. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=\.) (?=[A-Z`])/);
}

function factsOf(operation: Operation): ToolFacts {
  const given = operation.one_of.length === 0 ? undefined : `give ${orOf(operation.one_of)}`;
  if (operation.is_account) return { given, price: FREE, reach: undefined, pace: undefined };
  const pace = operation.runs === 'queued' ? 'runs as a job' : undefined;
  return { given, price: operation.price_rule, reach: reachOf(operation), pace };
}

function reachOf(operation: Operation): string {
  const needs = Object.keys(operation.needs);
  return needs.length === 0 ? 'no external calls' : `uses ${needs.join(', ')}`;
}

/** The facts after the description repeat this in one place for all tools. */
function withoutPrice(text: string): string {
  return text.replace(/ Free\.$/, '').replace(/ (?:Makes no external calls|Computes from the request alone)\.$/, '');
}

function orOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

/** With the fields of the records in it. */
function wordedField(field: JsonSchema, wording: ToolWording): JsonSchema {
  return Object.fromEntries(
    Object.entries(field).map(([keyword, value]) => [keyword, wordedPart(keyword, value, wording)]),
  );
}

function wordedPart(keyword: string, value: unknown, wording: ToolWording): unknown {
  if (keyword === 'description') return typeof value === 'string' ? wording.worded(value) : value;
  if (keyword === 'items') return wordedField(fieldsOf(value), wording);
  if (keyword === 'anyOf')
    return Array.isArray(value) ? value.map((form: unknown) => wordedField(fieldsOf(form), wording)) : value;
  if (keyword !== 'properties') return value;
  return Object.fromEntries(
    Object.entries(fieldsOf(value)).map(([name, inner]) => [name, wordedField(fieldsOf(inner), wording)]),
  );
}
