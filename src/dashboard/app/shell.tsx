import type { ComponentChildren, VNode } from 'preact';
import { useLocation } from 'preact-iso/router';

import { useSession } from './model/session.ts';

const PAGES = [
  ['/dashboard', 'Overview'],
  ['/dashboard/sites', 'Sites'],
  ['/dashboard/rankings', 'Rankings'],
  ['/dashboard/keys', 'Keys'],
  ['/dashboard/usage', 'Usage'],
  ['/dashboard/projects', 'Projects'],
  ['/dashboard/sources', 'Sources'],
  ['/dashboard/jobs', 'Jobs'],
  ['/dashboard/schedules', 'Schedules'],
  ['/dashboard/webhooks', 'Webhooks'],
] as const;

export function Shell({ children }: { readonly children: ComponentChildren }): VNode {
  const { me, logOut } = useSession();
  const { path } = useLocation();
  const isCurrent = (address: string): boolean =>
    path === address || (address !== '/dashboard' && path.startsWith(`${address}/`));
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="/dashboard">
          Seamark
        </a>
        <nav aria-label="Pages">
          <ul>
            {PAGES.map(([address, title]) => (
              <li key={address}>
                <a href={address} aria-current={isCurrent(address) ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="who">
          <a href="/dashboard/account" aria-current={isCurrent('/dashboard/account') ? 'page' : undefined}>
            {me.user.email}
          </a>
          <button type="button" class="quiet" onClick={logOut}>
            Log out
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer class="bottom">
        Seamark {me.version} · <a href="/docs">Documentation</a>
      </footer>
    </>
  );
}
