import type { ComponentChildren, VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'preact/hooks';

import { useSession } from './model/session.ts';
import { DemoBar } from './pages/demo-bar.tsx';
import { PLACES } from './pages/tools.tsx';

type Link = readonly [address: string, title: string];

const ASK: readonly Link[] = [
  ['/dashboard', 'Start'],
  ['/dashboard/sites', 'Sites'],
  ...[...PLACES].map(([place, title]): Link => [`/dashboard/tools/${place}`, title]),
  ['/dashboard/rankings', 'Tracked keywords'],
  ['/dashboard/reports', 'Reports'],
];

const MANAGE: readonly Link[] = [
  ['/dashboard/overview', 'Overview'],
  ['/dashboard/sources', 'Sources'],
  ['/dashboard/schedules', 'Schedules'],
  ['/dashboard/jobs', 'Jobs'],
  ['/dashboard/keys', 'Keys'],
  ['/dashboard/usage', 'Usage'],
  ['/dashboard/projects', 'Projects'],
  ['/dashboard/webhooks', 'Webhooks'],
];

export function Shell({ children }: { readonly children: ComponentChildren }): VNode {
  const { me, logOut } = useSession();
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <div class={isOpen ? 'frame open' : 'frame'}>
        <header class="side">
          <div class="side-head">
            <a class="brand" href="/dashboard">
              Seamark
            </a>
            <button type="button" class="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              Menu
            </button>
          </div>
          <nav aria-label="Pages">
            <Links of={ASK} path={path} />
            <Links of={MANAGE} path={path} />
          </nav>
          <div class="who">
            <a href="/dashboard/account" aria-current={isCurrent('/dashboard/account', path) ? 'page' : undefined}>
              {me.user.email}
            </a>
            <button type="button" class="quiet" onClick={logOut}>
              Log out
            </button>
            <small>
              Seamark {me.version} · <a href="/docs">Documentation</a>
            </small>
          </div>
        </header>
        <div class="body">
          {me.demo.is_inside ? <DemoBar /> : null}
          {path === '/dashboard' ? null : <AskBox />}
          <main id="content" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </>
  );
}

function Links({ of, path }: { readonly of: readonly Link[]; readonly path: string }): VNode {
  return (
    <ul>
      {of.map(([address, title]) => (
        <li key={address}>
          <a href={address} aria-current={isCurrent(address, path) ? 'page' : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

function isCurrent(address: string, path: string): boolean {
  return path === address || (address !== '/dashboard' && path.startsWith(`${address}/`));
}

/** The box of the start page, on every other; `/` leads to it. */
function AskBox(): VNode {
  const { route } = useLocation();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      box.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return (
    <form
      class="bar-ask"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const text = box.current?.value.trim() ?? '';
        if (text !== '') route(`/dashboard?q=${encodeURIComponent(text)}`);
      }}
    >
      <input
        ref={box}
        type="search"
        aria-label="Domain, page or keyword"
        placeholder="Domain, page or keyword  ( / )"
        autocomplete="off"
        spellcheck={false}
      />
    </form>
  );
}
