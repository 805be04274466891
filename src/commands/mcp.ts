import { remoteKey } from '../config.ts';
import { AppError } from '../kernel/errors.ts';
import { McpBridge } from './mcp-bridge.ts';
import { orStopped, stopSignal } from './stop-signal.ts';

export interface McpFlags {
  readonly stdio?: boolean;
  readonly url?: string;
  readonly key?: string;
}

const HERE = 'http://127.0.0.1:8787/mcp';

/** Lets a client that only speaks over standard input and output use a running service. */
export async function bridgeMcp(flags: McpFlags): Promise<void> {
  if (flags.stdio !== true) {
    throw new AppError('invalid_input', '`seamark serve` offers MCP over HTTP at /mcp.', {
      fix: 'Pass --stdio to connect a client that only supports standard input and output.',
    });
  }
  const key = flags.key ?? remoteKey();
  if (key === undefined) {
    throw new AppError('invalid_input', 'The bridge needs an API key.', {
      fix: 'Set SEAMARK_API_KEY, or pass --key sk_live_….',
    });
  }
  const signal = stopSignal();
  const bridge = new McpBridge({
    url: endpointOf(flags.url ?? HERE),
    key,
    signal,
    write: (line) => void process.stdout.write(line + '\n'),
  });
  await orStopped(signal, () => bridge.run(process.stdin));
}

/** The address of a service is taken for that of its endpoint; choices in the query stay. */
export function endpointOf(text: string): URL {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError('invalid_input', `"${text.slice(0, 200)}" is not the address of a service.`, {
      fix: `Pass a URL such as --url ${HERE}.`,
    });
  }
  if (url.pathname === '/') url.pathname = '/mcp';
  return url;
}
