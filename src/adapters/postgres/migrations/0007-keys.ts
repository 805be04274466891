/** Secrets that keys had before they were rotated. */
export const keys = {
  version: 7,
  name: 'keys',
  sql: `
    -- Kept after they have ended, so that a start with an old SEAMARK_INIT_API_KEY cannot bring one back to life.
    create table former_keys (
      hash bytea primary key,
      key_id text not null references api_keys,
      valid_until timestamptz not null
    );
    create index former_keys_key on former_keys (key_id);
    create index api_keys_workspace on api_keys (workspace_id);
  `,
} as const;
