import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { asProblem, type Problem } from '../model/api.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Over the page, which waits behind it. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, onClose, children }: DialogProps): VNode {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly action: string;
  readonly work: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks for confirmation before something that cannot be undone. */
export function Confirm({ title, action, work, onDone, onClose, children }: ConfirmProps): VNode {
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const act = (): void => {
    setBusy(true);
    work().then(onDone, (thrown: unknown) => {
      setBusy(false);
      setProblem(asProblem(thrown));
    });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <div class="buttons">
        <button type="button" class="danger" disabled={isBusy} onClick={act}>
          {action}
        </button>
        <button type="button" autofocus onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
