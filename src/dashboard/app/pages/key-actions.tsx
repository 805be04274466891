import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { actionsOfPage } from '../model/key-walk.ts';
import { Dialog } from '../parts/dialog.tsx';

/** The actions of the page, for whoever does not want to reach for the mouse. */
export function KeyActions({ onClose }: { readonly onClose: () => void }): VNode {
  const [actions] = useState(actionsOfPage);
  return (
    <Dialog title="Actions of this page" onClose={onClose}>
      {actions.length === 0 ? <p>This page has no actions.</p> : null}
      <ul class="plain key-actions">
        {actions.map(({ name, run }, at) => (
          <li key={`${at} ${name}`}>
            <button
              type="button"
              autofocus={at === 0}
              onClick={() => {
                onClose();
                // The page opens its own dialogs once this one is closed.
                requestAnimationFrame(run);
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" autofocus={actions.length === 0} onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
