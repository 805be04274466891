/** The program says which kinds of files there are, so that a new one needs no step of its own. */
export const importKinds = {
  version: 10,
  name: 'import kinds',
  sql: `alter table imports drop constraint if exists imports_kind_check;`,
} as const;
