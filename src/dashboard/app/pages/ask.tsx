import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { OperationFormView, PriceView, QueuedView } from '../../views.ts';
import { get, Problem, send } from '../model/api.ts';
import { askedInput, takeOver } from '../model/asking.ts';
import { count } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { fieldsOfForm, type FormField, readForm, shownValue } from '../model/schema-form.ts';
import { labelOf, spoken } from '../model/words.ts';
import { Field, Form } from '../parts/form.tsx';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Copy } from '../parts/secret.tsx';
import type { Fields } from '../model/report.ts';

/** At most so many fields are shown at once; the rest have presets that serve most. */
const FIRST_MAX = 5;
const PRICE_AFTER_MS = 400;

/** The form of an analysis, made of its schema. What is asked becomes a report. */
export function Ask(): VNode {
  const { params, query } = useRoute();
  const id = params['id'] ?? '';
  const loaded = useLoad(id, (signal) => get<OperationFormView>(`/operations/${encodeURIComponent(id)}`, {}, signal));
  const given = useMemo(() => ({ ...askedInput(query['input']), ...takeOver(id) }), [id, query['input']]);
  return (
    <Page title={loaded.data?.title ?? 'Ask'}>
      <WithData of={loaded}>
        {(form) => <AskForm key={`${id} ${query['input'] ?? ''}`} form={form} given={given} site={query['site']} />}
      </WithData>
    </Page>
  );
}

interface AskFormProps {
  readonly form: OperationFormView;
  readonly given: Fields;
  /** On whose pages it is asked. */
  readonly site: string | undefined;
}

function AskForm({ form, given, site }: AskFormProps): VNode {
  const { route } = useLocation();
  const fields = useMemo(() => fieldsOfForm(form), [form]);
  const box = useRef<HTMLDivElement>(null);
  const [price, setPrice] = useState<PriceView>();
  const [asked, setAsked] = useState<Fields>(given);
  const needed = fields.filter(({ name, isRequired }) => isRequired || form.one_of.includes(name) || name in given);
  const first = needed.length > 0 ? needed : fields.slice(0, FIRST_MAX);
  const rest = fields.filter((field) => !first.includes(field));
  const read = (values: FormData): Fields => {
    const { input, unreadable } = readForm(fields, values);
    if (unreadable.length === 0) return input;
    const problems = unreadable.map((path) => ({ path, message: 'is not valid JSON' }));
    throw new Problem('A field cannot be read.', { fix: 'Correct the JSON.', fields: problems });
  };
  const order = (input: Fields, dry_run: boolean): object => ({
    operation: form.id,
    input,
    dry_run,
    ...(site === undefined ? {} : { site }),
  });
  const run = async (values: FormData): Promise<void> => {
    const { job_id } = await send<QueuedView>('POST', '/reports', order(read(values), false));
    route(`/dashboard/reports/${job_id}`);
  };
  const current = (): FormData => new FormData(box.current?.querySelector('form') ?? undefined);
  const ask = (): void => {
    const input = readForm(fields, current()).input;
    setAsked(input);
    send<PriceView>('POST', '/reports', order(input, true)).then(setPrice, () => setPrice(undefined));
  };
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const askSoon = (): void => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(ask, PRICE_AFTER_MS);
  };
  useEffect(() => {
    // What is filled in already has a price.
    if (Object.keys(given).length > 0) ask();
    return () => clearTimeout(waiting.current);
  }, []);
  return (
    <div class="ask-form" ref={box} onInput={askSoon}>
      <p class="lead">{spoken(form.description)}</p>
      <Form action="Run" onSubmit={run} only={{ role: 'member', what: 'run reports' }}>
        {form.one_of.length > 1 ? (
          <p class="hint">Fill in one of these: {form.one_of.map(labelOf).join(', ')}.</p>
        ) : null}
        {first.map((field) => (
          <Control key={field.name} field={field} given={given} />
        ))}
        {rest.length === 0 ? null : (
          <details class="more-options">
            <summary>More options</summary>
            {rest.map((field) => (
              <Control key={field.name} field={field} given={given} />
            ))}
          </details>
        )}
        <p class="price" role="status">
          {priceText(form, price)}
        </p>
      </Form>
      <details class="panel raw" onToggle={() => setAsked(readForm(fields, current()).input)}>
        <summary>Copy as curl, TypeScript or MCP</summary>
        <Snippets form={form} input={asked} />
      </details>
    </div>
  );
}

function priceText({ price_rule }: OperationFormView, price: PriceView | undefined): string {
  if (price === undefined) return `Price: ${price_rule}.`;
  const { balance } = price.meta.credits;
  const left = balance === null ? '' : ` You have ${count(balance, 'credit')} left.`;
  return `This costs ${price.credits === 0 ? 'nothing' : count(price.credits, 'credit')}.${left}`;
}

interface ControlProps {
  readonly field: FormField;
  readonly given: Fields;
}

function Control({ field, given }: ControlProps): VNode {
  const { name, label, kind, preset, isRequired } = field;
  const value = given[name] ?? preset;
  if (kind === 'yes') {
    return (
      <div class="field">
        <label class="check">
          <input type="checkbox" name={name} defaultChecked={value === true} /> {label}
        </label>
        <p class="hint">{field.hint}</p>
      </div>
    );
  }
  return (
    <Field name={name} label={isRequired ? `${label} (required)` : label} hint={hintOf(field)}>
      {(control) => <Input field={field} control={control} value={shownValue(field, value)} />}
    </Field>
  );
}

function hintOf({ hint, kind }: FormField): string {
  if (kind === 'lines') return `${hint} One per line.`.trim();
  return kind === 'json' ? `${hint} As JSON.`.trim() : hint;
}

interface InputProps {
  readonly field: FormField;
  readonly control: { readonly id: string; readonly name: string };
  readonly value: string;
}

function Input({ field, control, value }: InputProps): VNode {
  const { kind, choices, minimum, maximum, isRequired, preset } = field;
  if (kind === 'choice') {
    return (
      <select {...control} defaultValue={value}>
        {isRequired || preset !== undefined ? null : <option value="">–</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice} selected={choice === value}>
            {choice.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'long' || kind === 'lines' || kind === 'json') {
    return <textarea {...control} rows={kind === 'lines' ? 5 : 8} defaultValue={value} spellcheck={false} />;
  }
  if (kind === 'number')
    return <input {...control} type="number" min={minimum} max={maximum} step="any" defaultValue={value} />;
  return <input {...control} type="text" defaultValue={value} autocomplete="off" spellcheck={false} />;
}

function Snippets({ form, input }: { readonly form: OperationFormView; readonly input: Fields }): VNode {
  return (
    <>
      {Object.entries(snippetsOf(form, input)).map(([name, text]) => (
        <div key={name}>
          <h3>{name}</h3>
          {'clipboard' in navigator ? <Copy text={() => text} what={`${name} call`} /> : null}
          <pre>{text}</pre>
        </div>
      ))}
    </>
  );
}

function snippetsOf({ id, method, path }: OperationFormView, input: Fields): Readonly<Record<string, string>> {
  const address = `${location.origin}/api/v1${path}`;
  const body = JSON.stringify(input);
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString();
  const quoted = body.replaceAll("'", "'\\''");
  const curl =
    method === 'GET'
      ? `curl -s '${address}?${query}' -H "x-api-key: $SEAMARK_API_KEY"`
      : `curl -s ${address} \\\n  -H "x-api-key: $SEAMARK_API_KEY" -H 'content-type: application/json' \\\n  -d '${quoted}'`;
  return {
    curl,
    TypeScript: `const answer = await seamark.call('${id}', ${JSON.stringify(input, undefined, 2)});`,
    MCP: JSON.stringify({ name: id.replaceAll(/[.-]/g, '_'), arguments: input }, undefined, 2),
  };
}
