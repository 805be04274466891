import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { pageUrl } from '../../../contract/fields.ts';
import { ImportView, importView } from '../../../contract/import-view.ts';
import { AppError, type InputIssue } from '../../../kernel/errors.ts';
import { joinWords } from '../../../kernel/grammar.ts';
import { readLanguage } from '../../../text/languages.ts';
import { IMPORT_KINDS } from '../../../ports/imports.ts';
import { readPeriod } from '../../../web/day-period.ts';
import { readProperty } from '../../../web/search-property.ts';

const CONTENT_CHARACTERS_MAX = 5_000_000;

export default defineAccountOperation({
  id: 'imports.create',
  method: 'POST',
  path: '/imports',
  group: 'Imports',
  title: 'Import a file',
  description:
    'Starts a job that reads an external file into the index: a web archive (`warc`), a Common Crawl extract (`wat`), Common Crawl ' +
    'domain ranks (`ranks`), a link table (`links`) or keyword table (`keywords`) from another tool, a Search Console export (`console`), or ' +
    'Google’s list of places (`locations`). Pass a public URL, or send a table of links, keywords or Search Console figures as text. The ' +
    'answer names the job; follow its events for progress. To resume an interrupted import, send the same request again; a file that ' +
    'was read completely and has not changed is not read twice. Keywords and Search Console figures stay private to the workspace that imports them. Everything else is ' +
    'shared by all workspaces, so only keys of the first workspace may import it, unless the operator allows others (SEAMARK_IMPORTS). Free.',
  success_status: 201,

  is_workspace_wide: true,
  one_of: ['url', 'content'],
  input: z.object({
    kind: z.enum(IMPORT_KINDS).describe('Kind of file.'),
    url: pageUrl().optional().describe('Public http or https URL of the file, gzipped or not.'),
    content: z
      .string()
      .max(CONTENT_CHARACTERS_MAX)
      .optional()
      .describe(
        'Text of a table of links, keywords or Search Console figures, instead of a URL. The maximum request size applies.',
      ),
    limit: z
      .int()
      .min(1)
      .max(10_000_000_000)
      .optional()
      .describe('Read only this many records or rows from the start.'),
    release: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be a name such as cc-main-2026-apr-may-jun')
      .optional()
      .describe('Release of the ranks, if the file name does not include it.'),
    target: pageUrl()
      .optional()
      .describe('Where the links point, for tables that do not say, such as Search Console exports.'),
    location: z
      .string()
      .max(200)
      .optional()
      .describe(
        'Place of the keywords, for tables that do not name it: a country, a city with its region, or a location code.',
      ),
    language: z
      .string()
      .max(60)
      .optional()
      .describe('Language of the keywords, for tables that do not name it: a code such as en or pt-BR, or a name.'),
    property: z
      .string()
      .max(2000)
      .optional()
      .describe(
        'Search Console property, for exports that do not name it: sc-domain:example.com or https://www.example.com/.',
      ),
    period: z
      .string()
      .max(40)
      .optional()
      .describe('First and last day of the figures, for exports that do not name them: 2026-10-24..2026-11-20.'),
    columns: z
      .string()
      .max(500)
      .optional()
      .describe(
        'Meaning of the columns in order, for headings that are not recognized: query,clicks,impressions,ctr,position.',
      ),
    again: z
      .boolean()
      .default(false)
      .describe('Read the file again even if it was read completely and has not changed.'),
  }),
  result: z.object({ import: ImportView, job_id: z.string(), status_url: z.string(), events_url: z.string() }),
  example: { kind: 'links', url: 'https://example.com/exports/backlinks.csv' },

  async run(input, { caller, account }) {
    const { again, ...fields } = input;
    refuseContradictions(fields);
    const { kind, url, content, limit, release, target, location, language, property, period, columns } = fields;
    const { file, job_id } = await account.imports.start(caller, {
      kind,
      url,
      content,
      options: { limit, release, target, location, language, property, period, columns },
      again,
    });
    const status_url = `/api/v1/jobs/${job_id}`;
    return { import: importView(file), job_id, status_url, events_url: `${status_url}/events` };
  },
});

interface Fields {
  readonly kind: string;
  readonly url?: string | undefined;
  readonly content?: string | undefined;
  readonly limit?: number | undefined;
  readonly release?: string | undefined;
  readonly target?: string | undefined;
  readonly location?: string | undefined;
  readonly language?: string | undefined;
  readonly property?: string | undefined;
  readonly period?: string | undefined;
  readonly columns?: string | undefined;
}

/** Kinds that a field belongs to. */
const KINDS_OF = {
  content: ['links', 'keywords', 'console'],
  // Figures of a part of a table would pass for those of the whole.
  limit: ['warc', 'wat', 'ranks', 'links', 'keywords', 'locations'],
  release: ['ranks'],
  target: ['links'],
  location: ['keywords'],
  language: ['keywords'],
  property: ['console'],
  period: ['console'],
  columns: ['console'],
} as const;

/** Refuses fields that contradict each other. */
function refuseContradictions({ kind, url, ...fields }: Fields): void {
  const issues: InputIssue[] = [];
  if (url !== undefined && fields.content !== undefined)
    issues.push({ path: 'content', message: 'cannot be combined with url' });
  for (const [path, value] of Object.entries(fields)) {
    const kinds: readonly string[] = isOfKinds(path) ? KINDS_OF[path] : [];
    if (value === undefined || kinds.includes(kind)) continue;
    issues.push({ path, message: `is only for kind${kinds.length === 1 ? '' : 's'} ${joinWords(kinds)}` });
  }
  issues.push(...unreadableFields(fields));
  if (issues.length === 0) return;
  throw new AppError(
    'invalid_input',
    `The input of imports.create is not valid: ${issues.map(({ path }) => path).join(', ')}.`,
    {
      fix: 'Correct every field listed in errors and send the request again.',
      issues,
    },
  );
}

function unreadableFields({ language, property, period }: Omit<Fields, 'kind'>): InputIssue[] {
  const issues: InputIssue[] = [];
  const read = language === undefined ? undefined : readLanguage(language);
  if (read !== undefined && 'problem' in read) issues.push({ path: 'language', message: read.problem });
  if (property !== undefined && readProperty(property) === undefined)
    issues.push({
      path: 'property',
      message: 'must be sc-domain:example.com or a URL prefix such as https://www.example.com/',
    });
  if (period !== undefined && readPeriod(period) === undefined)
    issues.push({
      path: 'period',
      message: 'must be two days such as 2026-10-24..2026-11-20, or a month such as 2026-10',
    });
  return issues;
}

function isOfKinds(field: string): field is keyof typeof KINDS_OF {
  return Object.hasOwn(KINDS_OF, field);
}
