import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface TabLink {
  readonly id: string;
  readonly title: string;
  readonly address: string;
  readonly count?: string | undefined;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabLink[];
  readonly current: string;
}

/** Parts of a page, each with an address of its own. */
export function Tabs({ label, tabs, current }: TabsProps): VNode {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // Of many tabs on a phone the current one is in sight.
    const chosen = bar.current?.querySelector('[aria-current=page]');
    if (bar.current !== null && chosen instanceof HTMLElement) {
      bar.current.scrollLeft = chosen.offsetLeft - bar.current.clientWidth / 2 + chosen.clientWidth / 2;
    }
  }, [current]);
  return (
    <nav class="tabs" aria-label={label} ref={bar}>
      {tabs.map(({ id, title, address, count }) => (
        <a key={id} href={address} aria-current={id === current ? 'page' : undefined}>
          {title}
          {count === undefined ? null : <span class="n"> {count}</span>}
        </a>
      ))}
    </nav>
  );
}
