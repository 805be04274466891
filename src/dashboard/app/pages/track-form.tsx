import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';

import type { AddedTargetsView } from '../../views.ts';
import { Problem, send } from '../model/api.ts';
import { count, number } from '../model/format.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';
import { readTags } from './tag-form.tsx';

interface TrackDialogProps {
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

/** One keyword or a thousand, typed or from a file. */
export function TrackDialog({ onClose, onDone }: TrackDialogProps): VNode {
  const list = useRef<HTMLTextAreaElement>(null);
  const submit = async (values: FormData): Promise<void> => {
    const { created, targets } = await send<AddedTargetsView>('POST', '/rank/targets', bodyOf(values));
    const known = targets.length - created;
    const rest = known === 0 ? '' : ` ${number(known)} ${known === 1 ? 'was' : 'were'} tracked already.`;
    onDone(`${count(created, 'keyword')} added.${rest}`);
  };
  const read = (file: File | undefined): void => {
    file?.text().then(
      (text) => {
        if (list.current !== null) list.current.value = text;
      },
      () => undefined,
    );
  };
  return (
    <Dialog title="Add keywords" onClose={onClose}>
      <Form action="Add keywords" onSubmit={submit} onCancel={onClose}>
        <Field
          name="csv"
          label="Keywords"
          hint="One per line, or CSV with a header row: keyword, url, tags (separated by |), location, language, device, engine. Up to 1,000."
        >
          {(control) => <textarea {...control} ref={list} rows={6} spellcheck={false} autofocus required />}
        </Field>
        <Field
          name="file"
          label="Or choose a file"
          hint="CSV or plain text. Its content appears above before it is sent."
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={(event) => read(event.currentTarget.files?.[0])}
            />
          )}
        </Field>
        <Field
          name="url"
          label="Domain or page"
          hint="What should rank, such as example.com. For lines that name none."
        >
          {(control) => <input {...control} maxLength={2048} spellcheck={false} autocapitalize="off" />}
        </Field>
        <Field name="tags" label="Tags" hint="Separated by commas.">
          {(control) => <input {...control} maxLength={1000} />}
        </Field>
        <Place />
      </Form>
    </Dialog>
  );
}

/** Where and how the keywords are searched. */
function Place(): VNode {
  return (
    <>
      <Field name="location" label="Place" hint="Country, region or city to search from, such as United States.">
        {(control) => <input {...control} maxLength={200} />}
      </Field>
      <div class="pair">
        <Field name="language" label="Language">
          {(control) => <input {...control} defaultValue="en" maxLength={60} spellcheck={false} />}
        </Field>
        <Field name="device" label="Device">
          {(control) => (
            <select {...control}>
              <option value="">any device</option>
              <option value="desktop">desktop</option>
              <option value="mobile">mobile</option>
            </select>
          )}
        </Field>
        <Field name="engine" label="Search engine" hint="Empty: the first that is connected.">
          {(control) => <input {...control} maxLength={40} spellcheck={false} autocapitalize="off" />}
        </Field>
        <Field name="depth" label="Results to check" hint="10 to 100.">
          {(control) => <input {...control} type="number" min={10} max={100} defaultValue="30" />}
        </Field>
      </div>
    </>
  );
}

function bodyOf(values: FormData): Record<string, unknown> {
  const csv = textOf(values, 'csv');
  if (csv === '') {
    throw new Problem('There are no keywords to add.', {
      fields: [{ path: 'csv', message: 'must name at least one keyword' }],
    });
  }
  const texts = ['url', 'location', 'language', 'device', 'engine'].flatMap((name) => {
    const text = textOf(values, name);
    return text === '' ? [] : [[name, text] as const];
  });
  return {
    csv,
    ...Object.fromEntries(texts),
    tags: readTags(textOf(values, 'tags')),
    depth: Number(textOf(values, 'depth') || 30),
  };
}
