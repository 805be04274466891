import { endpointOf, requireBridgeKey } from '../bridge/endpoint.ts';
import { McpBridge } from '../bridge/mcp-bridge.ts';
import { remoteKey } from '../config.ts';
import { AppError } from '../kernel/errors.ts';
import { orStopped, stopSignal } from './stop-signal.ts';

export interface McpFlags {
  readonly stdio?: boolean;
  readonly url?: string;
  readonly key?: string;
}

/** Lets a client that only speaks over standard input and output use a running service. */
export async function bridgeMcp(flags: McpFlags): Promise<void> {
  if (flags.stdio !== true) {
    throw new AppError('invalid_input', '`seamark serve` offers MCP over HTTP at /mcp.', {
      fix: 'Pass --stdio to connect a client that only supports standard input and output.',
    });
  }
  const signal = stopSignal();
  const bridge = new McpBridge({
    url: endpointOf(flags.url),
    key: requireBridgeKey(flags.key ?? remoteKey()),
    signal,
    write: (line) => void process.stdout.write(line + '\n'),
  });
  await orStopped(signal, () => bridge.run(process.stdin));
}
