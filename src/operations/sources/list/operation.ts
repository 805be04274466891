import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';

const Source = z.object({
  source: z.string(),
  title: z.string(),
  is_external: z.boolean().describe('false: your own index or fetcher.'),
  sees: z.array(z.string()).describe('What it can report. Anything else is unknown in its answers, not absent.'),
  usd_today: z.number().describe('Spent and reserved since midnight UTC.'),
  usd_per_day: z.number().nullable().describe('The daily limit that applies to it; null: no limit.'),
  requests_today: z.int(),
  failures_today: z.int(),
  last_failure: z.object({ at: z.string(), reason: z.string() }).nullable(),
  is_resting: z.boolean().describe('It failed five times in a row and is skipped for a minute.'),
});

export default defineAccountOperation({
  id: 'sources.list',
  method: 'GET',
  path: '/sources',
  group: 'Usage and credits',
  title: 'List data sources',
  description:
    'Lists the sources for each kind of data, in the order in which they are asked. ' +
    'Shows what each one sees, what was spent on it today and why it last failed. ' +
    'Also names the sources you could connect and the settings they need. Free.',

  is_workspace_wide: true,
  input: z.object({}),
  result: z.object({
    capabilities: z.array(
      z.object({
        capability: z.string(),
        title: z.string(),
        sources: z.array(Source),
        available: z
          .array(z.object({ source: z.string(), title: z.string(), settings: z.array(z.string()) }))
          .describe('Sources that are not connected, with the environment variables that connect them.'),
        ways: z
          .array(z.string())
          .describe('The quickest ways to get this kind of data; empty where a source serves it.'),
      }),
    ),
  }),
  example: {},

  async run(_input, { account }) {
    const reports = await account.sources.list();
    return {
      capabilities: reports.map((report) => ({
        ...report,
        sources: report.sources.map((source) => ({ ...source, sees: [...source.sees] })),
        available: report.available.map((source) => ({ ...source, settings: [...source.settings] })),
        ways: [...report.ways],
      })),
    };
  },
});
