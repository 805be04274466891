import type { Json, JsonObject } from '../../../web/structured-data/json.ts';
import { isBlank, record } from '../../../web/structured-data/json.ts';

/** A node of a draft with where each of its properties was found. */
export class Draft {
  readonly types: readonly string[];
  readonly #properties = new Map<string, Json>();
  readonly #evidence = new Map<string, string>();

  constructor(types: readonly string[]) {
    this.types = types;
  }

  /** Sets a property once: the first evidence wins. Nothing is set without a value. */
  set(property: string, value: Json | undefined, evidence: string): this {
    if (value === undefined || isBlank(value) || this.#properties.has(property)) return this;
    this.#properties.set(property, value);
    this.#evidence.set(property, evidence);
    return this;
  }

  /** Takes the first of several finds that there is. */
  take(property: string, ...finds: readonly (Find | undefined)[]): this {
    for (const found of finds) if (found !== undefined) this.set(property, found.value, found.evidence);
    return this;
  }

  /** The same under another type. */
  as(types: readonly string[]): Draft {
    const other = new Draft(types);
    for (const [property, value] of this.#properties) other.set(property, value, this.#evidence.get(property) ?? '');
    return other;
  }

  has(property: string): boolean {
    return this.#properties.has(property);
  }

  get(property: string): Json | undefined {
    return this.#properties.get(property);
  }

  drop(property: string): void {
    this.#properties.delete(property);
  }

  /** Where the property at the head of a dotted path was found. */
  evidenceOf(path: string): string | undefined {
    return this.#evidence.get(path.split('.', 1)[0] ?? '');
  }

  get node(): JsonObject {
    const [type, ...more] = this.types;
    const types: Json = more.length === 0 ? (type ?? 'Thing') : [...this.types];
    return record([['@type', types], ...this.#properties]);
  }
}

/** A value and the words or element of the page that it comes from. */
export interface Find {
  readonly value: Json;
  readonly evidence: string;
}

export function find(value: Json | undefined, evidence: string): Find | undefined {
  return value === undefined || isBlank(value) ? undefined : { value, evidence };
}

/** A nested thing; undefined when it would say nothing. */
export function thing(type: string, properties: Readonly<Record<string, Json | undefined>>): JsonObject | undefined {
  const entries = Object.entries(properties).flatMap(([key, value]): [string, Json][] =>
    value === undefined || isBlank(value) ? [] : [[key, value]],
  );
  return entries.length === 0 ? undefined : record([['@type', type], ...entries]);
}
