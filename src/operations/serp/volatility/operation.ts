import { z } from 'zod';

import {
  SENSITIVITIES,
  volatility,
  volatilityGuidance,
  VolatilityReport,
  volatilityRisers,
  volatilitySummary,
} from './volatility.ts';
import { domains, location } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import { AppError } from '../../../kernel/errors.ts';
import { parseTarget } from '../../../web/target.ts';
import { pageAddress } from '../../../web/url.ts';

const Features = z.array(z.string().max(200)).max(100);

const Snapshot = z.object({
  checked_at: z
    .string()
    .trim()
    .max(40)
    .refine(
      (text) => !Number.isNaN(timeOf(text)),
      'must be a date or a time such as 2026-01-31 or 2026-01-31T09:00:00Z',
    )
    .describe('ISO 8601; a time without a zone is UTC. Snapshots may come in any order.'),
  results: z
    .array(
      z.object({
        position: z.int().min(1).max(10_000).describe('From 1; equal positions are a tie.'),
        url: z.string().trim().min(1).max(4096),
        domain: z.string().max(253).optional().describe('Read only where url is no absolute URL.'),
        serp_features: Features.optional(),
      }),
    )
    .max(1000),
  serp_features: Features.optional().describe('Not sent means not known; an empty list means none.'),
});

export default defineOperation({
  id: 'serp.volatility',
  method: 'POST',
  path: '/serp/volatility',
  group: 'Content and page quality',
  title: 'Measure how a search moves',
  description:
    'Compares SERP snapshots of one search: rank-biased overlap, churn of domains and features, winners, losers, new entries and ' +
    'dropouts, and where target domains stand. Snapshots may differ in depth and come in any order. Makes no search.',
  runs: 'inline',
  guidance: 'workflow',
  needs: [],

  input: z.object({
    keyword: z
      .string()
      .trim()
      .min(1)
      .max(700)
      .refine((text) => /[\p{L}\p{N}\p{S}]/u.test(text), 'must hold a letter, a digit or a sign')
      .describe('The search that the snapshots are of.'),
    snapshots: z.array(Snapshot).min(2).max(1000).describe('Result lists of one search at different times.'),
    target_domains: domains('Domains, with their subdomains, whose positions are followed.'),
    location: location(),
    device: z
      .enum(['desktop', 'mobile'])
      .default('desktop')
      .describe('Where the snapshots were taken; shown in the answer.'),
    sensitivity: z
      .enum(SENSITIVITIES)
      .default('medium')
      .describe('Positions that a page has to move to be reported: low 5, medium 3, high 1.'),
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
      snapshots: input.snapshots.map((snapshot) => ({ ...snapshot, checked_at_ms: timeOf(snapshot.checked_at) })),
      target_hosts: hostsOf(input.target_domains ?? []),
      sensitivity: input.sensitivity,
      location: input.location,
      device: input.device,
    });
    return {
      result: report,
      guidance: { ...volatilityGuidance(report), next_calls: nextCalls(report) },
      markdown_summary: volatilitySummary(report),
    };
  },
});

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Milliseconds since 1970, or NaN for what is no date that exists. */
function timeOf(text: string): number {
  const [, date = '', time = '00:00', zone = 'Z'] = ISO.exec(text) ?? [];
  // A day that its month does not have is carried over in silence otherwise.
  const day = Date.parse(date);
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== date) return NaN;
  return Date.parse(`${date}T${time}${zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`);
}

function hostsOf(targets: readonly string[]): string[] {
  return [...new Set(targets.map((target) => parseTarget(target, 'target_domains').host.replace(/^www\./, '')))];
}

function nextCalls(report: VolatilityReport): PlannedCall[] {
  const calls: PlannedCall[] = [];
  const hurt = report.target_visibility.find(({ status }) => status === 'lost' || status === 'declined');
  const own = hurt?.positions.findLast(({ url }) => url !== null)?.url;
  if (own !== undefined && own !== null && pageAddress(own) !== undefined) {
    calls.push({
      operation: 'content.technical-qa',
      body: { url: own, keyword: report.keyword },
      reason: 'Shows whether the page that fell has a fault of its own.',
    });
  }
  const [riser] = volatilityRisers(report);
  const [entry] = report.new_entries;
  const read = riser ?? (entry === undefined ? undefined : { ...entry, what: 'It was not there before.' });
  if (read !== undefined && pageAddress(read.url) !== undefined) {
    const what = read.what.replace(/^It /, 'that ').replace(/\.$/, '');
    calls.push({ operation: 'extract', body: { url: read.url }, reason: `Reads the page ${what}.` });
    if (isTarget(read.domain)) {
      calls.push({
        operation: 'backlinks.summary',
        body: { target: read.domain },
        reason: `Shows the authority of the domain behind the page ${what}.`,
      });
    }
  }
  return calls;
}

function isTarget(domain: string): boolean {
  try {
    parseTarget(domain);
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError) return false;
    throw thrown;
  }
}
