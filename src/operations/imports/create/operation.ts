import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { pageUrl } from '../../../contract/fields.ts';
import { ImportView, importView } from '../../../contract/import-view.ts';
import { AppError, type InputIssue } from '../../../kernel/errors.ts';
import { IMPORT_KINDS } from '../../../ports/imports.ts';

const CONTENT_CHARACTERS_MAX = 5_000_000;

export default defineAccountOperation({
  id: 'imports.create',
  method: 'POST',
  path: '/imports',
  group: 'Imports',
  title: 'Import a file',
  description:
    'Reads a file of others into the index, as a job: web archives (`warc`), what Common Crawl has extracted of them (`wat`), its ranks ' +
    'of domains (`ranks`), tables of links from other tools (`links`, CSV). The file is named by a public URL; a table of links can be ' +
    'sent along instead. The answer names the job, whose events tell how far it is. An import that broke off goes on when the same ' +
    'request is sent again, and a file that was read whole and has not changed is not read twice. All workspaces share the index: unless ' +
    'the operator has opened it (SEAMARK_IMPORTS), only keys of the first workspace may import. Free.',
  success_status: 201,

  is_workspace_wide: true,
  one_of: ['url', 'content'],
  input: z.object({
    kind: z.enum(IMPORT_KINDS).describe('What the file is.'),
    url: pageUrl()
      .optional()
      .describe('Where the file is: an http or https URL of the public web, packed by gzip or not.'),
    content: z
      .string()
      .max(CONTENT_CHARACTERS_MAX)
      .optional()
      .describe('The text of a table of links, instead of a URL. Bounded by the size of a request.'),
    limit: z.int().min(1).max(10_000_000_000).optional().describe('Only so many records or rows from the start.'),
    release: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be a name such as cc-main-2026-apr-may-jun')
      .optional()
      .describe('The release that ranks are of, where the name of the file does not tell.'),
    target: pageUrl()
      .optional()
      .describe('Where the links lead, for tables that do not say, such as those of Search Console.'),
    again: z.boolean().default(false).describe('Read a file again that was read whole and has not changed.'),
  }),
  result: z.object({ import: ImportView, job_id: z.string(), status_url: z.string(), events_url: z.string() }),
  example: { kind: 'links', url: 'https://example.com/exports/backlinks.csv' },

  async run(input, { caller, account }) {
    requireFitting(input);
    const { kind, url, content, limit, release, target, again } = input;
    const { file, job_id } = await account.imports.start(caller, {
      kind,
      url,
      content,
      options: { limit, release, target },
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
  readonly release?: string | undefined;
  readonly target?: string | undefined;
}

/** Rules between the fields. */
function requireFitting({ kind, url, content, release, target }: Fields): void {
  const issues: InputIssue[] = [];
  if (url !== undefined && content !== undefined) issues.push({ path: 'content', message: 'cannot stand beside url' });
  if (content !== undefined && kind !== 'links') issues.push({ path: 'content', message: 'is for kind links alone' });
  if (release !== undefined && kind !== 'ranks') issues.push({ path: 'release', message: 'is for kind ranks alone' });
  if (target !== undefined && kind !== 'links') issues.push({ path: 'target', message: 'is for kind links alone' });
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
