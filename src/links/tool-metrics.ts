import { z } from 'zod';

import { readDataRows } from '../kernel/data.ts';
import { counted } from '../kernel/grammar.ts';
import type { ToolReport } from '../ports/links.ts';
import type { DatedToolMetric } from '../ports/tool-facts.ts';

/** What imported tables of other tools say: shown beside our own figures with the name of the tool, and never part of them. */

export const ToolMetricsView = z
  .array(
    z.object({
      tool: z.string().describe('ahrefs, semrush, majestic, moz, search-console, screaming-frog, or other.'),
      about: z.enum(['page', 'domain']),
      metric: z.string().describe('Such as domain_rating, url_rating, authority_score, trust_flow or page_title.'),
      value: z.union([z.number(), z.string()]).describe('On the scale of the tool; text for a title.'),
      observed_at: z.string().describe('When the imported table was written.'),
    }),
  )
  .describe('What imported tables of other tools say. No rank or score of this answer is computed from it.');

export const ToolReportsView = z
  .array(
    z.object({
      tool: z.string(),
      target: z.string().describe('The host that the report is about.'),
      observed_at: z.string().describe('When the imported report was written.'),
      total_count: z.int().describe('Domains in the report.'),
      domains: z
        .array(
          z.object({
            domain: z.string(),
            backlinks: z.int().nullable(),
            dofollow_backlinks: z.int().nullable(),
            referring_pages: z.int().nullable(),
            target_pages: z.int().nullable(),
            first_seen: z.string().nullable(),
            last_seen: z.string().nullable(),
            lost_date: z.string().nullable(),
          }),
        )
        .describe('The 100 with the most links.'),
    }),
  )
  .describe(
    'Imported reports of referring domains, as their tools wrote them. They name no links, so items and counts do not include them.',
  );

const NAMES = new Map(readDataRows(import.meta.url, './data/tools.tsv').map(([tool = '', name = '']) => [tool, name]));

const METRICS_SHOWN = 4;

function nameTool(tool: string): string {
  return NAMES.get(tool) ?? tool;
}

export function showMetrics(metrics: readonly DatedToolMetric[]): z.infer<typeof ToolMetricsView> {
  return metrics.map(({ tool, about, metric, value, observed_at }) => ({ tool, about, metric, value, observed_at }));
}

export function showReports(reports: readonly ToolReport[]): z.infer<typeof ToolReportsView> {
  return reports.map((report) => ({ ...report, domains: report.domains.map((domain) => ({ ...domain })) }));
}

/** `According to Ahrefs on 2026-11-20: domain rating 71, url rating 40`: the figures of each tool, newest day. */
export function describeMetrics(metrics: readonly DatedToolMetric[]): string[] {
  const figures = metrics.filter(({ value }) => typeof value === 'number');
  return [...Map.groupBy(figures, ({ tool }) => tool)].map(([tool, own]) => {
    const day = own.reduce((newest, { observed_at }) => (observed_at > newest ? observed_at : newest), '').slice(0, 10);
    const told = own.slice(0, METRICS_SHOWN).map(({ metric, value }) => `${metric.replaceAll('_', ' ')} ${value}`);
    return `According to ${nameTool(tool)} on ${day}: ${told.join(', ')}`;
  });
}

/** `A report from Ahrefs of 2026-11-20 lists 412 referring domains of example.com, which the figures here do not include`. */
export function describeReport({ tool, target, observed_at, total_count }: ToolReport): string {
  const listed = counted(total_count, 'referring domain');
  return `A report from ${nameTool(tool)} of ${observed_at.slice(0, 10)} lists ${listed} of ${target}, which the figures here do not include`;
}
