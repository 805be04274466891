/**
 * Finds where a text stops being JSON.
 *
 * The engine's own message carries a position only sometimes, and an editor needs the line. One pass over
 * tokens with an explicit stack; called only after JSON.parse has refused the text.
 */
export function findJsonError(text: string): { readonly message: string; readonly offset: number } {
  const closers: string[] = [];
  let expects: Expectation = 'value';
  TOKEN.lastIndex = 0;
  for (;;) {
    WHITESPACE.lastIndex = TOKEN.lastIndex;
    WHITESPACE.test(text);
    const offset = WHITESPACE.lastIndex;
    if (offset >= text.length)
      return { message: ending(closers, expects), offset: Math.max(0, text.trimEnd().length - 1) };
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return { message: unreadable(text, offset), offset };
    const next = step(token, expects, closers);
    if (next === undefined) return { message: `${WORDS[expects]} expected, "${token.slice(0, 20)}" found`, offset };
    expects = next;
  }
}

type Expectation = 'value' | 'value_or_end' | 'key' | 'key_or_end' | 'colon' | 'comma_or_end' | 'end';

const WORDS: Record<Expectation, string> = {
  value: 'a value',
  value_or_end: 'a value or "]"',
  key: 'a property name in double quotes',
  key_or_end: 'a property name in double quotes or "}"',
  colon: '":"',
  comma_or_end: '"," or the closing bracket',
  end: 'the end of the JSON text',
};

const WHITESPACE = /[ \t\n\r]*/y;
const TOKEN =
  // oxlint-disable-next-line no-control-regex -- JSON forbids exactly the control characters inside texts.
  /[{}[\],:]|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function step(token: string, expects: Expectation, closers: string[]): Expectation | undefined {
  if (token === '}' || token === ']') return closed(token, expects, closers);
  if (token === ',') return separated(expects, closers);
  if (token === ':') return expects === 'colon' ? 'value' : undefined;
  if (expects === 'key' || expects === 'key_or_end') return token.startsWith('"') ? 'colon' : undefined;
  if (expects !== 'value' && expects !== 'value_or_end') return undefined;
  return valued(token, closers);
}

function separated(expects: Expectation, closers: readonly string[]): Expectation | undefined {
  if (expects !== 'comma_or_end' || closers.length === 0) return undefined;
  return closers.at(-1) === '}' ? 'key' : 'value';
}

function valued(token: string, closers: string[]): Expectation {
  if (token === '{' || token === '[') {
    closers.push(token === '{' ? '}' : ']');
    return token === '{' ? 'key_or_end' : 'value_or_end';
  }
  return closers.length === 0 ? 'end' : 'comma_or_end';
}

function closed(token: string, expects: Expectation, closers: string[]): Expectation | undefined {
  const allowed = expects === 'comma_or_end' || expects === (token === '}' ? 'key_or_end' : 'value_or_end');
  if (!allowed || closers.at(-1) !== token) return undefined;
  closers.pop();
  return closers.length === 0 ? 'end' : 'comma_or_end';
}

function ending(closers: readonly string[], expects: Expectation): string {
  if (expects === 'end') return 'the JSON is too deep or too large to read';
  const missing = closers.at(-1);
  if (missing === undefined) return 'the block is empty';
  return expects === 'comma_or_end' ? `"${missing}" is missing at the end` : 'the JSON text ends too early';
}

function unreadable(text: string, offset: number): string {
  if (text[offset] === '"') return 'a text in double quotes is not closed or holds a line break or a wrong escape';
  if (text[offset] === "'") return 'single quotes are not JSON';
  return `"${text.slice(offset, offset + 10).trim()}" is not JSON`;
}
