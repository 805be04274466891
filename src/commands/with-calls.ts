import { readConfig, remoteKey } from '../config.ts';
import { AppError } from '../kernel/errors.ts';
import { version } from '../version.ts';
import { type AnswerCall, type AnswerFlags, type CalledService, callService } from './call-service.ts';
import { findService } from './service/running-services.ts';
import { stoppable } from './stop-signal.ts';

/**
 * Work that makes calls: of the service that `--url` names, else of the one that runs on the data folder, else on the
 * folder itself.
 */
export function withCalls<Result>(
  flags: AnswerFlags,
  work: (answer: AnswerCall) => Promise<Result>,
  onProgress: (text: string) => void = () => undefined,
): Promise<Result> {
  return stoppable(async (signal) => {
    const service = flags.url === undefined ? await serviceHere(flags) : namedService(flags.url, flags);
    if (service === undefined) {
      if (flags.wait === false) throw noJobs();
      const { withCallsHere } = await import('./call-here.ts');
      return withCallsHere(readConfig(version, flags), { flags, signal }, work);
    }
    signal.throwIfAborted();
    const waits = flags.wait !== false;
    const how = { dry_run: flags.dryRun === true, max_age_s: flags.maxAge, signal, onProgress, waits };
    return work((operation, body) => callService(service, { operation, body, ...how }));
  });
}

function namedService(url: string, flags: AnswerFlags): CalledService {
  const key = flags.key ?? remoteKey();
  if (key !== undefined) return { url, key, is_local: false };
  throw new AppError('invalid_input', 'A call to a running service needs an API key.', {
    fix: 'Pass --key sk_live_…, or set SEAMARK_API_KEY.',
  });
}

/** A running service fetches by its own settings, so a call that says otherwise is made here. */
async function serviceHere(flags: AnswerFlags): Promise<CalledService | undefined> {
  const config = readConfig(version, flags);
  const { resolve, allowNetwork, allowPort, userAgent } = flags;
  if ([resolve, allowNetwork, allowPort, userAgent].some((flag) => flag !== undefined)) return undefined;
  const service = await findService(config);
  return service === undefined ? undefined : { url: service.url, key: service.key, is_local: true };
}

function noJobs(): AppError {
  return new AppError(
    'invalid_input',
    'Without a running service, nothing would run the job after this command has ended.',
    {
      fix: 'Start the service with `seamark serve`, or leave out --no-wait.',
    },
  );
}
