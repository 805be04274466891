import { z } from 'zod';

import { domains, location } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { readHosts } from './domains.ts';
import { planVolatility, summarizeVolatility } from './plan.ts';
import { parseCheckTime } from './snapshot.ts';
import { SENSITIVITIES, volatility, VolatilityReport } from './volatility.ts';

const Features = z.array(z.string().max(200)).max(100);

const Snapshot = z.object({
  checked_at: z
    .string()
    .trim()
    .max(40)
    .refine(
      (text) => !Number.isNaN(parseCheckTime(text)),
      'must be a date or a time such as 2026-01-31 or 2026-01-31T09:00:00Z',
    )
    .describe('ISO 8601; UTC if the time has no zone. Snapshots may come in any order.'),
  results: z
    .array(
      z.object({
        position: z.int().min(1).max(10_000).describe('From 1; equal positions are a tie.'),
        url: z.string().trim().min(1).max(4096),
        domain: z.string().max(253).optional().describe('Used only if url is not an absolute URL.'),
        serp_features: Features.optional(),
      }),
    )
    .max(1000),
  serp_features: Features.optional().describe('Leave it out if unknown; an empty list means none.'),
});

export default defineOperation({
  id: 'serp.volatility',
  method: 'POST',
  path: '/serp/volatility',
  group: 'Content and page quality',
  title: 'Measure SERP volatility',
  description:
    'Compares SERP snapshots of one search. ' +
    'Measures rank-biased overlap, domain and feature churn, winners, losers, new entries and dropouts, and where your target domains rank. ' +
    'Snapshots may differ in depth and come in any order. Runs no search.',
  runs: 'inline',
  guidance: 'workflow',
  needs: {},

  input: z.object({
    keyword: z
      .string()
      .trim()
      .min(1)
      .max(700)
      .refine((text) => /[\p{L}\p{N}\p{S}]/u.test(text), 'must contain a letter, a digit or a symbol')
      .describe('The search that the snapshots show.'),
    snapshots: z.array(Snapshot).min(2).max(1000).describe('Result lists of the same search at different times.'),
    target_domains: domains('Domains, with their subdomains, whose positions to follow.'),
    location: location(),
    device: z
      .enum(['desktop', 'mobile'])
      .default('desktop')
      .describe('Device of the snapshots; repeated in the answer.'),
    sensitivity: z
      .enum(SENSITIVITIES)
      .default('medium')
      .describe('Positions a page must move to be reported: low 5, medium 3, high 1.'),
  }),
  result: VolatilityReport,

  price: { rule: '2 credits', credits: () => 2 },
  example: {
    keyword: 'bike repair',
    target_domains: ['harbour-bikes.example'],
    snapshots: [
      {
        checked_at: '2026-01-05',
        serp_features: ['local_pack'],
        results: [
          { position: 1, url: 'https://harbour-bikes.example/repair' },
          { position: 2, url: 'https://velo-guide.example/repair' },
          { position: 3, url: 'https://city-news.example/cycling' },
        ],
      },
      {
        checked_at: '2026-01-12',
        serp_features: ['local_pack', 'ai_overview'],
        results: [
          { position: 1, url: 'https://velo-guide.example/repair' },
          { position: 2, url: 'https://spoke-works.example/' },
          { position: 3, url: 'https://harbour-bikes.example/repair' },
        ],
      },
    ],
  },

  async run(input, context) {
    const report = await context.compute(volatility, {
      keyword: input.keyword,
      snapshots: input.snapshots.map((snapshot) => ({
        ...snapshot,
        checked_at_ms: parseCheckTime(snapshot.checked_at),
      })),
      target_hosts: readHosts(input.target_domains ?? []),
      sensitivity: input.sensitivity,
      location: input.location,
      device: input.device,
    });
    return {
      result: report,
      guidance: planVolatility(report),
      markdown_summary: summarizeVolatility(report),
    };
  },
});
