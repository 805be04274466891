import { AppError } from '../../kernel/errors.ts';

/** Assistants that people know by name: nothing else may answer for them. */
const KNOWN: ReadonlySet<string> = new Set([
  'chatgpt',
  'claude',
  'gemini',
  'perplexity',
  'grok',
  'copilot',
  'google_ai_mode',
  'google_ai_overview',
]);
const NAME = /^[a-z0-9][a-z0-9_.-]{0,39}$/;

/**
 * The name under which the operator wants a server's answers to be kept.
 *
 * @throws AppError invalid_input for what is no name, or is that of an assistant that people know
 */
export function readAssistantName(variable: string, name: string): string {
  const fix = `Set ${variable} to a short name of your own, such as house-model.`;
  if (!NAME.test(name)) {
    const message = `${variable} is not valid. Names have up to 40 lower-case letters, digits, hyphens, underscores and periods.`;
    throw new AppError('invalid_input', message, { fix });
  }
  if (!KNOWN.has(name)) return name;
  throw new AppError(
    'invalid_input',
    `${variable} is not valid. "${name}" is another assistant, and answers must not be mixed.`,
    { fix },
  );
}
