/** Answers about rankings are kept as other observations are. */
export const rankingAnswers = {
  version: 12,
  name: 'ranking answers',
  sql: `
    alter table observation_inbox drop constraint if exists observation_inbox_kind_check;
    alter table observation_inbox add constraint observation_inbox_kind_check
      check (kind in ('serp', 'keyword', 'place', 'ranking'));
  `,
} as const;
