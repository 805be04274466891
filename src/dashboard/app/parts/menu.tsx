import type { ComponentChildren, VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

interface MenuProps {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** Where the button has no words of its own. */
  readonly label?: string;
  readonly class: string;
  readonly button: ComponentChildren;
  readonly children: ComponentChildren;
}

/** What opens below a button. A press elsewhere, Escape and a change of page close it. */
export function Menu({ isOpen, onToggle, label, class: name, button, children }: MenuProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { url } = useLocation();
  useLayoutEffect(() => onToggle(false), [url]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const press = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) onToggle(false);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      onToggle(false);
      opener.current?.focus();
    };
    addEventListener('pointerdown', press);
    addEventListener('keydown', key);
    return () => {
      removeEventListener('pointerdown', press);
      removeEventListener('keydown', key);
    };
  }, [isOpen]);
  return (
    <div class={`menu-of ${name}`} ref={box}>
      <button ref={opener} type="button" aria-label={label} aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
        {button}
      </button>
      {isOpen ? <div class="menu-box">{children}</div> : null}
    </div>
  );
}
