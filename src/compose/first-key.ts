import type { Logger } from 'pino';

import type { Config } from '../config.ts';
import { AppError } from '../kernel/errors.ts';
import type { KeyStore } from '../ports/accounts.ts';

export async function makeFirstKey(keys: KeyStore, config: Config, log: Logger): Promise<string | undefined> {
  const blank = { allowed_domains: [], scopes: [], project_id: undefined, expires_at: undefined };
  if (config.init_api_key !== undefined) {
    try {
      await keys.create({ ...blank, name: 'init', secret: config.init_api_key });
    } catch (thrown) {
      // The key was revoked since. That is what an operator wanted, and no reason to stay away from everybody else.
      if (!(thrown instanceof AppError) || thrown.code !== 'conflict') throw thrown;
      log.warn({ error: thrown.message }, 'SEAMARK_INIT_API_KEY names a revoked key');
    }
    return undefined;
  }
  if ((await keys.list()).length > 0) return undefined;
  const { secret } = await keys.create({ ...blank, name: 'first', secret: undefined });
  return secret;
}
