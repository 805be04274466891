import { openService } from '../compose.ts';
import { type Flags, readConfig } from '../config.ts';
import { closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import type { KeyStore } from '../ports/accounts.ts';
import { DEMO_WORKSPACE } from '../ports/demo.ts';
import { version } from '../version.ts';
import { COMMAND } from './own-command.ts';
import { findService } from './service/running-services.ts';
import { orStopped, Stopped, stopSignal } from './stop-signal.ts';
import { bar, processTerminal, ProgressLine, styled } from './terminal.ts';

export interface DemoFlags extends Flags {
  readonly remove?: boolean;
}

/** Loads the demo, or removes it, beside a service that runs or not. */
export async function loadOrRemoveDemo(flags: DemoFlags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  const signal = stopSignal();
  await closingAfter(async (closing) => {
    const service = closing.add(await orStopped(signal, () => openService(config, { role: 'command' })));
    const { demo, keys } = service;
    if (flags.remove === true) {
      const isRemoved = await demo.remove();
      terminal.out(isRemoved ? 'The demo is removed, with everything in it.' : 'There is no demo to remove.');
      return;
    }
    const line = new ProgressLine(terminal);
    const show = ({ percent, stage }: { readonly percent: number; readonly stage: string }): void =>
      line.show(`${bar(percent / 100)} ${stage}`);
    const begun = performance.now();
    const outcome = await demo
      .load(show, signal)
      .catch((thrown: unknown) => {
        throw signal.aborted ? unfinished(thrown) : thrown;
      })
      .finally(() => line.end());
    if (outcome === 'known') {
      terminal.out(['The demo is loaded already.', ...WAYS_ON].join('\n'));
      return;
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const key = await newKey(keys);
    const secret = styled(terminal, 'green', key);
    const running = await findService(config);
    terminal.out([`The demo is loaded (${seconds} s). A key for it, shown only once:`, '', `  ${secret}`].join('\n'));
    terminal.out(['', ...waysToTry(key, running?.url), '', ...WAYS_ON].join('\n'));
  });
}

/** The address of the service that runs on the same folder, or the usual one of a service that has yet to be started. */
function waysToTry(key: string, url: string | undefined): readonly string[] {
  const asked = `call backlinks.summary --target northgear.example --url ${url ?? 'http://127.0.0.1:8787'} --key ${key} --summary`;
  return [
    url === undefined ? 'Start the service, then ask about the shop of the demo:' : 'Ask about the shop of the demo:',
    '',
    `  ${COMMAND} ${asked}`,
  ];
}

const WAYS_ON = [
  'In the dashboard, open it from the start page. Every answer says that it is demo data.',
  `Remove it with \`${COMMAND} demo --remove\`; make further keys with \`${COMMAND} keys create NAME --workspace demo\`.`,
] as const;

async function newKey(keys: KeyStore): Promise<string> {
  const blank = { allowed_domains: [], scopes: [], project_id: undefined, expires_at: undefined, secret: undefined };
  return (await keys.create({ ...blank, name: 'demo' }, DEMO_WORKSPACE)).secret;
}

function unfinished(cause: unknown): AppError {
  process.stderr.write(`Run \`${COMMAND} demo\` to load it anew, or \`${COMMAND} demo --remove\`.\n`);
  return new Stopped(cause);
}
