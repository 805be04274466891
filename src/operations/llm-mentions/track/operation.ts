import { z } from 'zod';

import { language, locationCode, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { planDiscussionAsks } from '../../../discussions/find.ts';
import { listAlerts } from './alerts.ts';
import { auditMentions } from './audit.ts';
import { ASKS_MAX, planMentions, summarizeMentions } from './plan.ts';
import { MentionReport } from './report.ts';
import { keepDistinct, mergeBrand, readCompetitors } from './request.ts';
import {
  discussionsQuestion,
  listAsks,
  listConnected,
  readHistory,
  sampleSurfaces,
  type SamplingRequest,
} from './sample.ts';
import type { Sampled } from './trials.ts';

const CREDITS_PER_QUERY = 2;
const QUERIES_MAX = 50;
const HISTORY_DAYS = 180;
const DAY_MS = 86_400_000;

const Named = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must contain a letter or a digit');

const Competitor = z.union([
  Named(253),
  z.object({
    name: Named(253),
    aliases: z.array(Named(100)).max(10).optional(),
    domain: target().optional(),
  }),
]);

const Input = z.object({
  brand: Named(200).describe('Brand name.'),
  queries: z
    .array(Named(2000))
    .min(1)
    .max(QUERIES_MAX)
    .describe(
      'Queries to test, as people would ask them. Leave the brand out of most: branded queries are counted separately.',
    ),
  platform: z
    .preprocess((value) => (value === 'twitter' ? 'x' : value), z.enum(['reddit', 'x', 'all']).default('all'))
    .describe('Where to look for discussions: reddit, x, or all forums and microblogs that are connected.'),
  limit_per_query: z.int().min(1).max(20).default(8).describe('Maximum discussions to read per query.'),
  assistants: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must be the name of an assistant such as chatgpt'),
    )
    .max(10)
    .default([])
    .describe(
      'AI assistants to ask as well: chatgpt, claude, gemini, perplexity, grok, google_ai_mode, or one of your own. None by default.',
    ),
  runs: z
    .int()
    .min(1)
    .max(10)
    .default(1)
    .describe('How often each assistant is asked each query; use 5 for rates you report.'),
  aliases: z.array(Named(100)).max(20).default([]).describe('Other names and spellings of the brand.'),
  domain: target()
    .optional()
    .describe('Domain of the brand, for citations. Default: the domains of your project’s brand, if it is this one.'),
  competitors: z.array(Competitor).max(20).default([]).describe('Names or domains of competitors, for share of voice.'),
  location: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Name of the place that assistants are asked from; without one, they choose it.'),
  location_code: locationCode(),
  language: language(),
});
type Input = z.output<typeof Input>;

export default defineOperation({
  id: 'llm-mentions.track',
  method: 'POST',
  path: '/llm-mentions/track',
  group: 'Rank and AI visibility',
  title: 'Track brand mentions in AI answers and discussions',
  description:
    'Asks AI assistants your queries, searches forums and microblogs for them, and counts how often your brand is named. ' +
    'Also shows which competitors are named beside it, the sentiment and the sources. ' +
    'Every rate has a 95% interval; share of voice covers unbranded queries only. ' +
    'Each sampling is compared with the previous one, and a difference within noise is never called a change.',
  runs: 'queued',
  guidance: 'workflow',
  needs: { assistants: { optional: true }, discussions: { optional: true }, serp: { optional: true } },

  input: Input,
  result: MentionReport,

  price: { rule: '2 credits per query', credits: ({ queries }) => CREDITS_PER_QUERY * keepDistinct(queries).length },
  example: {
    brand: 'Acme CRM',
    queries: ['best crm for a small business', 'crm with good reports for sales teams', 'is Acme CRM worth it'],
    assistants: ['chatgpt'],
    runs: 3,
    domain: 'acme-crm.example',
    competitors: ['Brightledger', 'Open Harbor'],
  },

  rules: ({ queries, assistants, runs }) => {
    const asks = keepDistinct(queries).length * new Set(assistants).size * runs;
    if (asks <= ASKS_MAX) return [];
    const message = `queries × assistants × runs must be at most ${ASKS_MAX}; these are ${asks}`;
    return [{ path: 'queries', message }];
  },

  asks: async (input, { locate }) => {
    const brand = mergeBrand(input, null);
    const request = readRequest(input, { brand, location: await locate(input), now: new Date(0), sampling: '' });
    const searches = request.queries.map((query) => planDiscussionAsks(discussionsQuestion(request, query)));
    return [
      ...listAsks(request).map((query) => ({ capability: 'assistants', method: 'ask', query }) as const),
      ...searches.flatMap(({ finds }) =>
        finds.map((query) => ({ capability: 'discussions', method: 'find', query }) as const),
      ),
      ...searches.flatMap(({ checks }) =>
        checks.map((query) => ({ capability: 'serp', method: 'check', query }) as const),
      ),
    ];
  },

  async run(input, context) {
    const { now, ports, locate, brand: projectBrand, compute, request_id: sampling } = context;
    const brand = mergeBrand(input, await projectBrand());
    const request = readRequest(input, { brand, location: await locate(input), now, sampling });
    const { queries, assistants, location } = request;
    const connected = await listConnected(request, ports);
    const brought = await sampleSurfaces(request, connected, context);
    const sampled: Sampled = {
      brand,
      competitors: readCompetitors(input.competitors, brand),
      queries,
      platform: input.platform,
      assistants,
      runs: input.runs,
      location: location === null ? null : { name: location.name, code: location.code },
      language: input.language,
      sampled_at: now.toISOString(),
      ...brought,
      history: await readHistory(request, new Date(now.getTime() - HISTORY_DAYS * DAY_MS), ports),
      unasked: [...new Set(connected.map(({ assistant }) => assistant))].filter((one) => !assistants.includes(one)),
    };
    const audit = await compute(auditMentions, sampled);
    return {
      credits: CREDITS_PER_QUERY * countAnswered(sampled),
      result: { mention_audit: audit },
      guidance: planMentions(audit, sampled.unasked),
      markdown_summary: summarizeMentions(audit, sampled.unasked),
      alerts: listAlerts(audit),
    };
  },
});

interface RequestParts extends Pick<SamplingRequest, 'location' | 'now' | 'sampling'> {
  readonly brand: Sampled['brand'];
}

function readRequest(input: Input, { brand, ...parts }: RequestParts): SamplingRequest {
  const { runs, platform, limit_per_query, language: code } = input;
  return {
    queries: keepDistinct(input.queries),
    assistants: [...new Set(input.assistants)],
    runs,
    platform,
    limit_per_query,
    language: code,
    promoters: { names: [brand.name, ...brand.aliases], domains: brand.domains },
    ...parts,
  };
}

/** Queries to which something was answered: only they are charged. */
function countAnswered({ queries, answers, discussions }: Sampled): number {
  const answered = new Set([
    ...answers.filter(({ answer }) => answer.status === 'answered').map(({ query }) => query),
    ...discussions.map(({ query }) => query),
  ]);
  return queries.filter((query) => answered.has(query)).length;
}
