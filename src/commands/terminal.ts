import { AppError, messageOf } from '../kernel/errors.ts';
import { inCommands } from './command-wording.ts';

/** What a command writes to: answers go to `out`, everything said on the way to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** A person looks at `err`, so a line may be drawn over. */
  readonly interactive: boolean;
  readonly color: boolean;
}

export function processTerminal(color: boolean): Terminal {
  return {
    out: (text) => void process.stdout.write(text + '\n'),
    err: (text) => void process.stderr.write(text + '\n'),
    interactive: process.stderr.isTTY,
    color,
  };
}

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

export function styled(terminal: Terminal, style: keyof typeof STYLES, text: string): string {
  return terminal.color ? `\u001B[${STYLES[style]}m${text}\u001B[0m` : text;
}

/** Draws over one line where a person looks, and writes a line a second where nobody does. */
export class ProgressLine {
  readonly #terminal: Terminal;
  #lastPlain = Number.NEGATIVE_INFINITY;
  #drawn = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(text: string): void {
    if (this.#terminal.interactive) {
      process.stderr.write(`\r\u001B[2K${text.slice(0, Math.max(20, (process.stderr.columns || 80) - 1))}`);
      this.#drawn = true;
    } else if (performance.now() - this.#lastPlain >= 1000) {
      this.#lastPlain = performance.now();
      this.#terminal.err(text);
    }
  }

  end(): void {
    if (this.#drawn) process.stderr.write('\r\u001B[2K');
    this.#drawn = false;
  }
}

/** After so long, a person wonders whether anything happens. */
const SILENCE_MS = 1000;

/** Says to a person that a call goes on, for how long it has, and how far it is where that is known. */
export class WaitingLine {
  readonly #line: ProgressLine;
  readonly #since = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #said = 'Waiting for the answer';

  constructor(terminal: Terminal) {
    this.#line = new ProgressLine(terminal);
    if (terminal.interactive) this.#timer = setInterval(() => this.#show(), SILENCE_MS).unref();
  }

  say(text: string): void {
    this.#said = text;
  }

  #show(): void {
    this.#line.show(`${this.#said} (${Math.round((performance.now() - this.#since) / 1000)} s)`);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#line.end();
  }
}

export function bar(share: number, width = 24): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
}

/** Columns padded to their widest cell, two spaces apart. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  return rows
    .map((row) => row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  '))
    .join('\n');
}

/** One failure as a person wants to read it: what happened, then what to do; no stack. */
export function describeFailure(terminal: Terminal, thrown: unknown): string {
  const lines = [styled(terminal, 'red', 'Error: ') + inCommands(messageOf(thrown))];
  if (thrown instanceof AppError) {
    for (const issue of thrown.issues) lines.push(`  ${issue.path || 'body'}: ${inCommands(issue.message)}`);
    if (thrown.fix !== undefined) lines.push(inCommands(thrown.fix));
  } else if (thrown instanceof Error && thrown.stack !== undefined) {
    lines.push(styled(terminal, 'dim', thrown.stack.split('\n').slice(1).join('\n')));
  }
  return lines.join('\n');
}
