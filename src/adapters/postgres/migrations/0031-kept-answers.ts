/** Answers are read on by the id of their request. */
export const keptAnswers = {
  version: 31,
  name: 'kept_answers',
  sql: `create index idempotent_calls_request on idempotent_calls (request_id);`,
} as const;
