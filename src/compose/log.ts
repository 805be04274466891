import pino, { type Logger } from 'pino';

import type { Config } from '../config.ts';
import { currentRequest } from '../kernel/request-scope.ts';
import { withoutSecrets } from '../kernel/scrub.ts';

export function createLog(config: Config): Logger {
  const destination = pino.destination({ dest: 2, sync: true });
  // Whoever read the log is gone, as with a closed terminal; the work goes on.
  destination.on('error', () => undefined);
  return pino(
    {
      level: config.log_level,
      base: null,
      // Whatever fails while a request is worked on can be found by its id.
      mixin: () => ({ request_id: currentRequest() }),
      hooks: { streamWrite: withoutSecrets },
      redact: {
        paths: ['*.secret', '*.password', 'headers["x-api-key"]', 'headers.authorization'],
        censor: '[redacted]',
      },
    },
    destination,
  );
}
