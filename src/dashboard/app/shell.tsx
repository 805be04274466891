import type { ComponentChildren, VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

import { number } from './model/format.ts';
import { stepRow } from './model/key-walk.ts';
import { type KeyWork, useKeys } from './model/keys.ts';
import { DATA_PAGE, pagesOf, SITE_PAGES, type SitePage } from './model/pages.ts';
import { useSession } from './model/session.ts';
import { findSite, useSites } from './model/sites.ts';
import {
  lastSite,
  lookSubject,
  pageAddress,
  type PageId,
  rememberSite,
  siteSubject,
  type Subject,
} from './model/subject.ts';
import { Icon, Mark } from './parts/icon.tsx';
import { OnlyFor } from './parts/only-for.tsx';
import { OfflineBar } from './parts/offline-bar.tsx';
import { AccountMenu } from './pages/account-menu.tsx';
import { CommandBox } from './pages/command-box.tsx';
import { CrawlFoot, openIssues } from './pages/crawl-foot.tsx';
import { DemoBar } from './pages/demo-bar.tsx';
import { KeyActions } from './pages/key-actions.tsx';
import { KeyHelp } from './pages/key-help.tsx';
import { SiteDialog } from './pages/site-form.tsx';
import { SiteSwitcher } from './pages/site-switcher.tsx';

/** What the address is about; on pages of the workspace, the site that was looked at last. */
function useSubject(): { readonly subject: Subject | undefined; readonly page: PageId | undefined } {
  const { path } = useLocation();
  const { data } = useSites();
  const [, kind, name = '', page = ''] = /^\/dashboard\/(s|look)\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? [];
  const found = [...SITE_PAGES, DATA_PAGE].find(({ id }) => id === page)?.id;
  if (kind === 'look') return { subject: lookSubject(decodeURIComponent(name)), page: found };
  const id = kind === 's' ? decodeURIComponent(name) : lastSite();
  const site = findSite(data, id) ?? (kind === 's' ? undefined : data?.sites[0]);
  return { subject: site === undefined ? undefined : siteSubject(site), page: kind === 's' ? found : undefined };
}

/** Pages of the workspace go on with the site that was looked at last. */
function useRemembered(subject: Subject | undefined): void {
  const id = subject?.kind === 'site' ? subject.id : undefined;
  useEffect(() => {
    if (id !== undefined) rememberSite(id);
  }, [id]);
}

type Open = 'sheet' | 'sites' | 'keys' | 'actions' | 'add';

export function Shell({ children }: { readonly children: ComponentChildren }): VNode {
  const { me } = useSession();
  const { path, route } = useLocation();
  const sites = useSites();
  const { subject, page } = useSubject();
  const [open, setOpen] = useState<Open>();
  const [focus, setFocus] = useState(0);
  // Before the new page is seen: whoever opens something there at once finds it open.
  useLayoutEffect(() => setOpen(undefined), [path]);
  useRemembered(subject);
  useKeys({
    ...keysOf(subject, route),
    ...ROW_KEYS,
    '/': () => setFocus((before) => before + 1),
    '?': () => setOpen('keys'),
    s: () => setOpen('sites'),
    '.': () => setOpen('actions'),
    'g x': () => route('/dashboard/reports'),
  });
  const isStart = path === '/dashboard/start';
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <div class={open === 'sheet' ? 'frame open' : 'frame'}>
        <aside class="side" aria-label="Sidebar">
          <a class="brand" href="/dashboard">
            <Mark /> Seamark
          </a>
          <SiteSwitcher
            subject={subject}
            page={page ?? ''}
            isOpen={open === 'sites'}
            onToggle={(isOpen) => setOpen((before) => (isOpen ? 'sites' : before === 'sites' ? undefined : before))}
          />
          <SiteNav subject={subject} page={page} isStart={isStart} />
          <WorkspaceNav subject={subject} page={page} path={path} />
          <CrawlFoot subject={subject} />
        </aside>
        <div class="body">
          <TopBar
            subject={isStart ? 'none' : subject}
            focus={focus}
            isSheetOpen={open === 'sheet'}
            onSheet={() => setOpen(open === 'sheet' ? undefined : 'sheet')}
            onAdd={() => setOpen('add')}
          />
          <OfflineBar />
          {me.demo.is_inside ? <DemoBar /> : null}
          <main id="content" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <KeyDialog open={open} onClose={() => setOpen(undefined)} />
      {open === 'add' ? (
        <SiteDialog
          item={undefined}
          mayCrawl
          onClose={() => setOpen(undefined)}
          onDone={(_, id) => {
            setOpen(undefined);
            sites.reload();
            if (id !== undefined) route(`/dashboard/s/${encodeURIComponent(id)}/data`);
          }}
        />
      ) : null}
    </>
  );
}

interface KeyDialogProps {
  readonly open: Open | undefined;
  readonly onClose: () => void;
}

function KeyDialog({ open, onClose }: KeyDialogProps): VNode | null {
  if (open === 'keys') return <KeyHelp onClose={onClose} />;
  return open === 'actions' ? <KeyActions onClose={onClose} /> : null;
}

interface TopBarProps {
  /** `none` where the page has a box of its own. */
  readonly subject: Subject | undefined | 'none';
  readonly focus: number;
  readonly isSheetOpen: boolean;
  readonly onSheet: () => void;
  readonly onAdd: () => void;
}

function TopBar({ subject, focus, isSheetOpen, onSheet, onAdd }: TopBarProps): VNode {
  return (
    <header class="top-bar">
      <button
        type="button"
        class="quiet sheet-button"
        aria-label="Navigation"
        aria-expanded={isSheetOpen}
        onClick={onSheet}
      >
        <Icon name="menu" />
      </button>
      {subject === 'none' ? null : <CommandBox subject={subject} focus={focus} />}
      <span class="grow" />
      <OnlyFor role="member" what="start crawls" isSilent>
        <button type="button" class="quiet add-site" onClick={onAdd}>
          <Icon name="plus" /> Add site
        </button>
      </OnlyFor>
      <a class="button quiet" href="/dashboard/alerts" aria-label="Alerts">
        <Icon name="bell" />
      </a>
      <AccountMenu />
    </header>
  );
}

const ROW_KEYS: KeyWork = { j: () => stepRow(1), k: () => stepRow(-1) };

function keysOf(subject: Subject | undefined, route: (address: string) => void): KeyWork {
  const pages = subject === undefined ? [] : [...pagesOf(subject), ...(subject.kind === 'site' ? [DATA_PAGE] : [])];
  const goTo = pages.map(({ id, key }) => [
    `g ${key}`,
    () => {
      if (subject !== undefined) route(pageAddress(subject, id));
    },
  ]);
  return { ...Object.fromEntries(goTo), '[': () => stepTab(-1), ']': () => stepTab(1) };
}

/** To the tab beside the current one. */
function stepTab(step: number): void {
  const tabs = [...document.querySelectorAll<HTMLAnchorElement>('nav.tabs a')];
  const current = tabs.findIndex((link) => link.getAttribute('aria-current') === 'page');
  tabs[current + step]?.click();
}

interface NavProps {
  readonly subject: Subject | undefined;
  readonly page: PageId | undefined;
}

function SiteNav({ subject, page, isStart }: NavProps & { readonly isStart: boolean }): VNode {
  if (subject === undefined) {
    return (
      <nav class="nav" aria-label="Site">
        <a href="/dashboard/start" aria-current={isStart ? 'page' : undefined}>
          <Icon name="home" /> Start
        </a>
      </nav>
    );
  }
  return (
    <nav class="nav" aria-label="Site">
      {pagesOf(subject).map((each) => (
        <PageLink key={each.id} subject={subject} item={each} isCurrent={each.id === page} />
      ))}
    </nav>
  );
}

interface PageLinkProps {
  readonly subject: Subject;
  readonly item: SitePage;
  readonly isCurrent: boolean;
}

function PageLink({ subject, item: { id, title, icon }, isCurrent }: PageLinkProps): VNode {
  const open = id === 'audit' && subject.kind === 'site' ? openIssues(subject.site.last_audit?.failing_rules) : 0;
  return (
    <a href={pageAddress(subject, id)} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} /> {title}
      {open === 0 ? null : (
        <span class="n">
          {number(open)}
          <span class="unseen"> open</span>
        </span>
      )}
    </a>
  );
}

function WorkspaceNav({ subject, page, path }: NavProps & { readonly path: string }): VNode {
  const isIn = (address: string): 'page' | undefined =>
    path === address || path.startsWith(`${address}/`) ? 'page' : undefined;
  return (
    <nav class="nav" aria-label="Workspace">
      {subject?.kind === 'site' ? (
        <PageLink subject={subject} item={DATA_PAGE} isCurrent={page === DATA_PAGE.id} />
      ) : null}
      <a href="/dashboard/reports" aria-current={isIn('/dashboard/reports')}>
        <Icon name="reports" /> Reports
      </a>
      <a href="/dashboard/settings" aria-current={isIn('/dashboard/settings')}>
        <Icon name="settings" /> Settings
      </a>
      <a href="/docs" class="outside">
        <Icon name="page" /> Guides
      </a>
    </nav>
  );
}
