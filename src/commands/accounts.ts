import { type Accounts, openAccounts } from '../compose/accounts.ts';
import type { Config } from '../config.ts';
import { closingAfter } from '../kernel/closing.ts';
import { stoppable } from './stop-signal.ts';

/** Runs a command that needs the control database and nothing else. */
export function withAccounts<Result>(config: Config, work: (accounts: Accounts) => Promise<Result>): Promise<Result> {
  return stoppable((signal) =>
    closingAfter(async (closing) => {
      const accounts = closing.add(await openAccounts(config));
      signal.throwIfAborted();
      return work(accounts);
    }),
  );
}
