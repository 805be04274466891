import { z } from 'zod';

export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * A zod object as JSON Schema 2020-12, the dialect of OpenAPI 3.1 and of MCP.
 *
 * Schemas with an id become references to `#/components/schemas/ID`; `shared` collects them.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', shared: Map<string, JsonSchema>): JsonSchema {
  const made: unknown = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => dropImpliedBounds(jsonSchema),
  });
  const { $schema: _dialect, $defs, ...whole } = asSchema(relinked(made));
  for (const [id, definition] of Object.entries($defs === undefined ? {} : asSchema($defs))) {
    shared.set(id, asSchema(definition));
  }
  return whole;
}

/** `z.int()` writes the bounds of a double's integers; they say nothing to a reader. */
function dropImpliedBounds(schema: { minimum?: number; maximum?: number; type?: unknown }): void {
  if (schema.type !== 'integer') return;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function relinked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relinked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !(name === 'id' && typeof inner === 'string' && 'type' in value))
      .map(([name, inner]) => [
        name,
        name === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : relinked(inner),
      ]),
  );
}

/** zod makes objects here; anything else would be a fault of zod. */
function asSchema(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Error('A JSON Schema was expected.');
}
