/** The brand of a project, and how old the observations may be that answer a queued call. */
export const brands = {
  version: 11,
  name: 'brands',
  sql: `
    -- { name, aliases, domains }
    alter table projects add column brand jsonb;
    alter table jobs add column max_age_s integer check (max_age_s >= 0);
  `,
};
