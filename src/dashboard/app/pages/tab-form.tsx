import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';

import type { AskedField, Given } from '../model/questions.ts';
import { OnlyFor } from '../parts/only-for.tsx';

interface Control {
  readonly label: string;
  readonly placeholder: string;
  readonly rows?: number;
}

const CONTROLS: Readonly<Record<AskedField, Control>> = {
  keyword: { label: 'Keyword', placeholder: 'two person tent' },
  keywords: { label: 'Keywords', placeholder: 'One per line', rows: 4 },
  url: { label: 'Page', placeholder: 'https://example.com/page' },
  query: { label: 'Questions or topics', placeholder: 'One per line', rows: 3 },
  text: { label: 'Draft', placeholder: 'Paste Markdown or HTML, or drop a file here', rows: 8 },
  other: { label: 'Compared with', placeholder: 'competitor.example, another.example' },
  place: { label: 'Places', placeholder: 'One per line: Austin, Texas, United States', rows: 2 },
};

interface TabFormProps {
  readonly fields: readonly AskedField[];
  readonly given: Given;
  /** What a field is called here. */
  readonly labels?: Readonly<Partial<Record<AskedField, string>>>;
  readonly price: string;
  readonly action?: string;
  readonly onAsk: (given: Given) => void;
}

/** What has to be said before a question can be asked. */
export function TabForm({ fields, given, labels = {}, price, action = 'Run', onAsk }: TabFormProps): VNode {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    const values = new FormData(form.current ?? undefined);
    const said = fields.flatMap((field) => {
      const value = values.get(field);
      const text = typeof value === 'string' ? value.trim() : '';
      return text === '' ? [] : [[field, text] as const];
    });
    onAsk(Object.fromEntries(said));
  };
  return (
    <form class="tab-form panel" ref={form} onSubmit={submit}>
      {fields.map((field) => {
        const { label, placeholder, rows } = CONTROLS[field];
        const shared = { name: field, placeholder, defaultValue: given[field] ?? '', spellcheck: false } as const;
        return (
          <label key={field} class={rows === undefined ? undefined : 'long'}>
            {labels[field] ?? label}
            {rows === undefined ? (
              <input {...shared} type="text" autocomplete="off" />
            ) : (
              <textarea
                {...shared}
                rows={rows}
                onDragOver={(event) => event.preventDefault()}
                onDrop={(event) => void takeFile(event)}
              />
            )}
          </label>
        );
      })}
      <div class="buttons">
        <OnlyFor role="member" what="run reports">
          <button type="submit" class="primary">
            {action}
          </button>
        </OnlyFor>
        <span class="muted">{price}</span>
      </div>
    </form>
  );
}

/** A text file that is dropped fills the field. */
async function takeFile(event: DragEvent): Promise<void> {
  const file = event.dataTransfer?.files[0];
  const field = event.currentTarget;
  if (file === undefined || !(field instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  field.value = await file.text();
}
