/** What a crawl has found so far, beside the text that tells it: JSON. */
export const jobFindings = {
  version: 46,
  name: 'job findings',
  sql: `
    alter table jobs add column progress_findings text;
  `,
} as const;
