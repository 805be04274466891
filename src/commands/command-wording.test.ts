import { expect, it } from 'vitest';

import { operations } from '../operations/index.ts';
import { inCommands } from './command-wording.ts';

it.each([
  ['Check the rank with POST /rank/track, then daily.', 'Check the rank with `seamark call rank.track`, then daily.'],
  [
    'Add keywords with POST /rank/targets; GET /rank/targets lists those you have.',
    'Add keywords with `seamark track add KEYWORD`; `seamark track list` lists those you have.',
  ],
  [
    'Use the job_id of a 202 answer, or list your jobs with GET /jobs.',
    'Use the job_id of a call that became a job, or list your jobs with `seamark call jobs.list`.',
  ],
  [
    '2 jobs queued. Poll GET /api/v1/jobs/{id} with each id.',
    '2 jobs queued. Poll `seamark call jobs.get` with each id.',
  ],
  [
    'Send PATCH /webhooks/endpoints/whe_1 with is_active = true first.',
    'Run `seamark call webhooks.endpoints.update id=whe_1` with is_active = true first.',
  ],
  [
    'GET /webhooks/deliveries?status=failed lists them.',
    '`seamark call webhooks.deliveries.list status=failed` lists them.',
  ],
  ['Crawl sites with POST /crawls or `seamark crawl URL`.', 'Crawl sites with `seamark crawl URL`.'],
  ['Their server refuses POST /somewhere/else.', 'Their server refuses POST /somewhere/else.'],
])('says what to type in place of a request: %s', (text, said) => {
  expect(inCommands(text, 'seamark')).toBe(said);
});

it('has a command for every operation that a text can name', () => {
  for (const { method, path } of operations) {
    expect(inCommands(`Ask ${method} ${path}.`, 'seamark')).toMatch(/^Ask `seamark [a-z].*`\.$/);
  }
});

it.each(['npx seamark', 'npm run seamark --'])('writes commands as they are typed here: %s', (command) => {
  expect(inCommands('Run `seamark sources`, or type: seamark track check', command)).toBe(
    `Run \`${command} sources\`, or type: ${command} track check`,
  );
  expect(inCommands('The seamark data folder and `seamark` itself stay.', command)).toBe(
    'The seamark data folder and `seamark` itself stay.',
  );
});
