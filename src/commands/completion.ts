import type { Command, Option } from 'commander';

import { AppError } from '../kernel/errors.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { fieldSchemas, type KnownOperation, knownOperations } from './known-operations.ts';
import { processTerminal } from './terminal.ts';

/** Completion of command lines: each shell has a short script that asks the program itself, so that what it offers is never stale. */

const BASH = `# seamark: source <(seamark completion bash)
_seamark_complete() {
  local current=$2 line
  # Bash takes the sign of --field=value for a word of its own.
  [[ $current == = ]] && current=
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    [[ $line == "$current"* ]] && COMPREPLY+=("$line")
  done < <("$1" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o bashdefault -o default -F _seamark_complete seamark
`;

const ZSH = `#compdef seamark
# seamark: source <(seamark completion zsh)
_seamark() {
  local -a lines offered
  local line
  lines=("\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    offered+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( $#offered )); then
    _describe seamark offered
  else
    _files
  fi
}
compdef _seamark seamark
`;

const FISH = `# seamark: seamark completion fish | source
function __seamark_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l offered ($words[1] __complete $words[2..-1] 2>/dev/null)
  if test (count $offered) -gt 0
    printf '%s\\n' $offered
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c seamark -f -a '(__seamark_complete)'
`;

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['bash', BASH],
  ['zsh', ZSH],
  ['fish', FISH],
]);

export function printCompletion(shell: string): void {
  const script = SCRIPTS.get(shell);
  if (script === undefined) throw new AppError('invalid_input', `There is no completion for ${shell}.`);
  process.stdout.write(script);
}

/** Prints what may stand in place of the last word, a line each, with a tab before what it means. */
export function printCandidates(root: Command, words: readonly string[]): void {
  const current = words.at(-1) ?? '';
  const candidates = candidatesFor(placeOf(root, words.slice(0, -1)), current);
  if (candidates.length === 0) return;
  processTerminal(false).out(
    candidates.map(({ value, about }) => `${value}\t${about.replaceAll(/\s+/g, ' ')}`).join('\n'),
  );
}

interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** Where in a command line the next word stands. */
interface Place {
  readonly command: Command;
  /** The operation that the words before name, of commands that take one. */
  readonly operation: KnownOperation | undefined;
  /** How many words stand here already that are neither commands nor options. */
  readonly taken: number;
  /** The option or field whose value comes next. */
  readonly awaiting: string | undefined;
}

function placeOf(root: Command, words: readonly string[]): Place {
  let place: Place = { command: root, operation: undefined, taken: 0, awaiting: undefined };
  for (const word of words) place = after(place, word);
  return place;
}

function after(place: Place, word: string): Place {
  const { command, awaiting, taken } = place;
  // Bash splits --field=value at its sign.
  if (word === '=') return place;
  if (word.startsWith('-') && word !== '-') {
    const takesValue = !word.includes('=') && valueTaken(place, word);
    return { ...place, awaiting: takesValue ? word : undefined };
  }
  if (awaiting !== undefined) return { ...place, awaiting: undefined };
  const next = taken === 0 ? command.commands.find((each) => each.name() === word) : undefined;
  if (next !== undefined) return { ...place, command: next };
  const operation =
    taken === 0 && takesOperation(command) ? knownOperations().find(({ id }) => id === word) : undefined;
  return { ...place, operation: operation ?? place.operation, taken: taken + 1 };
}

function valueTaken({ command, operation }: Place, word: string): boolean {
  const option = optionNamed(command, word);
  if (option !== undefined) return option.required;
  return operation !== undefined && fieldOf(operation, word)['type'] !== 'boolean';
}

function candidatesFor(place: Place, current: string): Candidate[] {
  const [, flag, start] = /^(--[\w-]+=)(.*)$/.exec(current) ?? [];
  if (flag !== undefined && start !== undefined) {
    const values = valuesOf(place, flag.slice(0, -1)).filter(({ value }) => value.startsWith(start));
    return values.map(({ value, about }) => ({ value: flag + value, about }));
  }
  const offered = place.awaiting === undefined ? wordsAt(place, current) : valuesOf(place, place.awaiting);
  return offered.filter(({ value }) => value.startsWith(current === '=' ? '' : current));
}

function wordsAt(place: Place, current: string): Candidate[] {
  const { command, operation, taken } = place;
  if (current.startsWith('-')) return [...fieldFlags(operation), ...optionFlags(command)];
  if (taken === 0 && command.commands.length > 0) {
    return command
      .createHelp()
      .visibleCommands(command)
      .map((each) => ({ value: each.name(), about: each.description() }));
  }
  if (taken === 0 && takesOperation(command)) return operationIds();
  const choices = taken === 0 ? (command.registeredArguments[0]?.argChoices ?? []) : [];
  return choices.length > 0 ? choices.map(plainly) : fieldFlags(command.name() === 'call' ? operation : undefined);
}

function takesOperation(command: Command): boolean {
  return command.registeredArguments[0]?.name() === 'operation';
}

function optionFlags(command: Command): Candidate[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].flatMap(({ long, description }) =>
    long === undefined || long === null ? [] : [{ value: long, about: description }],
  );
}

function fieldFlags(operation: KnownOperation | undefined): Candidate[] {
  if (operation === undefined) return [];
  return Object.entries(fieldSchemas(operation)).map(([name, schema]) => {
    const { description } = fieldsOf(schema);
    return { value: `--${name.replaceAll('_', '-')}`, about: typeof description === 'string' ? description : '' };
  });
}

/** What the value of an option or a field may be, where that is known. */
function valuesOf({ command, operation }: Place, flag: string): Candidate[] {
  const option = optionNamed(command, flag);
  if (option?.argChoices !== undefined) return option.argChoices.map(plainly);
  if (option !== undefined) return /^--(?:operation|scopes?)$/.test(flag) ? operationIds() : [];
  if (operation === undefined) return [];
  const { enum: own, items } = fieldOf(operation, flag);
  const choices = Array.isArray(own) ? own : fieldsOf(items)['enum'];
  return Array.isArray(choices) ? choices.filter((each) => typeof each === 'string').map(plainly) : [];
}

function fieldOf(operation: KnownOperation, flag: string): Readonly<Record<string, unknown>> {
  return fieldsOf(fieldSchemas(operation)[flag.replace(/^--/, '').replaceAll('-', '_')]);
}

function optionNamed(command: Command, flag: string): Option | undefined {
  const own = command.options.find(({ long, short }) => long === flag || short === flag);
  return own ?? (command.parent === null ? undefined : optionNamed(command.parent, flag));
}

function operationIds(): Candidate[] {
  return knownOperations().map(({ id, title }) => ({ value: id, about: title }));
}

function plainly(value: string): Candidate {
  return { value, about: '' };
}
