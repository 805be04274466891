import { answerSchema } from '../contract/envelope.ts';
import { type JsonSchema, jsonSchemaOf } from '../contract/json-schema.ts';
import type { Operation } from '../contract/operation.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { wholeInputSchema } from './input-schema.ts';
import { toolName, type ToolWording } from './tool-names.ts';

/** All that a caller may want to know of one operation, with every field and bound, as Markdown. */
export function operationPage(operation: Operation, wording: ToolWording): string {
  const input = wholeInputSchema(operation);
  const shared = new Map<string, JsonSchema>();
  const output = jsonSchemaOf(answerSchema(operation.result, operation.guidance), 'output', shared);
  const pace = operation.runs === 'queued' ? 'Runs as a job by default.' : 'Answers at once by default.';
  const reach =
    operation.needs.length === 0 ? 'Makes no outside call.' : `Uses these sources: ${operation.needs.join(', ')}.`;
  return [
    `# ${operation.title}`,
    `Tool \`${toolName(operation)}\`, operation \`${operation.id}\`, ${operation.method} /api/v1${operation.path}.`,
    wording.worded(operation.description),
    `Price: ${operation.price_rule}. ${pace} ${reach}`,
    '## Input',
    inputLines(operation, input),
    '## Example',
    code(operation.example),
    '## Answer',
    `Top-level fields: ${Object.keys(fieldsOf(output['properties'])).join(', ')}.`,
    '## Input schema',
    code(input),
  ].join('\n\n');
}

function inputLines(operation: Operation, schema: JsonSchema): string {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const lines = Object.entries(fieldsOf(schema['properties'])).map(([name, field]) => {
    const { description, default: preset } = fieldsOf(field);
    const facts = [
      required.includes(name) ? 'required' : '',
      preset === undefined ? '' : `default ${JSON.stringify(preset)}`,
    ].filter((fact) => fact !== '');
    const told = typeof description === 'string' ? `: ${description}` : '';
    return `- \`${name}\`${facts.length === 0 ? '' : ` (${facts.join(', ')})`}${told}`;
  });
  if (lines.length === 0) return 'None.';
  const needed = operation.one_of.length === 0 ? [] : [`One of ${operation.one_of.join(', ')} is required.`];
  return [...lines, ...needed].join('\n');
}

function code(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
