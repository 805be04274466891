/** A type as it is written, before it is broken into lines. */
export type TypeTree =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'union'; readonly options: readonly TypeTree[] }
  | { readonly kind: 'list'; readonly of: TypeTree }
  | { readonly kind: 'record'; readonly of: TypeTree }
  | ObjectTree;

export interface ObjectTree {
  readonly kind: 'object';
  /** Names of shapes that the object holds besides its own fields. */
  readonly parts: readonly string[];
  readonly fields: readonly FieldTree[];
}

export interface FieldTree {
  readonly name: string;
  readonly is_optional: boolean;
  readonly description: string | undefined;
  readonly type: TypeTree;
}

export const COLUMNS_MAX = 120;

/** More of them on one line hide the fields between them. */
const DESCRIPTIONS_ON_A_LINE_MAX = 2;

/** On one line, however long; equal types have equal texts. */
export function flatType(tree: TypeTree): string {
  switch (tree.kind) {
    case 'text':
      return tree.text;
    case 'union':
      return tree.options.map(flatType).join(' | ');
    case 'list':
      return isCompound(tree.of) ? `(${flatType(tree.of)})[]` : `${flatType(tree.of)}[]`;
    case 'record':
      return `Record<string, ${flatType(tree.of)}>`;
    case 'object':
      return flatObject(tree);
  }
}

/** With its description, which editors show wherever the field is used. */
export function flatField(field: FieldTree): string {
  return `${oneLineComment(field)}${headOf(field)}${flatType(field.type)}`;
}

/** `head`, the type and `tail` in lines of at most 120 columns. Short objects and fields without a description share lines. */
export function typeLines(head: string, tree: TypeTree, tail: string, indent = ''): string[] {
  const line = `${indent}${head}${flatType(tree)}${tail}`;
  if (line.length <= COLUMNS_MAX && countDescriptions(tree) <= DESCRIPTIONS_ON_A_LINE_MAX) return [line];
  switch (tree.kind) {
    case 'text':
      return [line];
    case 'union':
      return unionLines(head, tree.options, tail, indent);
    case 'list':
      return isCompound(tree.of)
        ? typeLines(`${head}(`, tree.of, `)[]${tail}`, indent)
        : typeLines(head, tree.of, `[]${tail}`, indent);
    case 'record':
      return typeLines(`${head}Record<string, `, tree.of, `>${tail}`, indent);
    case 'object':
      return objectLines(head, tree, tail, indent);
  }
}

/** A description as comment lines of at most 120 columns. */
export function commentLines(description: string | undefined, indent = ''): string[] {
  if (description === undefined) return [];
  const lines: string[] = [];
  let line = `${indent}/**`;
  for (const word of `${commentText(description)}\u00A0*/`.split(/[ \n]+/)) {
    if (line.length + 1 + word.length > COLUMNS_MAX) {
      lines.push(line);
      line = `${indent} *`;
    }
    line += ` ${word.replace('\u00A0', ' ')}`;
  }
  return [...lines, line];
}

function objectLines(head: string, { parts, fields }: ObjectTree, tail: string, indent: string): string[] {
  const body: string[] = [];
  let sharesLine = false;
  for (const field of fields) {
    const lines = fieldLines(field, `${indent}  `);
    const [only = ''] = lines;
    const joined = `${body.at(-1) ?? ''} ${only.trimStart()}`;
    const mayShare = lines.length === 1 && field.description === undefined;
    if (mayShare && sharesLine && joined.length <= COLUMNS_MAX) body.splice(-1, 1, joined);
    else body.push(...lines);
    sharesLine = mayShare;
  }
  return [`${indent}${head}${[...parts, '{'].join(' & ')}`, ...body, `${indent}}${tail}`];
}

function fieldLines(field: FieldTree, indent: string): string[] {
  const line = `${indent}${flatField(field)};`;
  if (line.length <= COLUMNS_MAX && countDescriptions(field.type) <= DESCRIPTIONS_ON_A_LINE_MAX) return [line];
  const comment = oneLineComment(field);
  const together = typeLines(`${comment}${headOf(field)}`, field.type, ';', indent);
  const apart = [...commentLines(field.description, indent), ...typeLines(headOf(field), field.type, ';', indent)];
  return together.length < apart.length && together.every(({ length }) => length <= COLUMNS_MAX) ? together : apart;
}

/** Options fill lines; an object among them is broken where it stands. */
function unionLines(head: string, options: readonly TypeTree[], tail: string, indent: string): string[] {
  const objects = options.filter(({ kind }) => kind !== 'text');
  const [object] = objects;
  if (object !== undefined && objects.length === 1) {
    const others = options.filter((option) => option !== object).map((option) => ` | ${flatType(option)}`);
    return typeLines(head, object, `${others.join('')}${tail}`, indent);
  }
  const lines = [`${indent}${head}`.trimEnd()];
  let isFilling = false;
  for (const [position, option] of options.entries()) {
    const end = position === options.length - 1 ? tail : '';
    const own = typeLines('| ', option, end, `${indent}  `);
    const [only = ''] = own;
    const joined = `${lines.at(-1) ?? ''} ${only.trimStart()}`;
    if (own.length === 1 && isFilling && joined.length <= COLUMNS_MAX) lines.splice(-1, 1, joined);
    else lines.push(...own);
    isFilling = own.length === 1;
  }
  return lines;
}

function flatObject({ parts, fields }: ObjectTree): string {
  const own = fields.length === 0 ? '{}' : `{ ${fields.map(flatField).join('; ')} }`;
  return fields.length === 0 && parts.length > 0 ? parts.join(' & ') : [...parts, own].join(' & ');
}

function headOf({ name, is_optional: isOptional }: FieldTree): string {
  return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isOptional ? '?' : ''}: `;
}

function oneLineComment({ description }: FieldTree): string {
  return description === undefined ? '' : `/** ${commentText(description)} */ `;
}

function commentText(description: string): string {
  return description.replaceAll('*/', '* /');
}

function isCompound(tree: TypeTree): boolean {
  if (tree.kind === 'object') return tree.parts.length + Math.min(tree.fields.length, 1) > 1;
  return tree.kind === 'union' && tree.options.length > 1;
}

function countDescriptions(tree: TypeTree): number {
  switch (tree.kind) {
    case 'text':
      return 0;
    case 'union':
      return sum(tree.options.map(countDescriptions));
    case 'list':
    case 'record':
      return countDescriptions(tree.of);
    case 'object':
      return sum(tree.fields.map((field) => (field.description === undefined ? 0 : 1) + countDescriptions(field.type)));
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
