import { z } from 'zod';

import { AppError, messageOf } from '../kernel/errors.ts';
import { CADENCES } from '../ports/schedules.ts';
import type { Market, Site, SiteReport } from '../ports/site-registry.ts';
import { parseSite } from '../web/site.ts';
import { parseTarget } from '../web/target.ts';
import { AccessFields, AccessView, accessView } from './access-fields.ts';
import { CrawlFields, CrawlView, crawlView } from './crawl-view.ts';
import { anyLanguage, domains, printable } from './fields.ts';

const COMPETITORS_MAX = 50;
const MARKETS_MAX = 50;
const MUTES_MAX = 200;

export const siteId = () =>
  z.string().trim().min(1).max(2048).describe('The id of the site, from POST /sites or GET /sites.');

/** Domain, subdomain or folder. */
export const siteTarget = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .superRefine(isSite)
    .describe(
      'Domain (example.com), subdomain (blog.example.com) or the URL of a folder (https://example.com/shop/). A domain includes its subdomains.',
    );

function isSite(text: string, context: z.RefinementCtx): void {
  if (text === '') return;
  try {
    parseSite(text);
  } catch (thrown) {
    context.addIssue({ code: 'custom', message: messageOf(thrown) });
  }
}

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

const country = () =>
  z
    .string()
    .trim()
    .toUpperCase()
    .refine(isCountry, 'must be a two-letter country code such as US or DE')
    .describe('ISO 3166-1 code, such as US or DE.');

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && REGIONS.of(code) !== undefined;
}

const schedule = () =>
  z.object({
    cadence: z
      .enum(CADENCES)
      .describe('How often. daily, weekly and monthly run between midnight and 6:00; cron runs by your own pattern.'),
    cron: z.string().max(100).optional().describe('Five fields: `0 6 * * 1` is every Monday at 6:00.'),
    time_zone: z
      .string()
      .max(100)
      .optional()
      .meta({ default: 'UTC' })
      .describe('IANA time zone, such as Europe/Berlin; UTC by default.'),
  });

const { urls, pages, depth, rate, include, exclude, sitemaps, respect_robots, user_agent, render, external_links } =
  CrawlFields;

/** What is set for a site; each field may be left out. */
export const SiteFields = {
  name: z.string().trim().min(1).max(100).nullable().optional().describe('Display name; the address by default.'),
  brand: z
    .object({
      name: z.string().trim().min(1).max(100).describe('The brand as it is usually written.'),
      spellings: z
        .array(z.string().trim().min(1).max(100))
        .max(20)
        .optional()
        .meta({ default: [] })
        .describe('Other spellings that people search for.'),
    })
    .nullable()
    .optional()
    .describe('The brand of the site; null removes it.'),
  competitors: domains('Domains that compete with the site in search.').refine(
    (list) => list === undefined || list.length <= COMPETITORS_MAX,
    `must list at most ${COMPETITORS_MAX} domains`,
  ),
  markets: z
    .array(
      z.object({
        country: country(),
        language: anyLanguage(),
        city: z.string().trim().min(1).max(100).optional().describe('For a business that serves one city.'),
      }),
    )
    .max(MARKETS_MAX)
    .optional()
    .describe('Where the people you want to reach search, and in which language.'),
  crawl: z
    .object({
      urls: urls.describe('Where to start; the address of the site by default.'),
      pages,
      depth,
      rate: rate.nullable().describe('Requests per second to one host. Default: 2.'),
      include,
      exclude,
      sitemaps,
      respect_robots,
      user_agent: user_agent.nullable(),
      ...AccessFields,
      render,
      external_links,
      schedule: schedule()
        .nullable()
        .optional()
        .describe('When to crawl the site again; null: only when you start a crawl.'),
    })
    .optional()
    .describe('How the site is crawled. Fields you leave out stay as they are.'),
  audit: z
    .object({
      mute: z
        .array(
          z.object({
            rule: z.string().trim().min(1).max(100).describe('Id of a rule, as site.audit lists it.'),
            url: printable(500)
              .optional()
              .describe('Pattern of the addresses where it is muted, such as /tag/*; everywhere by default.'),
          }),
        )
        .max(MUTES_MAX)
        .optional()
        .describe('Findings that you have decided to live with: left out of causes and score, but still counted here.'),
      unmute: z
        .array(z.string().trim().min(1).max(100))
        .max(MUTES_MAX)
        .optional()
        .describe('Notices to show among the causes. They cost no points.'),
    })
    .optional()
    .describe('What the audits of the site leave out. Each list is replaced as a whole.'),
};

const Fields = z.object(SiteFields);

/** Hosts of competitors and codes of languages are kept as they are read. */
export function readSiteFields(input: z.output<typeof Fields>) {
  const { name, brand, competitors, markets, crawl, audit } = input;
  return {
    name,
    brand: brand && { name: brand.name, spellings: [...new Set(brand.spellings ?? [])] },
    competitors: competitors && [
      ...new Set(competitors.map((text) => parseTarget(text).host.replace(/^www\.(?=[^.]+\.)/, ''))),
    ],
    markets: markets?.map(({ country: code, language, city }): Market => ({ country: code, language, city })),
    crawl: crawl && { ...crawl, schedule: crawl.schedule && readSchedule(crawl.schedule) },
    audit: audit && { muted: audit.mute?.map(({ rule, url }) => ({ rule, url })), unmuted: audit.unmute },
  };
}

function readSchedule({ cadence, cron, time_zone = 'UTC' }: z.output<ReturnType<typeof schedule>>) {
  return { cadence, cron, time_zone };
}

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'notice'] as const;

const SiteAuditView = z.object({
  crawl_id: z.string().describe('The crawl that was audited.'),
  health_score: z.int().nullable().describe('0–100; null where too little was read to judge the site.'),
  no_score_because: z.string().nullable(),
  pages_known: z.int(),
  pages_read: z.int(),
  is_complete: z.boolean().describe('Whether the crawl reached the whole site.'),
  failing_rules: z
    .object({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int(), notice: z.int() })
    .describe('How many rules pages break, by severity. POST /site/audit lists them with their pages.'),
  changes: z
    .object({ new: z.int(), fixed: z.int(), still: z.int() })
    .nullable()
    .describe('Findings against the crawl before; null where there is none to compare with.'),
});

export const SiteView = z
  .object({
    id: z.string(),
    project_id: z.string().nullable(),
    target: z.string(),
    type: z.enum(['domain', 'subdomain', 'folder']),
    name: z.string(),
    brand: z.object({ name: z.string(), spellings: z.array(z.string()) }).nullable(),
    competitors: z.array(z.string()),
    markets: z.array(z.object({ country: z.string(), language: z.string().nullable(), city: z.string().nullable() })),
    crawl: z.object({
      urls: z.array(z.string()),
      pages: z.int(),
      depth: z.int(),
      rate: z.number().nullable().describe('null for the polite default.'),
      include: z.array(z.string()),
      exclude: z.array(z.string()),
      sitemaps: z.boolean(),
      respect_robots: z.boolean(),
      user_agent: z.string().nullable().describe('null for that of the service.'),
      access: AccessView,
      render: CrawlView.shape.settings.shape.render,
      external_links: z.boolean(),
      schedule: z.object({ cadence: z.enum(CADENCES), cron: z.string().nullable(), time_zone: z.string() }).nullable(),
    }),
    audit: z.object({
      mute: z.array(z.object({ rule: z.string(), url: z.string().nullable() })),
      unmute: z.array(z.string()),
    }),
    overlaps: z
      .array(z.object({ id: z.string(), target: z.string(), is: z.enum(['part', 'whole']) }))
      .describe('Sites of the same project that are part of this one, or that this one is part of.'),
    last_crawl: z
      .object({
        id: z.string(),
        status: CrawlView.shape.status,
        pages_read: z.int(),
        created_at: z.string(),
        closed_at: z.string().nullable(),
      })
      .nullable(),
    next_crawl: z.string().nullable().describe('null where no crawl is scheduled, or the schedule is paused.'),
    pages_known: z
      .int()
      .nullable()
      .describe('Addresses of the site that the last audited crawl knew; null before one was audited.'),
    last_audit: SiteAuditView.nullable().describe('null until a crawl of the site was audited.'),
    created_at: z.string(),
  })
  .meta({ id: 'Site', description: 'A site that you look after.' });

export function siteView({ site, overlaps, last_crawl, next_crawl, audit }: SiteReport): z.input<typeof SiteView> {
  const { id, project_id, target, created_at } = site;
  return {
    id,
    project_id: project_id ?? null,
    target,
    type: parseSite(target).type,
    ...settingsView(site),
    overlaps: overlaps.map((one) => ({ ...one })),
    last_crawl: last_crawl === undefined ? null : crawlLine(last_crawl),
    next_crawl: next_crawl?.toISOString() ?? null,
    pages_known: audit?.pages_known ?? null,
    last_audit: audit === undefined ? null : auditView(audit),
    created_at: created_at.toISOString(),
  };
}

function settingsView({ target, settings }: Site) {
  const { name, brand, competitors, markets, crawl, audit } = settings;
  const { schedule: times, ...reading } = crawl;
  return {
    name: name ?? target,
    brand: brand === undefined ? null : { name: brand.name, spellings: [...brand.spellings] },
    competitors: [...competitors],
    markets: markets.map(({ country: code, language, city }) => ({
      country: code,
      language: language ?? null,
      city: city ?? null,
    })),
    audit: {
      mute: audit.muted.map(({ rule, url }) => ({ rule, url: url ?? null })),
      unmute: [...audit.unmuted],
    },
    crawl: {
      urls: [...reading.urls],
      pages: reading.pages,
      depth: reading.depth,
      rate: reading.rate ?? null,
      include: [...reading.include],
      exclude: [...reading.exclude],
      sitemaps: reading.sitemaps,
      respect_robots: reading.respect_robots,
      user_agent: reading.user_agent ?? null,
      access: accessView(reading.access),
      render: reading.render,
      external_links: reading.external_links,
      schedule: times === undefined ? null : { ...times, cron: times.cron ?? null },
    },
  };
}

function crawlLine(file: NonNullable<SiteReport['last_crawl']>) {
  const { id, status, counts, created_at, closed_at } = crawlView(file);
  return { id, status, pages_read: counts.fetched, created_at, closed_at };
}

function auditView({ failing, causes: _causes, changes, ...rest }: NonNullable<SiteReport['audit']>) {
  return { ...rest, failing_rules: { ...failing }, changes: changes === null ? null : { ...changes } };
}

/** The causes that an audit leads with. */
export const SiteCause = z.object({
  rule: z.string(),
  cause: z.string().nullable(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  why: z.string(),
  fix: z.string(),
  effort: z.enum(['one_place', 'few', 'many']),
  findings: z.int(),
  pages: z.int(),
  score_gain: z.number().nullable().describe('Points of the health score that fixing it gains.'),
  examples: z.array(z.string()),
});

export function siteCauses({ audit }: SiteReport): z.input<typeof SiteCause>[] {
  return (audit?.causes ?? []).map((cause) => ({ ...cause, examples: [...cause.examples] }));
}

export function unknownSite(id: string): AppError {
  return new AppError('not_found', `There is no site ${id.slice(0, 60)}.`, {
    fix: 'Use the id that POST /sites returned, or list your sites with GET /sites.',
  });
}
