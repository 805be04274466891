import { escapeHtml } from '../../kernel/escape-html.ts';

/** HTML that is safe to send: `html` makes it and escapes every text that it is given. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Markup | readonly Markup[];

export function html(literal: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(literal.map((text, at) => text + markupText(parts[at] ?? '')).join(''));
}

function markupText(part: Part): string {
  if (typeof part === 'string') return escapeHtml(part);
  return part instanceof Markup ? part.text : part.map(({ text }) => text).join('');
}

export const NOTHING: Markup = new Markup('');
