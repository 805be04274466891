import { z } from 'zod';

import { anyLanguage, limit, locationCode, offset } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { type DiscussionsQuestion, findDiscussions, planDiscussionAsks } from '../../../discussions/find.ts';
import { requireSight } from '../../../discussions/sight.ts';
import type { DiscussionPlatform } from '../../../ports/discussions.ts';
import type { Location } from '../../../ports/locations.ts';
import type { Brand } from '../../../ports/projects.ts';
import { guessLanguage } from '../../../text/language.ts';
import { cleanText } from '../../../text/normalize.ts';
import { listenToDiscussions } from './listen.ts';
import { planListening, summarizeListening } from './plan.ts';
import { Listening } from './report.ts';

const CREDITS = 2;
/** Insights are read from all that is found, however short a list is asked for: three of ten make no theme. */
const READ_MAX = 50;
const FORUMS_MAX = 10;

const Input = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must contain a letter or a digit')
    .describe('Topic to listen to, in the words people would use.'),
  platform: z
    .preprocess((value) => (value === 'twitter' ? 'x' : value), z.enum(['reddit', 'x', 'all']).default('all'))
    .describe('reddit, x, or all platforms and forums that a connected source sees.'),
  limit: limit({ max: 50, default: 10 }).describe(
    'Maximum discussions to list. Insights are read from up to 50 discussions in any case.',
  ),
  offset: offset(),
  language: anyLanguage().describe(
    'Language of the discussions: an ISO 639-1 code such as de, or a name such as German. Default: judged by the query.',
  ),
  location: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Name of the place to search from; without one, the source chooses it.'),
  location_code: locationCode(),
  forums: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63}$/u, 'must be a host such as forums.example.com'),
    )
    .max(FORUMS_MAX)
    .default([])
    .describe('Hosts of forums to search as well, such as forums.example.com.'),
  published_after: z.iso
    .date()
    .optional()
    .describe('Leave out older discussions. Those without a date are kept and counted in read.undated.'),
});
type Input = z.output<typeof Input>;

const PLATFORMS: Readonly<Record<Input['platform'], readonly DiscussionPlatform[]>> = {
  reddit: ['reddit'],
  x: ['x'],
  all: [],
};

export default defineOperation({
  id: 'social.listen',
  method: 'POST',
  path: '/social/listen',
  group: 'Opportunities and signals',
  title: 'Listen to discussions',
  description:
    'Finds what people write about a topic on Reddit, X, Hacker News, Stack Exchange and forums. ' +
    'Tells what it means for content: themes with counts and quotes, questions, objections, the words people use, and ideas that follow from them. ' +
    'This is web evidence from search, not platform monitoring. Platforms that could not be searched are named.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { discussions: { optional: true }, serp: { optional: true } },

  input: Input,
  result: Listening,

  price: { rule: '2 credits', credits: () => CREDITS },
  example: { query: 'project management software for small teams', limit: 5 },

  rules: ({ platform, forums }) =>
    forums.length > 0 && platform !== 'all'
      ? [{ path: 'forums', message: 'forums are searched only where platform is all' }]
      : [],

  asks: async (input, { locate }) => {
    const question = readQuestion(input, { brand: null, location: await locate(input), now: new Date(0) });
    const { finds, checks } = planDiscussionAsks(question);
    return [
      ...finds.map((query) => ({ capability: 'discussions', method: 'find', query }) as const),
      ...checks.map((query) => ({ capability: 'serp', method: 'check', query }) as const),
    ];
  },

  async run(input, { ports, now, brand, locate, compute }) {
    const question = readQuestion(input, { brand: await brand(), location: await locate(input), now });
    const { platforms, ...found } = await findDiscussions(ports, question);
    requireSight(platforms);
    const report = await compute(listenToDiscussions, {
      query: question.query,
      language: question.language ?? 'en',
      platform: input.platform,
      location: question.location === null ? null : { name: question.location.name, code: question.location.code },
      limit: input.limit,
      offset: input.offset,
      found,
      platforms: platforms.map(({ failures: _failures, ...sight }) => sight),
      now: now.toISOString(),
    });
    return { result: report, guidance: planListening(report), markdown_summary: summarizeListening(report) };
  },
});

interface Setting {
  readonly brand: Brand | null;
  readonly location: Location | null;
  readonly now: Date;
}

/** Own posts of the project's brand are promotional: they are no voice of customers. */
function readQuestion(input: Input, { brand, location, now }: Setting): DiscussionsQuestion {
  const query = cleanText(input.query);
  const guessed = guessLanguage(query).value;
  return {
    query,
    platforms: PLATFORMS[input.platform],
    forums: input.forums,
    language: input.language ?? (guessed === '' ? 'en' : guessed),
    location,
    since: input.published_after === undefined ? undefined : new Date(`${input.published_after}T00:00:00Z`),
    limit: READ_MAX,
    promoters:
      brand === null ? { names: [], domains: [] } : { names: [brand.name, ...brand.aliases], domains: brand.domains },
    now,
  };
}
