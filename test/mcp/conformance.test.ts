import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { openFixtureServer } from './fixture-server.ts';

/**
 * The protocol's own conformance suite against the endpoint, both eras:
 *
 *     npx vitest run test/mcp/conformance.test.ts
 */
const RUNS = [
  { name: '2026-07-28', suite: 'mcp-conformance', options: ['--requirements', '2026-07-28'] },
  { name: '2025-11-25', suite: 'mcp-conformance', options: ['--requirements', '2025-11-25'] },
  { name: '2025-11-25, stable suite', suite: 'mcp-conformance-stable', options: ['--suite', 'all'] },
] as const;

const ASKS_NOTHING = 'No tool asks its client for anything: no elicitation, no sampling, no roots.';
const LOGS_NOTHING = 'Logging to clients is deprecated; the service logs for its operator.';
const CHANGES_NOTHING = 'Nothing that is listed changes while a service runs, so there is nothing to subscribe to.';
const STATELESS = 'There are no sessions and no streams that could be taken up again.';

/** Checks that do not apply, by scenario and, where the rest of it does, by check. */
const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  'logging-set-level': LOGS_NOTHING,
  'tools-call-with-logging': LOGS_NOTHING,
  'tools-call-sampling': ASKS_NOTHING,
  'tools-call-elicitation': ASKS_NOTHING,
  'elicitation-sep1034-defaults': ASKS_NOTHING,
  'elicitation-sep1330-enums': ASKS_NOTHING,
  'resources-subscribe': CHANGES_NOTHING,
  'resources-unsubscribe': CHANGES_NOTHING,
  'server-sse-polling': STATELESS,
  'server-sse-multiple-streams': STATELESS,
  'input-required-result-basic-elicitation': ASKS_NOTHING,
  'input-required-result-basic-sampling': ASKS_NOTHING,
  'input-required-result-basic-list-roots': ASKS_NOTHING,
  'input-required-result-request-state': ASKS_NOTHING,
  'input-required-result-multiple-input-requests': ASKS_NOTHING,
  'input-required-result-multi-round': ASKS_NOTHING,
  'input-required-result-missing-input-response': ASKS_NOTHING,
  'input-required-result-non-tool-request': ASKS_NOTHING,
  'input-required-result-result-type': ASKS_NOTHING,
  'input-required-result-tampered-state': ASKS_NOTHING,
  'input-required-result-capability-check': ASKS_NOTHING,
  'input-required-result-ignore-extra-params': ASKS_NOTHING,
  'http-custom-header-server-validation': 'No tool asks for a header of its own (x-mcp-header).',
  'tasks-mrtr-input': ASKS_NOTHING,
  'tasks-mrtr-composition': ASKS_NOTHING,
  'tasks-status-notifications': 'Tasks are polled; the suite itself skips this.',
  'tasks-required-task-error': 'Every tool also works for clients that know no tasks.',
  'server-stateless/sep-2575-server-rejects-undeclared-capability': ASKS_NOTHING,
  'server-stateless/sep-2575-missing-capability-http-400': ASKS_NOTHING,
  'server-stateless/sep-2575-http-server-no-independent-requests-on-stream': ASKS_NOTHING,
  'server-stateless/sep-2575-server-no-log-without-loglevel': LOGS_NOTHING,
  'server-stateless/sep-2575-server-sends-prompts-list-changed-on-subscription': CHANGES_NOTHING,
  'server-stateless/sep-2575-server-sends-tools-list-changed-on-subscription': CHANGES_NOTHING,
  'tasks-dispatch-and-envelope/tasks-result-type-complete-on-non-task-responses':
    'Its fixture asks for input; what it checks is checked by tasks-lifecycle and tasks-wire-fields too.',
};

const Checks = z.array(
  z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional().default('') }),
);

/** What was needed of them: an exception that nothing needs hides what comes later. */
const used = new Set<string>();

let server: Awaited<ReturnType<typeof openFixtureServer>>;
let folder = '';
beforeAll(async () => {
  server = await openFixtureServer();
  folder = await mkdtemp(join(tmpdir(), 'seamark-conformance-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

for (const [at, run] of RUNS.entries()) {
  it(`passes every scenario for ${run.name} that applies`, async () => {
    const output = join(folder, String(at));
    await conformance(run.suite, [...run.options, '--url', server.url, '--output-dir', output]);
    const scenarios = await resultsIn(output);
    const wrong: string[] = [];
    const lines: string[] = [];
    for (const { scenario, checks } of scenarios) {
      const open = checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO');
      const excepted = open.map(({ id }) => [`${scenario}/${id}`, scenario].find((name) => name in NOT_APPLICABLE));
      for (const [index, check] of open.entries()) {
        const name = excepted[index];
        if (name === undefined) wrong.push(`${scenario}/${check.id}: ${check.status} ${check.errorMessage}`);
        else used.add(name);
      }
      const reasons = new Set(excepted.map((name) => NOT_APPLICABLE[name ?? ''] ?? ''));
      const passed = `${checks.length - open.length} of ${checks.length} checks`;
      lines.push(`${verdictOf(scenario, open.length)} ${scenario} (${passed}) ${[...reasons].join(' ')}`);
    }
    console.log([`Conformance ${run.name}:`, ...lines.toSorted()].join('\n'));
    expect(wrong).toEqual([]);
    expect(scenarios.length).toBeGreaterThanOrEqual(30);
  }, 180_000);
}

it('needs every exception that it makes', () => {
  expect(Object.keys(NOT_APPLICABLE).filter((name) => !used.has(name))).toEqual([]);
});

function verdictOf(scenario: string, openCount: number): string {
  if (openCount === 0) return 'passed        ';
  return scenario in NOT_APPLICABLE ? 'not applicable' : 'passed in part';
}

/** Answers with an exit code that tells failures; what failed is read from its files. */
function conformance(suite: string, options: readonly string[]): Promise<void> {
  const program = join(import.meta.dirname, `../../node_modules/${suite}/dist/index.js`);
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'server', ...options], { maxBuffer: 64 * 1024 * 1024 }, () => resolve());
  });
}

async function resultsIn(output: string): Promise<{ scenario: string; checks: z.output<typeof Checks> }[]> {
  const names = await readdir(output);
  return Promise.all(
    names.map(async (name) => ({
      scenario: name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
      checks: Checks.parse(JSON.parse(await readFile(join(output, name, 'checks.json'), 'utf8'))),
    })),
  );
}
