import { z } from 'zod';

import { templatesOf } from '../../../audit/templates.ts';
import type { CrawledPage } from '../../../ports/sites.ts';
import { pageAddress } from '../../../web/url.ts';
import type { SchemaPlanReport } from './schema-plan.ts';

/** A page is read for each of so many templates. */
export const TEMPLATES_MAX = 8;
const EXAMPLES_MAX = 3;
/** Also where its name would stand among others of its folder. */
const HOME = '/';

export const SchemaTemplate = z.object({
  template: z.string().describe('Form of the addresses: `*` for any name, `#` for numbers and codes.'),
  pages: z.int().describe('Crawled pages of this form.'),
  examples: z.array(z.string()),
  url: z.string().nullable().describe('The page that was read for all of them; null where none could be read.'),
  not_read_because: z.string().nullable(),
  page_type: z.string().nullable().describe('Main schema.org type; null where nothing on the page points to one.'),
  types: z.array(
    z.object({ type: z.string(), eligible: z.boolean().nullable(), missing_required: z.array(z.string()) }),
  ),
  existing_items: z.int().nullable().describe('Items of structured data that the page has.'),
  invalid_items: z.int().nullable(),
  errors: z.array(z.string()).describe('At most three errors of the existing items, each with its path.'),
  jsonld: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The draft for the page that was read: the template fills its values in for the others.'),
});
export type SchemaTemplate = z.infer<typeof SchemaTemplate>;

/** Pages that one template makes, the most linked first. */
export interface Template {
  readonly template: string;
  readonly urls: readonly string[];
}

/** The home page, then the templates with most pages. */
export function chooseTemplates(pages: readonly CrawledPage[]): readonly Template[] {
  const addresses = pages.map(({ url }) => pageAddress(url)?.path_key ?? '');
  const forms = templatesOf(addresses);
  const groups = Map.groupBy(pages.keys(), (at) => (addresses[at] === '' ? HOME : (forms[at] ?? '')));
  const templates = [...groups].map(([form, members]) => ({
    template: form.startsWith('/') ? form : `/${form}`,
    urls: members.map((at) => pages[at]?.url ?? ''),
    is_home: form === HOME,
  }));
  return templates
    .toSorted((one, other) => Number(other.is_home) - Number(one.is_home) || other.urls.length - one.urls.length)
    .slice(0, TEMPLATES_MAX);
}

export function describeTemplate({ template, urls }: Template, report: SchemaPlanReport): SchemaTemplate {
  const invalid = report.existing_jsonld.filter(({ valid }) => !valid);
  return {
    ...headOf({ template, urls }),
    url: report.url,
    not_read_because: null,
    page_type: report.page_type.type,
    types: report.recommended_types
      .filter(({ role }) => role !== 'page')
      .map(({ type, eligible, missing_required }) => ({ type, eligible, missing_required })),
    existing_items: report.existing_jsonld.length,
    invalid_items: invalid.length,
    errors: invalid.flatMap(({ errors }) => errors.map(({ path, message }) => `${path}: ${message}`)).slice(0, 3),
    jsonld: report.jsonld,
  };
}

export function describeUnread(template: Template, reason: string): SchemaTemplate {
  return {
    ...headOf(template),
    url: null,
    not_read_because: reason,
    page_type: null,
    types: [],
    existing_items: null,
    invalid_items: null,
    errors: [],
    jsonld: null,
  };
}

function headOf({ template, urls }: Template): Pick<SchemaTemplate, 'template' | 'pages' | 'examples'> {
  return { template, pages: urls.length, examples: urls.slice(0, EXAMPLES_MAX) };
}
