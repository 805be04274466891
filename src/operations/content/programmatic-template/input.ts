export const PLAYBOOKS = [
  'templates',
  'curation',
  'conversions',
  'comparisons',
  'examples',
  'locations',
  'personas',
  'integrations',
  'glossary',
  'translations',
  'directory',
  'profiles',
  'custom',
] as const;
export type Playbook = (typeof PLAYBOOKS)[number];

export const CADENCES = ['pilot', 'weekly_batch', 'monthly_batch', 'bulk_import'] as const;
export type Cadence = (typeof CADENCES)[number];

export const LAUNCH_DECISIONS = ['launch_pilot', 'fix_first', 'do_not_launch'] as const;
export type LaunchDecision = (typeof LAUNCH_DECISIONS)[number];

interface DataSource {
  readonly name: string;
  readonly type?: string | undefined;
  readonly freshness?: string | undefined;
  readonly fields?: readonly string[] | undefined;
}

export interface TemplateInput {
  readonly keyword_pattern: string;
  readonly url_pattern: string;
  readonly data_sources: readonly DataSource[];
  readonly variables: readonly string[];
  readonly playbook: Playbook;
  readonly unique_fields: readonly string[];
  readonly sample_records: readonly Readonly<Record<string, unknown>>[];
  readonly publishing_cadence: Cadence;
  readonly page_count_estimate: number | undefined;
  readonly conversion_cta: string | undefined;
  readonly include_schema: boolean;
  readonly include_internal_linking: boolean;
}
