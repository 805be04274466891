#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { AppError, messageOf } from '../kernel/errors.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { endpointOf, requireBridgeKey } from './endpoint.ts';
import { McpBridge } from './mcp-bridge.ts';

/** The program of the package @seamark/mcp: `seamark mcp --stdio` alone, so that it installs without the service. */
const HELP = `Usage: seamark-mcp [options]

Connects an MCP client that only supports standard input and output to a running Seamark service.

Options:
  --url <url>    the service, with options such as ?toolsets=backlinks (default: http://127.0.0.1:8787/mcp)
  --key <key>    API key (default: SEAMARK_API_KEY)
  -V, --version  print the version
  -h, --help     print this help
`;

/** What shells answer for a program that Ctrl-C ended. */
const STOPPED_CODE = 130;

process.exitCode = await run(process.argv.slice(2)).catch((thrown: unknown) => {
  const fix = thrown instanceof AppError && thrown.fix !== undefined ? `\n${thrown.fix}` : '';
  process.stderr.write(`Error: ${messageOf(thrown)}${fix}\n`);
  return 2;
});

async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      // What `seamark mcp` asks for is understood here too.
      stdio: { type: 'boolean' },
      version: { type: 'boolean', short: 'V' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true || values.version === true) {
    process.stdout.write(values.help === true ? HELP : `${version()}\n`);
    return 0;
  }
  // oxlint-disable-next-line node/no-process-env -- the settings of the service, which read it elsewhere, are no part of this package
  const key = values.key ?? (process.env['SEAMARK_API_KEY']?.trim() || undefined);
  return relay(endpointOf(values.url), requireBridgeKey(key));
}

async function relay(url: URL, key: string): Promise<number> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort());
  // Whoever read our output is gone: nobody is left to relay for.
  process.stdout.on('error', () => stop.abort());
  const bridge = new McpBridge({
    url,
    key,
    signal: stop.signal,
    write: (line) => void process.stdout.write(line + '\n'),
  });
  return bridge.run(process.stdin).then(
    () => 0,
    (thrown: unknown) => {
      if (!stop.signal.aborted) throw thrown;
      return STOPPED_CODE;
    },
  );
}

/** That of package.json, which stands two folders above this file in the package as in the repository. */
function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(fieldsOf(manifest)['version']);
}
