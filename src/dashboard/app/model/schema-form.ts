import type { OperationFormView } from '../../views.ts';
import type { Fields } from './report.ts';
import { isFields } from './values.ts';
import { labelOf, spoken } from './words.ts';

type ControlKind = 'text' | 'long' | 'number' | 'choice' | 'yes' | 'lines' | 'json';

/** A field of a form, made of the schema of an input. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: ControlKind;
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  readonly preset: unknown;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

/** Texts of this length are pasted, not typed. */
const LONG_FROM = 5000;

/** Required fields first, and those of which one has to be given. */
export function fieldsOfForm({ input, shared, one_of }: OperationFormView): readonly FormField[] {
  const properties = isFields(input['properties']) ? input['properties'] : {};
  const required = Array.isArray(input['required']) ? input['required'] : [];
  const fields = Object.entries(properties).map(([name, schema]) =>
    fieldOf(name, resolved(schema, shared), required.includes(name)),
  );
  const rank = ({ name, isRequired }: FormField): number => (isRequired ? 0 : one_of.includes(name) ? 1 : 2);
  return fields.toSorted((one, other) => rank(one) - rank(other));
}

function resolved(schema: unknown, shared: Fields): Fields {
  const fields = isFields(schema) ? schema : {};
  const reference = fields['$ref'];
  if (typeof reference !== 'string') return fields;
  const target = shared[reference.split('/').at(-1) ?? ''];
  return isFields(target) ? { ...target, ...fields } : fields;
}

function fieldOf(name: string, schema: Fields, isRequired: boolean): FormField {
  const { description, enum: choices, minimum, maximum } = schema;
  return {
    name,
    label: labelOf(name),
    hint: typeof description === 'string' ? spoken(description) : '',
    kind: kindOf(schema),
    choices: Array.isArray(choices) ? choices.map(String) : [],
    isRequired,
    preset: schema['default'],
    minimum: typeof minimum === 'number' ? minimum : undefined,
    maximum: typeof maximum === 'number' ? maximum : undefined,
  };
}

function kindOf(schema: Fields): ControlKind {
  const { type, enum: choices, items, maxLength } = schema;
  if (Array.isArray(choices)) return 'choice';
  if (type === 'boolean') return 'yes';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string') return typeof maxLength === 'number' && maxLength > LONG_FROM ? 'long' : 'text';
  if (type === 'array' && isFields(items) && items['type'] === 'string') return 'lines';
  return 'json';
}

/** What a control shows for a value. */
export function shownValue({ kind }: FormField, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (kind === 'lines' && Array.isArray(value)) return value.map(String).join('\n');
  if (kind === 'json') return JSON.stringify(value, undefined, 2);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export interface ReadForm {
  readonly input: Fields;
  /** Names of fields whose JSON cannot be read. */
  readonly unreadable: readonly string[];
}

/** The input that a form means: without what was left as it is. */
export function readForm(fields: readonly FormField[], values: FormData): ReadForm {
  const input: Record<string, unknown> = {};
  const unreadable: string[] = [];
  for (const field of fields) {
    const { name, kind, preset } = field;
    const raw = values.get(name);
    const text = typeof raw === 'string' ? raw : '';
    if (kind === 'yes') {
      const isYes = raw !== null;
      if (isYes !== (preset === true)) input[name] = isYes;
      continue;
    }
    if (text.trim() === '' || text === shownValue(field, preset)) continue;
    if (kind === 'number') input[name] = Number(text);
    else if (kind === 'lines') input[name] = text.split('\n').flatMap((line) => line.trim() || []);
    else if (kind === 'json') {
      try {
        input[name] = JSON.parse(text);
      } catch {
        unreadable.push(name);
      }
    } else input[name] = kind === 'long' ? text : text.trim();
  }
  return { input, unreadable };
}
