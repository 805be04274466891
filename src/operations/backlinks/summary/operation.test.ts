import { describe, expect, it } from 'vitest';

import { runChecked } from '../../../../test/pure-operation.ts';
import type { RunContext } from '../../../contract/operation.ts';
import type { LinkSummaryRecord } from '../../../ports/links.ts';
import operation from './operation.ts';

const RECORD: LinkSummaryRecord = {
  rank: 400,
  backlinks: 200,
  referring_domains: 42,
  referring_main_domains: 40,
  referring_pages: 180,
  referring_domains_nofollow: 3,
  dofollow_backlinks: 150,
  broken_backlinks: 0,
  broken_pages: 0,
  lost_backlinks: 0,
  spam_score: 12,
  spam_signs: null,
  first_seen: '2026-01-01T00:00:00.000Z',
  last_seen: '2026-02-01T00:00:00.000Z',
  link_types: [],
  link_attributes: [],
  tlds: [],
  semantic_locations: [],
  placements: null,
  platform_types: [],
  languages: [],
  top_anchors: [],
  top_pages: [{ url: 'https://acme.test/guide', backlinks: 90, referring_domains: 30, status_code: 200 }],
  tool_metrics: [],
};

const ask = (body: Readonly<Record<string, unknown>>, record: Partial<LinkSummaryRecord> = {}) => {
  const links = { summary: async () => ({ ...RECORD, ...record }) };
  const context: RunContext = Object.assign(Object.create(null), { ports: { links } });
  return runChecked(operation, { target: 'acme.test', ...body }, context);
};

describe('what follows from backlinks.summary', () => {
  it('shows the other sides of a sound profile', async () => {
    expect((await ask({})).next_operations).toEqual([
      'backlinks.list',
      'backlinks.referring-domains',
      'backlinks.anchors',
      'backlinks.competitors',
      'backlinks.domain-pages',
      'backlinks.new-lost-timeseries',
      'content.technical-qa',
    ]);
  });

  it('comes to broken and lost links first, and stays short', async () => {
    expect((await ask({}, { broken_backlinks: 1, broken_pages: 1, lost_backlinks: 3 })).next_operations).toEqual([
      'backlinks.list',
      'backlinks.list',
      'backlinks.list',
      'backlinks.referring-domains',
      'backlinks.anchors',
      'backlinks.competitors',
      'content.technical-qa',
    ]);
  });

  it('builds on no page that farms may be most of the hosts of, nor on one that a single host links to', async () => {
    const first = async (record: Partial<LinkSummaryRecord>): Promise<unknown> => {
      const links = { summary: async () => ({ ...RECORD, ...record }) };
      const context: RunContext = Object.assign(Object.create(null), { ports: { links } });
      const { guidance } = await operation.prepare({ target: 'acme.test' }).run(context);
      return guidance !== undefined && 'steps' in guidance ? guidance.steps[0]?.action : undefined;
    };
    const farm = { sign: 'template', backlinks: 32, referring_main_domains: 8, peers: null } as const;
    const page = { url: 'https://acme.test/tents', backlinks: 33, referring_domains: 9, status_code: 200 };
    expect(await first({ top_pages: [page] })).toBe('Protect https://acme.test/tents and build on it.');
    expect(await first({ top_pages: [page], spam_signs: [farm] })).toBe(
      'Check who links to https://acme.test/tents before you build on it.',
    );
    expect(await first({ top_pages: [{ ...page, referring_domains: 30 }], spam_signs: [farm] })).toContain('Protect');
    expect(await first({ top_pages: [{ ...page, backlinks: 1, referring_domains: 1 }] })).toBe(
      'Earn links from sites that already cover the topic.',
    );
  });

  it('asks nothing of a page that is asked of domains alone', async () => {
    const { next_operations } = await ask({ target: 'https://acme.test/guide' });
    expect(next_operations).not.toContain('backlinks.domain-pages');
    expect(next_operations).not.toContain('backlinks.new-lost-timeseries');
  });

  it('is nothing to call while no link is known', async () => {
    expect((await ask({}, { backlinks: 0, top_pages: [] })).next_operations).toEqual([]);
  });

  it('names the tool and the day of what an imported table says, also where no link is known', async () => {
    const rating = {
      tool: 'ahrefs',
      about: 'domain',
      metric: 'domain_rating',
      value: 71,
      observed_at: '2026-11-20T00:00:00.000Z',
    } as const;
    const told = 'According to Ahrefs on 2026-11-20: domain rating 71';
    expect((await ask({}, { tool_metrics: [rating] })).markdown_summary).toContain(told);
    expect((await ask({}, { backlinks: null, tool_metrics: [rating] })).markdown_summary).toContain(told);
  });
});
