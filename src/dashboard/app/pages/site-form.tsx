import type { VNode } from 'preact';

import type { SiteAddedView, SiteRowView } from '../../views.ts';
import { Problem, send } from '../model/api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';

interface SiteDialogProps {
  /** Undefined for a new site. */
  readonly item: SiteRowView | undefined;
  /** Offers to crawl a new site at once. */
  readonly mayCrawl?: boolean;
  readonly onClose: () => void;
  /** With the id of a site that was added. */
  readonly onDone: (text: string, id?: string) => void;
}

export function SiteDialog({ item, mayCrawl = false, onClose, onDone }: SiteDialogProps): VNode {
  const submit = async (values: FormData): Promise<void> => {
    const settings = settingsOf(values, item);
    if (item === undefined) {
      const project = textOf(values, 'project_id');
      const target = textOf(values, 'target');
      const added = { target, ...settings, ...(project === '' ? {} : { project_id: project }) };
      const { site } = await send<SiteAddedView>('POST', '/sites', added);
      if (values.get('crawl_now') !== null) await send('POST', '/crawls', { site: site.id });
      onDone(`Site ${target} added.`, site.id);
      return;
    }
    await send('PATCH', `/sites/${encodeURIComponent(item.id)}`, settings);
    onDone('Settings saved.');
  };
  return (
    <Dialog title={item === undefined ? 'Add a site' : `Change ${item.name}`} onClose={onClose}>
      <Form action={item === undefined ? 'Add site' : 'Save changes'} onSubmit={submit} onCancel={onClose}>
        {item === undefined ? (
          <Field name="target" label="Address" hint="example.com, blog.example.com or https://example.com/shop/">
            {(control) => <input {...control} maxLength={2048} spellcheck={false} autofocus required />}
          </Field>
        ) : (
          <Field name="name" label="Name" hint="Leave empty to use the address.">
            {(control) => (
              <input {...control} defaultValue={item.name === item.target ? '' : item.name} maxLength={100} autofocus />
            )}
          </Field>
        )}
        {mayCrawl ? (
          <div class="field">
            <label class="check">
              <input type="checkbox" name="crawl_now" defaultChecked /> Crawl it now
            </label>
            <p class="hint">First findings show after about twenty pages. 50 pages cost 1 credit.</p>
          </div>
        ) : null}
        {item === undefined ? (
          <details class="more-options">
            <summary>More options</summary>
            <Identity item={item} />
            <Reading item={item} />
          </details>
        ) : (
          <>
            <Identity item={item} />
            <Reading item={item} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function Identity({ item }: Pick<SiteDialogProps, 'item'>): VNode {
  return (
    <>
      {item === undefined ? (
        <Field name="project_id" label="Project" hint="The id of a project, if the site belongs to one.">
          {(control) => <input {...control} maxLength={128} spellcheck={false} />}
        </Field>
      ) : null}
      <Field name="brand" label="Brand" hint="As it is usually written.">
        {(control) => <input {...control} defaultValue={item?.brand?.name ?? ''} maxLength={100} />}
      </Field>
      <Field name="spellings" label="Other spellings" hint="Separated by commas.">
        {(control) => <input {...control} defaultValue={item?.brand?.spellings.join(', ') ?? ''} />}
      </Field>
      <Field name="competitors" label="Competitors" hint="Domains, separated by commas.">
        {(control) => <input {...control} defaultValue={item?.competitors.join(', ') ?? ''} spellcheck={false} />}
      </Field>
      <Field name="markets" label="Markets" hint="One per line: country, language, city. DE, de, Berlin">
        {(control) => (
          <textarea {...control} rows={2} spellcheck={false} defaultValue={item?.markets.map(marketText).join('\n')} />
        )}
      </Field>
    </>
  );
}

function Reading({ item }: Pick<SiteDialogProps, 'item'>): VNode {
  const crawl = item?.crawl;
  return (
    <>
      <Field name="crawl.pages" label="Maximum pages" hint="50 pages cost 1 credit.">
        {(control) => <input {...control} inputMode="numeric" defaultValue={String(crawl?.pages ?? 1000)} />}
      </Field>
      <Field name="crawl.depth" label="Maximum depth" hint="How many links to follow from the start address.">
        {(control) => <input {...control} inputMode="numeric" defaultValue={String(crawl?.depth ?? 20)} />}
      </Field>
      <Field name="crawl.rate" label="Requests per second" hint="Leave empty for 2.">
        {(control) => <input {...control} inputMode="decimal" defaultValue={crawl?.rate?.toString() ?? ''} />}
      </Field>
      <Field name="crawl.include" label="Include only" hint="Patterns such as /blog/*, one per line.">
        {(control) => <textarea {...control} rows={2} spellcheck={false} defaultValue={crawl?.include.join('\n')} />}
      </Field>
      <Field name="crawl.exclude" label="Exclude" hint="Patterns such as *?sort=*, one per line.">
        {(control) => <textarea {...control} rows={2} spellcheck={false} defaultValue={crawl?.exclude.join('\n')} />}
      </Field>
      <Field name="crawl.schedule" label="Crawl">
        {(control) => (
          <select {...control}>
            {CADENCES.filter(([value]) => value !== 'cron' || crawl?.schedule?.cadence === 'cron').map(
              ([value, text]) => (
                <option key={value} value={value} selected={value === (crawl?.schedule?.cadence ?? '')}>
                  {text}
                </option>
              ),
            )}
          </select>
        )}
      </Field>
    </>
  );
}

const CADENCES = [
  ['', 'only when I start it'],
  ['daily', 'every day'],
  ['weekly', 'every week'],
  ['monthly', 'every month'],
  ['cron', 'by its cron pattern'],
] as const;

function marketText({ country, language, city }: SiteRowView['markets'][number]): string {
  return [country, language ?? '', city ?? ''].join(', ').replace(/(?:, )+$/, '');
}

function settingsOf(values: FormData, item: SiteRowView | undefined): object {
  const rate = textOf(values, 'crawl.rate');
  return {
    ...(item === undefined ? {} : { name: textOf(values, 'name') || null }),
    brand: brandOf(values),
    competitors: splitOf(values, 'competitors', ','),
    markets: splitOf(values, 'markets', '\n').map(marketOf),
    crawl: {
      pages: wholeOf(values, 'crawl.pages'),
      depth: wholeOf(values, 'crawl.depth'),
      rate: rate === '' ? null : numberOf('crawl.rate', rate),
      include: splitOf(values, 'crawl.include', '\n'),
      exclude: splitOf(values, 'crawl.exclude', '\n'),
      ...scheduleOf(textOf(values, 'crawl.schedule'), item),
    },
  };
}

/** Where the cadence is unchanged nothing is sent, so that the schedule keeps its time zone and pattern. */
function scheduleOf(cadence: string, item: SiteRowView | undefined): object {
  if (cadence === (item?.crawl.schedule?.cadence ?? '')) return {};
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { schedule: cadence === '' ? null : { cadence, time_zone } };
}

function brandOf(values: FormData): object | null {
  const name = textOf(values, 'brand');
  const spellings = splitOf(values, 'spellings', ',');
  if (name === '' && spellings.length > 0) throw wrong('brand', 'must not be empty');
  return name === '' ? null : { name, spellings };
}

function marketOf(line: string): object {
  const [country = '', language = '', city = ''] = line.split(',').map((part) => part.trim());
  return { country, ...(language === '' ? {} : { language }), ...(city === '' ? {} : { city }) };
}

function splitOf(values: FormData, field: string, separator: string): string[] {
  return textOf(values, field)
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function wholeOf(values: FormData, field: string): number {
  return numberOf(field, textOf(values, field).replaceAll(/[\s,]/g, ''));
}

function numberOf(field: string, text: string): number {
  if (!/^\d{1,9}(?:\.\d{1,3})?$/.test(text)) throw wrong(field, 'must be a number');
  return Number(text);
}

function wrong(path: string, message: string): Problem {
  return new Problem('The site is not valid.', {
    fix: 'Correct the fields listed in errors and send it again.',
    fields: [{ path, message }],
  });
}
