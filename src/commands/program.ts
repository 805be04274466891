import { Argument, Command, CommanderError, Option } from 'commander';

import { colorWanted, type Flags } from '../config.ts';
import { AppError } from '../kernel/errors.ts';
import { version } from '../version.ts';
import type { AdminFlags } from './admin.ts';
import type { CallFlags } from './call.ts';
import type { CrawlFlags } from './crawl.ts';
import type { IndexFlags } from './index-admin.ts';
import type { ExportFlags } from './export.ts';
import { describeForgottenData } from './forgotten-data.ts';
import { startLean, startLeanIfSmall } from './lean-process.ts';
import type { McpFlags } from './mcp.ts';
import { age, collected, DATA, flagsOf, INDEX_OF, JSON_FLAG, rateNumber, wholeNumber } from './options.ts';
import { Stopped, STOPPED_CODE } from './stop-signal.ts';
import { describeFailure, processTerminal } from './terminal.ts';
import type { WorkFlags } from './work.ts';
import { RENDER_MODES } from '../ports/crawls.ts';

/**
 * Commands in the order of the help, each with what adds it to the program. Only the one that is called is added, and
 * what it does is loaded when it is called: help, mistakes and calls of a running service are answered at once.
 */
const COMMANDS: ReadonlyMap<string, (root: Command) => void | Promise<void>> = new Map([
  ['serve', addServe],
  ['work', addWork],
  ['crawl', addCrawl],
  ['import', async (root) => (await import('./import-commands.ts')).addImport(root, reaching)],
  ['export', addExport],
  ['index', addIndex],
  ['call', addCall],
  ['operations', addOperations],
  ['keys', async (root) => (await import('./access-commands.ts')).addKeys(root)],
  ['projects', async (root) => (await import('./project-commands.ts')).addProjects(root)],
  ['credits', async (root) => (await import('./project-commands.ts')).addCredits(root)],
  ['workspaces', async (root) => (await import('./access-commands.ts')).addWorkspaces(root)],
  ['admin', addAdmin],
  ['users', async (root) => (await import('./user-commands.ts')).addUsers(root)],
  ['sources', async (root) => (await import('./source-commands.ts')).addSources(root, reaching)],
  ['schedules', async (root) => (await import('./schedule-commands.ts')).addSchedules(root)],
  ['track', async (root) => (await import('./track-commands.ts')).addTrack(root, reaching)],
  ['trust', async (root) => (await import('./trust-commands.ts')).addTrust(root)],
  ['hosts', async (root) => (await import('./host-commands.ts')).addHosts(root)],
  ['backup', async (root) => (await import('./backup-commands.ts')).addBackup(root)],
  ['demo', async (root) => (await import('./demo-commands.ts')).addDemo(root)],
  ['doctor', async (root) => (await import('./access-commands.ts')).addDoctor(root)],
  ['mcp', addMcp],
  ['completion', addCompletion],
]);

/** 0: done. 1: it failed. 2: the command line was wrong. 130: it was stopped. */
export async function run(argv: readonly string[]): Promise<number> {
  const terminal = processTerminal(!argv.includes('--no-color') && colorWanted());
  // Whoever read our output is gone, as with `| head` or a closed terminal. The work goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    if (argv[2] === COMPLETE) {
      const { printCandidates } = await import('./completion.ts');
      printCandidates(await program(), argv.slice(3));
      return 0;
    }
    const operation = operationToExplain(argv.slice(2));
    if (operation !== undefined) {
      (await import('./operations.ts')).listOperations(operation, false);
      return 0;
    }
    const root = (await program(argv[2])).hook('preAction', (_root, command) => {
      const note = describeForgottenData(command);
      if (note !== undefined) terminal.err(note);
    });
    await root.parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    if (thrown instanceof Stopped) {
      terminal.err(thrown.message);
      return STOPPED_CODE;
    }
    terminal.err(describeFailure(terminal, thrown));
    return thrown instanceof AppError && thrown.code === 'invalid_input' ? 2 : 1;
  }
}

/** `seamark call backlinks.list --help` asks about the operation, not about calling. */
function operationToExplain([command, name, ...words]: readonly string[]): string | undefined {
  const isAsked = command === 'call' && words.some((word) => word === '--help' || word === '-h');
  return isAsked && name !== undefined && !name.startsWith('-') ? name : undefined;
}

/** With the commands that the first word of a line may need. */
async function program(command = ''): Promise<Command> {
  const root = new Command('seamark')
    .description('Search-marketing analysis from your own index.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print help for a command')
    .option('--no-color', 'print without colours (NO_COLOR does the same)')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .showHelpAfterError('Run with --help to see the commands and their options.')
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  seamark serve
  seamark crawl https://www.example.com --pages 500
  seamark call backlinks.summary --target example.com

You can also set options through environment variables: see docs/configuration.md.`,
    );
  const called = COMMANDS.get(command);
  for (const add of called === undefined ? COMMANDS.values() : [called]) await add(root);
  return root;
}

/** The word that the scripts of completion call the program with, before those of the line. */
const COMPLETE = '__complete';

function addCompletion(root: Command): void {
  root
    .command('completion')
    .description('print the script that completes commands, operations and their fields in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  source <(seamark completion bash)      in ~/.bashrc
  source <(seamark completion zsh)       in ~/.zshrc, after compinit
  seamark completion fish | source       in ~/.config/fish/config.fish`,
    )
    .action(async (shell: string) => (await import('./completion.ts')).printCompletion(shell));
}

function addMcp(root: Command): void {
  root
    .command('mcp')
    .description('connect an MCP client that only supports standard input and output to a running service')
    .option('--stdio', 'use standard input and output')
    .option('--url <url>', 'the service, with options such as ?toolsets=backlinks (default: http://127.0.0.1:8787/mcp)')
    .option('--key <key>', 'API key (default: SEAMARK_API_KEY)')
    .action(async (_flags: unknown, command: Command) =>
      (await import('./mcp.ts')).bridgeMcp(flagsOf<McpFlags>(command)),
    );
}

function addServe(root: Command): void {
  reaching(
    root
      .command('serve')
      .description('run the service: REST API, documentation, index and database')
      .option(...DATA)
      .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
      .option('--port <number>', 'port to listen on, or 0 for any free port (default: 8787)'),
  ).action(async (_flags: unknown, command: Command) => {
    startLeanIfSmall();
    await (await import('./serve.ts')).serve(flagsOf<Flags>(command));
  });
}

function addWork(root: Command): void {
  reaching(
    root
      .command('work')
      .description('run queued jobs and deliver webhooks, without answering requests')
      .option(...DATA)
      .option('--jobs <number>', 'concurrent jobs (default: 4)', wholeNumber),
  ).action(async (_flags: unknown, command: Command) => {
    startLeanIfSmall();
    await (await import('./work.ts')).work(flagsOf<WorkFlags>(command));
  });
}

function addCrawl(root: Command): void {
  reaching(
    root
      .command('crawl')
      .description('crawl sites politely into the index; an interrupted crawl resumes where it stopped')
      .argument('<url...>', 'where to start')
      .option(...DATA)
      .option(...INDEX_OF)
      .option('--pages <number>', 'maximum pages to read', wholeNumber, 1000)
      .option('--depth <number>', 'maximum links to follow from a start address', wholeNumber, 20)
      .option('--rate <number>', 'maximum requests per second to one host, such as 0.5 (default: 2)', rateNumber)
      .option('--concurrency <number>', 'maximum requests at once', wholeNumber, 16)
      .option('--include <pattern>', 'read only addresses that match, such as "/blog/*"; can be repeated', collected)
      .option('--exclude <pattern>', 'leave out addresses that match, such as "*?sort=*"; can be repeated', collected)
      .option('--external-links', 'check whether pages of other sites that are linked to still exist')
      .addOption(
        new Option('--render <pages>', 'run the scripts of pages in the browser of SEAMARK_BROWSER_URL')
          .choices(RENDER_MODES)
          .default('none'),
      )
      .addOption(
        new Option('--scope <scope>', 'stay on the hosts of the addresses, or on their registrable domains')
          .choices(['host', 'domain'])
          .default('host'),
      ),
  ).action(async (urls: string[], _flags: unknown, command: Command) => {
    startLean();
    await (await import('./crawl.ts')).crawlSites(urls, flagsOf<CrawlFlags>(command));
  });
}

function addIndex(root: Command): void {
  const index = root.command('index').description('inspect the index and rebuild what is computed from it');
  index
    .command('stats')
    .description('show what is in the index')
    .option(...DATA)
    .option(...INDEX_OF)
    .option('--json', 'print as JSON')
    .action(async (_flags: unknown, command: Command) =>
      (await import('./index-admin.ts')).indexStats(flagsOf<IndexFlags>(command)),
    );
  index
    .command('rebuild')
    .description('recompute authority and search from the stored facts')
    .option(...DATA)
    .option(...INDEX_OF)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./index-admin.ts')).indexRebuild(flagsOf<IndexFlags>(command)),
    );
}

function addCall(root: Command): void {
  reaching(
    root
      .command('call')
      .description('call an operation and print its answer')
      .argument('<operation>', 'such as backlinks.summary')
      .argument('[fields...]', 'fields of the request: --target example.com, or target=example.com')
      .allowUnknownOption()
      .option('--json [body]', 'print JSON, also to a terminal; a request body may follow, or - for standard input')
      .option('--table', 'print tables, also to a file or a pipe')
      .option(...DATA)
      .option('--url <base>', 'call a running service instead, such as http://127.0.0.1:8787')
      .option('--key <key>', 'API key for --url (default: SEAMARK_API_KEY)')
      .option('--summary', 'print only the Markdown summary')
      .option('--dry-run', 'check and price the call without running or charging it')
      .option('--no-wait', 'queue the call and print its job, in place of waiting for the answer')
      .option('--max-age <seconds>', 'maximum age of stored data that may answer; 0 asks the sources again', age)
      .addHelpText(
        'after',
        `
Examples:
  seamark operations                                 lists what can be called
  seamark operations backlinks.list                  lists its fields
  seamark call backlinks.list --target example.com --limit 10
  seamark call extract url=https://www.example.com/ --summary
  seamark call search query=bicycle --json > answer.json
  seamark call search --json '{"query":"bicycle"}'
  seamark call content.technical-qa --json - < body.json

A terminal gets tables; a file, a pipe and --json get JSON. Repeat a field for a list. Fields that have the name of an option, such as url, are written url=….`,
      ),
  ).action(async (operation: string, fields: string[], _flags: unknown, command: Command) =>
    (await import('./call.ts')).callOperation(operation, fields, flagsOf<CallFlags>(command)),
  );
}

function addOperations(root: Command): void {
  root
    .command('operations')
    .description('list the operations, or the fields of one')
    .argument('[operation]', 'such as backlinks.summary')
    .option(...JSON_FLAG)
    .action(async (operation: string | undefined, { json }: { readonly json?: boolean }) =>
      (await import('./operations.ts')).listOperations(operation, json === true),
    );
}

/** Options of every command that reads pages. */
function reaching(command: Command): Command {
  return command
    .option('--resolve <host:port:address>', 'use this address instead of DNS; can be repeated', collected)
    .option('--allow-network <cidr>', 'allow fetching from this private network; can be repeated', collected)
    .option('--allow-port <number>', 'allow fetching from this port; can be repeated', collected)
    .option('--user-agent <text>', 'user agent to send');
}

const EMAIL = ['--email <address>', 'email address the user logs in with'] as const;
const PASSWORD = [
  '--password-stdin',
  'read the password from standard input; without this, one is generated and printed',
] as const;

/** `seamark admin …`. */
function addAdmin(root: Command): void {
  const admin = root.command('admin').description('make dashboard users and set their passwords without a link');
  admin
    .command('create')
    .description('create a dashboard user, an owner of the workspace')
    .requiredOption(...EMAIL)
    .option(...PASSWORD)
    .option('--workspace <id>', 'a workspace other than the first')
    .option(...DATA)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./admin.ts')).createAdmin(flagsOf<AdminFlags>(command)),
    );
  admin
    .command('reset-password')
    .description('set a new password and log the user out everywhere')
    .requiredOption(...EMAIL)
    .option(...PASSWORD)
    .option(...DATA)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./admin.ts')).resetAdminPassword(flagsOf<AdminFlags>(command)),
    );
  admin
    .command('setup-url')
    .description('print a new link to create the first user')
    .option('--host <address>', 'address the service listens on (default: 127.0.0.1)')
    .option('--port <number>', 'port the service listens on (default: 8787)')
    .option(...DATA)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./admin.ts')).printSetupUrl(flagsOf<Flags>(command)),
    );
}

/** `seamark export …`. */
function addExport(root: Command): void {
  const parent = root.command('export').description('export links or pages from the index to a file');
  for (const [what, description] of [
    ['links', 'all links in the index, or those to a target'],
    ['pages', 'all pages read, or those of a target, without their text'],
  ] as const) {
    parent
      .command(what)
      .description(description)
      .argument('[file]', 'the file to write; standard output if omitted')
      .addOption(
        new Option('--format <format>', 'file format (default: by file name, else csv)').choices(['parquet', 'csv']),
      )
      .option('--target <domain>', 'only for this domain and its subdomains, this host, or this URL')
      .option('--force', 'overwrite an existing file')
      .option(...DATA)
      .option(...INDEX_OF)
      .action(async (file: string | undefined, _flags: unknown, command: Command) =>
        (await import('./export.ts')).exportIndex(what, file, flagsOf<ExportFlags>(command)),
      );
  }
}
