import type { VNode } from 'preact';

import type { ProjectView } from '../../views.ts';
import { Problem, send } from '../model/api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';

interface ProjectDialogProps {
  /** Undefined for a new project. */
  readonly item: ProjectView | undefined;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

export function ProjectDialog({ item, onClose, onDone }: ProjectDialogProps): VNode {
  const submit = async (values: FormData): Promise<void> => {
    const id = item?.id ?? textOf(values, 'id');
    if (id === '') throw wrong('id', 'must not be empty');
    const settings = settingsOf(values, id);
    await send('PATCH', `/projects/${encodeURIComponent(id)}`, settings);
    onDone(`Project ${settings.name} ${item === undefined ? 'created' : 'changed'}.`);
  };
  return (
    <Dialog title={item === undefined ? 'Create a project' : `Change ${item.name}`} onClose={onClose}>
      <Form action={item === undefined ? 'Create project' : 'Save changes'} onSubmit={submit} onCancel={onClose}>
        {item === undefined ? (
          <Field name="id" label="Id" hint="The value calls send in the x-project-id header, such as acme-2027.">
            {(control) => <input {...control} maxLength={128} spellcheck={false} autofocus required />}
          </Field>
        ) : null}
        <Field name="name" label="Name" hint={item === undefined ? 'Defaults to the id.' : undefined}>
          {(control) => (
            <input {...control} defaultValue={item?.name ?? ''} maxLength={100} autofocus={item !== undefined} />
          )}
        </Field>
        <Field name="brand" label="Brand" hint="As it is usually written. Tells branded from unbranded queries.">
          {(control) => <input {...control} defaultValue={item?.brand?.name ?? ''} maxLength={100} />}
        </Field>
        <Field name="aliases" label="Other names" hint="Abbreviations and spellings, separated by commas.">
          {(control) => <input {...control} defaultValue={item?.brand?.aliases.join(', ') ?? ''} />}
        </Field>
        <Field name="domains" label="Domains" hint="The brand’s own domains, separated by commas.">
          {(control) => <input {...control} defaultValue={item?.brand?.domains.join(', ') ?? ''} spellcheck={false} />}
        </Field>
        <Field name="budget_credits" label="Budget" hint="Credits per month. Leave empty for no limit.">
          {(control) => (
            <input {...control} inputMode="numeric" defaultValue={item?.budget_credits?.toString() ?? ''} />
          )}
        </Field>
        <Field name="warning_share" label="Warning" hint="Percentage of the budget at which Seamark sends a warning.">
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              defaultValue={String(Math.round((item?.warning_share ?? 0.8) * 100))}
            />
          )}
        </Field>
        <fieldset class="field">
          <legend>When the budget is used up</legend>
          <label>
            <input type="radio" name="is_hard" value="yes" defaultChecked={item?.is_hard !== false} /> Block calls until
            next month
          </label>
          <label>
            <input type="radio" name="is_hard" value="no" defaultChecked={item?.is_hard === false} /> Only notify
            webhooks
          </label>
        </fieldset>
      </Form>
    </Dialog>
  );
}

interface Settings {
  readonly name: string;
  readonly brand: ProjectView['brand'];
  readonly budget_credits: number | null;
  readonly warning_share: number;
  readonly is_hard: boolean;
}

function settingsOf(values: FormData, id: string): Settings {
  const budget = textOf(values, 'budget_credits').replaceAll(/[\s,]/g, '');
  const percent = textOf(values, 'warning_share').replace(/\s*%$/, '');
  if (budget !== '' && !/^\d{1,12}$/.test(budget)) throw wrong('budget_credits', 'must be a whole number, 0 or more');
  const isPercent = /^\d{1,3}$/.test(percent) && Number(percent) >= 1 && Number(percent) <= 100;
  if (!isPercent) throw wrong('warning_share', 'must be a whole number from 1 to 100');
  return {
    name: textOf(values, 'name') || id,
    brand: brandOf(values),
    budget_credits: budget === '' ? null : Number(budget),
    warning_share: Number(percent) / 100,
    is_hard: textOf(values, 'is_hard') === 'yes',
  };
}

/** Without a name there is no brand, whatever else is filled in. */
function brandOf(values: FormData): Settings['brand'] {
  const name = textOf(values, 'brand');
  const aliases = listOf(values, 'aliases');
  const domains = listOf(values, 'domains');
  if (name !== '') return { name, aliases, domains };
  if (aliases.length > 0 || domains.length > 0) throw wrong('brand', 'must not be empty');
  return null;
}

function listOf(values: FormData, field: string): string[] {
  return textOf(values, field)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function wrong(path: string, message: string): Problem {
  return new Problem('The project is not valid.', {
    fix: 'Correct the fields listed in errors and send it again.',
    fields: [{ path, message }],
  });
}
