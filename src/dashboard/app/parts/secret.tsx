import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';

import { announce } from './announcer.tsx';
import { Dialog } from './dialog.tsx';

/** A button that copies a text and confirms it. */
export function Copy({ text, what }: { readonly text: () => string; readonly what: string }): VNode {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => {
        setCopied(true);
        announce(`${what} copied.`);
      },
      () =>
        announce(`Your browser does not let this page copy. Select the ${what.toLowerCase()} and copy it manually.`),
    );
  };
  return (
    <button type="button" onClick={copy} aria-label={`Copy ${what.toLowerCase()}`}>
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}

interface SecretDialogProps {
  readonly title: string;
  readonly what: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** A secret, shown only once. */
export function SecretDialog({ title, what, secret, onClose, children }: SecretDialogProps): VNode {
  const field = useRef<HTMLInputElement>(null);
  // Clipboards are for https and the own machine only; over plain http the text is selected for the keyboard.
  const canCopy = 'clipboard' in navigator;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>It is shown only once and is not stored. Copy it to a safe place now.</p>
      <div class="secret">
        <input
          ref={field}
          class="code"
          readOnly
          autofocus
          aria-label={what}
          value={secret}
          onFocus={() => field.current?.select()}
        />
        {canCopy ? <Copy text={() => secret} what={what} /> : null}
      </div>
      {children}
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>
          I have stored it
        </button>
      </div>
    </Dialog>
  );
}
