import { colorWanted, remoteKey } from '../config.ts';
import { AppError } from '../kernel/errors.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { readFields } from './call-fields.ts';
import type { Answer, AnswerFlags } from './call-service.ts';
import { inCommands } from './command-wording.ts';
import { fieldSchemas, type KnownOperation, operationNamed } from './known-operations.ts';
import { processTerminal, WaitingLine } from './terminal.ts';
import { withCalls } from './with-calls.ts';

export interface CallFlags extends AnswerFlags {
  /** The body of the request; true without one, for an answer as JSON alone. */
  readonly json?: string | true;
  readonly summary?: boolean;
  readonly table?: boolean;
}

/** One call along the same path as REST: on a running service, or on the data folder itself. */
export async function callOperation(name: string, words: readonly string[], flags: CallFlags): Promise<void> {
  const operation = operationNamed(name);
  refuseAmbiguousUrl(operation, flags);
  const { body: given, words: fieldWords } = splitJson(flags.json, words);
  const fields = readFields(fieldWords, operation);
  const sent = bodyOf(given === '-' ? await readInput() : given);
  const body = fieldWords.length === 0 ? sent : { ...fieldsOf(sent), ...fields };
  const waiting = new WaitingLine(processTerminal(false));
  const answer = await withCalls(
    flags,
    (call) => call(operation, body),
    (progress) => waiting.say(progress),
  ).finally(() => waiting.end());
  await print(answer, flags);
}

/** `--url` names a service; whoever means the field of that name writes it without dashes. */
function refuseAmbiguousUrl(operation: KnownOperation, { url, key }: CallFlags): void {
  if (url === undefined || (key ?? remoteKey()) !== undefined || !('url' in fieldSchemas(operation))) return;
  throw new AppError('invalid_input', '--url names a running service, whose calls need an API key.', {
    fix: `For the field url of ${operation.id}, write url=${url}. To call the service at that address, pass --key sk_live_… or set SEAMARK_API_KEY.`,
  });
}

async function readInput(): Promise<string> {
  const { text } = await import('node:stream/consumers');
  return text(process.stdin);
}

/** `--json` without a body asks for JSON alone; a field that follows it is a field. */
function splitJson(
  json: CallFlags['json'],
  words: readonly string[],
): { readonly body: string; readonly words: readonly string[] } {
  if (json === undefined || json === true) return { body: '{}', words };
  return /^[a-z][\w-]*=/i.test(json) ? { body: '{}', words: [json, ...words] } : { body: json, words };
}

async function print(answer: Answer, flags: CallFlags): Promise<void> {
  const { markdown_summary: summary, csv } = answer;
  const terminal = processTerminal(flags.color !== false && colorWanted());
  if (typeof csv === 'string') process.stdout.write(csv);
  else if (flags.summary === true && typeof summary === 'string') terminal.out(inCommands(summary));
  else if (flags.table === true || (flags.json === undefined && process.stdout.isTTY)) {
    const { answerText } = await import('./answer-text.ts');
    terminal.out(answerText(answer, { terminal, columns: process.stdout.columns || COLUMNS_PRESET }));
  } else terminal.out(JSON.stringify(answer, null, 2));
}

/** Where no terminal says how wide it is. */
const COLUMNS_PRESET = 120;

function bodyOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (thrown) {
    throw new AppError(
      'invalid_input',
      `--json is not valid JSON: ${thrown instanceof Error ? thrown.message : 'it cannot be read'}`,
      {
        fix: `Quote it for your shell, for example --json '{"target":"example.com"}', or pass - and send it on standard input.`,
      },
    );
  }
}
