import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { count } from '../model/format.ts';
import { download } from './download.ts';
import { Copy } from './secret.tsx';

const ITEMS_FIRST = 100;
const TEXT_FIRST = 500;
/** Deeper values are shown as text. */
const DEPTH_MAX = 12;

/** JSON to look into: what is deep stays folded until it is asked for. */
export function JsonView({ value, what }: { readonly value: unknown; readonly what: string }): VNode {
  const text = (): string => JSON.stringify(value, undefined, 2);
  return (
    <div class="json">
      <div class="json-tools">
        {'clipboard' in navigator ? <Copy text={text} what={what} /> : null}
        <button
          type="button"
          onClick={() => download(`${what.toLowerCase().replaceAll(' ', '-')}.json`, 'application/json', text())}
        >
          Download
        </button>
      </div>
      <Node name="" value={value} depth={0} />
    </div>
  );
}

interface NodeProps {
  /** Empty for the whole. */
  readonly name: string;
  readonly value: unknown;
  readonly depth: number;
}

function Node({ name, value, depth }: NodeProps): VNode {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length > 0 && depth <= DEPTH_MAX) {
    return <Branch name={name} entries={entries} isList={Array.isArray(value)} depth={depth} />;
  }
  return (
    <>
      {name === '' ? null : <span class="json-name">{name}</span>}
      {typeof value === 'string' ? <Text text={value} /> : <Text text={JSON.stringify(value)} isPlain />}
    </>
  );
}

interface BranchProps {
  readonly name: string;
  readonly entries: readonly (readonly [string, unknown])[];
  readonly isList: boolean;
  readonly depth: number;
}

function Branch({ name, entries, isList, depth }: BranchProps): VNode {
  const [isOpen, setOpen] = useState(depth < 2);
  const [shown, setShown] = useState(ITEMS_FIRST);
  const size = isList ? count(entries.length, 'item') : count(entries.length, 'field');
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name === '' ? null : <span class="json-name">{name}</span>} <span class="muted">{size}</span>
      </summary>
      {isOpen ? (
        <ul>
          {entries.slice(0, shown).map(([key, item]) => (
            <li key={key}>
              <Node name={key} value={item} depth={depth + 1} />
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen && entries.length > shown ? (
        <button type="button" class="quiet" onClick={() => setShown(shown + 10 * ITEMS_FIRST)}>
          Show more of {size}
        </button>
      ) : null}
    </details>
  );
}

function Text({ text, isPlain = false }: { readonly text: string; readonly isPlain?: boolean }): VNode {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > TEXT_FIRST;
  return (
    <span class={isPlain ? 'json-plain' : 'json-text'}>
      {isLong && !isWhole ? `${text.slice(0, TEXT_FIRST)}…` : text}
      {isLong && !isWhole ? (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          Show all {count(text.length, 'character')}
        </button>
      ) : null}
    </span>
  );
}
