import type { VNode } from 'preact';

import type { TargetView } from '../../views.ts';
import { Problem, send } from '../model/api.ts';
import { count } from '../model/format.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';

interface TagDialogProps {
  readonly targets: readonly TargetView[];
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** Tags to add to the keywords, and those that they have to take away. */
export function TagDialog({ targets, onDone, onClose }: TagDialogProps): VNode {
  const tags = [...new Set(targets.flatMap((target) => target.tags))].toSorted();
  const submit = async (values: FormData): Promise<void> => {
    const add_tags = readTags(textOf(values, 'add_tags'));
    const remove_tags = values.getAll('remove_tags').map(String);
    if (add_tags.length === 0 && remove_tags.length === 0) {
      throw new Problem('Nothing would change.', {
        fields: [{ path: 'add_tags', message: 'must name at least one tag' }],
      });
    }
    await send('PATCH', '/rank/targets', { ids: targets.map(({ id }) => id), add_tags, remove_tags });
    onDone(`Tags of ${count(targets.length, 'keyword')} changed.`);
  };
  return (
    <Dialog title={`Tag ${count(targets.length, 'keyword')}`} onClose={onClose}>
      <Form action="Save tags" onSubmit={submit} onCancel={onClose}>
        <Field name="add_tags" label="Tags to add" hint="Separated by commas.">
          {(control) => <input {...control} maxLength={1000} autofocus />}
        </Field>
        {tags.length === 0 ? null : (
          <fieldset class="field">
            <legend>Tags to remove</legend>
            {tags.map((tag) => (
              <label key={tag}>
                <input type="checkbox" name="remove_tags" value={tag} /> {tag}
              </label>
            ))}
          </fieldset>
        )}
      </Form>
    </Dialog>
  );
}

export function readTags(text: string): readonly string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
}
