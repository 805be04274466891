import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { ImportView, importView } from '../../../contract/import-view.ts';
import { ImportInput, readImportRequest } from '../../../contract/import-request.ts';

export default defineAccountOperation({
  id: 'imports.create',
  method: 'POST',
  path: '/imports',
  group: 'Crawls and imports',
  title: 'Import a file',
  description:
    'Starts a job that reads an external file into the index. ' +
    'The file is a web archive (`warc`), a Common Crawl extract (`wat`), Common Crawl domain ranks (`ranks`), a link table (`links`) or keyword ' +
    'table (`keywords`) from another tool, a Search Console export (`console`), or Google’s list of places (`locations`). ' +
    'Pass a public URL, or send a table of links, keywords or Search Console figures as text. ' +
    'For `console`, you can also pass just a property: its figures are then pulled from the API of Search Console or Bing Webmaster Tools with ' +
    'the operator’s credentials, which keys of the first workspace may use unless the operator allows others. ' +
    'The answer names the job; follow its events for progress. ' +
    'To resume an interrupted import, send the same request again; a file that was read completely and has not changed is not read twice. ' +
    'Keywords and Search Console figures stay private to the workspace that imports them. ' +
    'Everything else goes into the index that workspaces share, so only keys of the first workspace may import it, unless the operator allows others (SEAMARK_IMPORTS) or the workspace has an index of its own. ' +
    'Free.',
  success_status: 201,

  is_workspace_wide: true,
  one_of: ['url', 'content', 'property'],
  input: ImportInput,
  result: z.object({ import: ImportView, job_id: z.string(), status_url: z.string(), events_url: z.string() }),
  example: { kind: 'links', url: 'https://example.com/exports/backlinks.csv' },

  async run(input, { caller, account }) {
    const { file, job_id } = await account.imports.start(caller, readImportRequest(input));
    const status_url = `/api/v1/jobs/${job_id}`;
    return { import: importView(file), job_id, status_url, events_url: `${status_url}/events` };
  },
});
