import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { areKeysOn, switchKeys } from '../model/keys.ts';
import { DATA_PAGE, SITE_PAGES } from '../model/pages.ts';
import { Dialog } from '../parts/dialog.tsx';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'Search box'],
  ['s', 'Switch site'],
  ['[', 'Previous tab'],
  [']', 'Next tab'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['.', 'Actions of this page'],
  ...[...SITE_PAGES, DATA_PAGE].map(({ key, title }) => [`g ${key}`, title] as const),
  ['g x', 'Reports'],
  ['?', 'These keys'],
];

/** What the keys do, and the switch for those who speak to their computer. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }): VNode {
  const [isOn, setOn] = useState(areKeysOn());
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            switchKeys(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />{' '}
        Single keys do something
      </label>
      <div class="buttons">
        <button type="button" autofocus onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
