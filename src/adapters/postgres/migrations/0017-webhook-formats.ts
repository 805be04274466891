/** Slack and mailboxes are told as well as programs. */
export const webhookFormats = {
  version: 17,
  name: 'webhook formats',
  sql: `
    alter table webhook_endpoints add column format text not null default 'standard'
      check (format in ('standard', 'slack', 'email'));
  `,
} as const;
