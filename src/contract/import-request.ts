import { z } from 'zod';

import { AppError, type InputIssue } from '../kernel/errors.ts';
import { joinWords } from '../kernel/grammar.ts';
import { CONSOLE_ENGINES, CONSOLE_SEARCH_TYPES } from '../ports/console.ts';
import { IMPORT_KINDS, type ImportRequest, type PullRequest } from '../ports/imports.ts';
import { readLanguage } from '../text/languages.ts';
import { readColumnMap } from '../web/csv/column-map.ts';
import { readPeriod } from '../web/day-period.ts';
import { readProperty } from '../web/search-property.ts';
import { pageUrl } from './fields.ts';

const CONTENT_CHARACTERS_MAX = 5_000_000;

/** What a caller says of an import; schedules keep it as it was said. */
export const ImportInput = z.object({
  kind: z.enum(IMPORT_KINDS).describe('Kind of file.'),
  url: pageUrl().optional().describe('Public http or https URL of the file, gzipped or not.'),
  content: z
    .string()
    .max(CONTENT_CHARACTERS_MAX)
    .optional()
    .describe(
      'Text of a table of links, keywords or Search Console figures, instead of a URL. The maximum request size applies.',
    ),
  limit: z.int().min(1).max(10_000_000_000).optional().describe('Read only this many records or rows from the start.'),
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
      'Search Console property: sc-domain:example.com or https://www.example.com/. With url or content, for exports that do not ' +
        'name it; without either, its figures are pulled from the engine’s API.',
    ),
  period: z
    .string()
    .max(40)
    .optional()
    .describe('First and last day of the figures, for exports that do not name them: 2026-10-24..2026-11-20.'),
  engine: z
    .enum(CONSOLE_ENGINES)
    .optional()
    .describe('Where to pull the figures of the property from: google (Search Console, by default) or bing.'),
  since: z.iso
    .date()
    .optional()
    .describe('First day to pull; by default all that the engine still has, 16 months for Google.'),
  types: z
    .array(z.enum(CONSOLE_SEARCH_TYPES))
    .min(1)
    .max(CONSOLE_SEARCH_TYPES.length)
    .optional()
    .describe('Types of search to pull; web by default.'),
  columns: z
    .string()
    .max(2000)
    .optional()
    .describe(
      'Meaning of the columns, for headings that are not recognized. Figures in order: query,clicks,impressions,ctr,position. ' +
        'Links by heading or column number: source=From page,target=To page,anchor=Text.',
    ),
  again: z.boolean().default(false).describe('Read the file again even if it was read completely and has not changed.'),
});

/** @throws AppError invalid_input for fields that contradict each other or cannot be read */
export function readImportRequest({ again, ...fields }: z.output<typeof ImportInput>): ImportRequest {
  refuseContradictions(fields);
  const { kind, url, content, limit, release, target, location, language, property, period, columns } = fields;
  return {
    kind,
    url,
    content,
    pull: url === undefined && content === undefined ? pullOf(fields) : undefined,
    options: { limit, release, target, location, language, property, period, columns },
    again,
  };
}

function pullOf({ property = '', engine = 'google', types = ['web'], since }: Fields): PullRequest {
  // Bing names sites by their addresses alone, and Search Console takes a bare domain for nothing.
  const named = engine === 'google' ? (readProperty(property) ?? property) : property;
  return { engine, property: named, types: [...new Set(types)], since };
}

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
  readonly engine?: PullRequest['engine'] | undefined;
  readonly since?: string | undefined;
  readonly types?: PullRequest['types'] | undefined;
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
  engine: ['console'],
  since: ['console'],
  types: ['console'],
  period: ['console'],
  columns: ['console', 'links'],
} as const;

const OF_PULLS = ['engine', 'since', 'types'] as const;
const OF_FILES = ['period', 'columns'] as const;
const NO_PULL = 'is only for figures that are pulled, so leave out url and content';
const NO_FILE = 'is only for files, so add url or content';

/** Refuses fields that contradict each other. */
function refuseContradictions(fields: Fields): void {
  const issues = [...misplacedFields(fields), ...fieldsOfOthers(fields), ...unreadableFields(fields)];
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

/** Fields of other kinds. */
function misplacedFields({ kind, url, ...fields }: Fields): InputIssue[] {
  const both = url !== undefined && fields.content !== undefined;
  const issues: InputIssue[] = both ? [{ path: 'content', message: 'cannot be combined with url' }] : [];
  for (const [path, value] of Object.entries(fields)) {
    const kinds: readonly string[] = isOfKinds(path) ? KINDS_OF[path] : [];
    if (value === undefined || kinds.includes(kind)) continue;
    issues.push({ path, message: `is only for kind${kinds.length === 1 ? '' : 's'} ${joinWords(kinds)}` });
  }
  return issues;
}

/** Fields of pulls in an order for a file, and the other way round. */
function fieldsOfOthers(fields: Fields): InputIssue[] {
  if (fields.kind !== 'console') return [];
  const isFile = fields.url !== undefined || fields.content !== undefined;
  return (isFile ? OF_PULLS : OF_FILES).flatMap((path) =>
    fields[path] === undefined ? [] : [{ path, message: isFile ? NO_PULL : NO_FILE }],
  );
}

function unreadableFields({ kind, language, property, period, columns }: Fields): InputIssue[] {
  const issues: InputIssue[] = [];
  const map = kind === 'links' && columns !== undefined ? readColumnMap(columns) : undefined;
  if (map !== undefined && 'problem' in map) issues.push({ path: 'columns', message: map.problem });
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
