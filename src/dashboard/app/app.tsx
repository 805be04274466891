import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import type { VNode } from 'preact';

import type { MeView, SiteListView } from '../views.ts';
import { asProblem, get, onLoggedOut, Problem, send, setWorkspace } from './model/api.ts';
import { SessionContext } from './model/session.ts';
import { SitesProvider, useLoadedSites, useSites } from './model/sites.ts';
import { Login } from './pages/login.tsx';
import { NotFound } from './pages/not-found.tsx';
import { Setup } from './pages/setup.tsx';
import { Announcer } from './parts/announcer.tsx';
import { ProblemNotice } from './parts/problem-notice.tsx';
import { ReportSkeleton } from './parts/skeleton.tsx';
import { Shell } from './shell.tsx';

/** Each comes with the first page that needs it. */
const Alerts = lazy(() => opened(import('./pages/alerts.tsx').then((page) => page.Alerts)));
const Ask = lazy(() => opened(import('./pages/ask.tsx').then((page) => page.Ask)));
const Connect = lazy(() => opened(import('./pages/connect.tsx').then((page) => page.Connect)));
const Invitation = lazy(() => opened(import('./pages/invitation.tsx').then((page) => page.Invitation)));
const LookPages = lazy(() => opened(import('./pages/subject-pages.tsx').then((page) => page.LookPages)));
const Ranking = lazy(() => opened(import('./pages/ranking.tsx').then((page) => page.Ranking)));
const Rankings = lazy(() => opened(import('./pages/rankings.tsx').then((page) => page.Rankings)));
const Report = lazy(() => opened(import('./pages/report.tsx').then((page) => page.Report)));
const Reports = lazy(() => opened(import('./pages/reports.tsx').then((page) => page.Reports)));
const Settings = lazy(() => opened(import('./pages/settings.tsx').then((page) => page.Settings)));
const Shared = lazy(() => opened(import('./pages/linked-report.tsx').then((page) => page.Shared)));
const SitePages = lazy(() => opened(import('./pages/subject-pages.tsx').then((page) => page.SitePages)));
const Sites = lazy(() => opened(import('./pages/all-sites.tsx').then((page) => page.AllSites)));
const Start = lazy(() => opened(import('./pages/start.tsx').then((page) => page.Start)));
const Stop = lazy(() => opened(import('./pages/stop.tsx').then((page) => page.Stop)));
const Tools = lazy(() => opened(import('./pages/tools.tsx').then((page) => page.Tools)));

/** A page that cannot be fetched, as when the service is down, says so in its place. */
function opened<Page>(page: Promise<Page>): Promise<Page | typeof Unopened> {
  return page.catch(() => Unopened);
}

const UNOPENED = new Problem('This page could not be loaded.', {
  fix: 'Check that the service is running, then try again.',
});

function Unopened(): VNode {
  return (
    <div>
      <ProblemNotice problem={UNOPENED} />
      <button type="button" onClick={() => location.reload()}>
        Try again
      </button>
    </div>
  );
}

export function App(): VNode {
  return (
    <LocationProvider scope="/dashboard">
      <Gate />
      <Announcer />
    </LocationProvider>
  );
}

type State =
  | { readonly is: 'loading' }
  | { readonly is: 'inside'; readonly me: MeView }
  | { readonly is: 'outside' }
  | { readonly is: 'broken'; readonly problem: Problem };

/** Who is not logged in sees the login, and then the page that they came for. */
function Gate(): VNode {
  const { path, route } = useLocation();
  const [state, setState] = useState<State>({ is: 'loading' });
  const isSetup = path === '/dashboard/setup';
  const isInvitation = path === '/dashboard/invitation';
  const isShared = path === '/dashboard/shared';
  const isStop = path === '/dashboard/stop';
  const enter = (): void => {
    get<MeView>('/me').then(
      (me) => {
        setWorkspace(me.user.workspace_id);
        setState({ is: 'inside', me });
      },
      (thrown: unknown) => {
        const problem = asProblem(thrown);
        setState(problem.status === 401 ? { is: 'outside' } : { is: 'broken', problem });
      },
    );
  };
  useEffect(() => {
    onLoggedOut(() => setState({ is: 'outside' }));
    if (!isSetup && !isShared && !isInvitation && !isStop) enter();
  }, []);
  const logOut = (): void => {
    const out = (): void => {
      setState({ is: 'outside' });
      route('/dashboard', true);
    };
    send('POST', '/logout').then(out, out);
  };
  const arrive = (): void => {
    if (isSetup || path === '/dashboard/login') route('/dashboard', true);
    enter();
  };
  if (isShared || isInvitation || isStop) return <ByLink path={path} />;
  if (isSetup && state.is !== 'inside') return <Setup onDone={arrive} />;
  if (state.is === 'outside') return <Login onDone={arrive} />;
  if (state.is === 'broken') {
    return (
      <main class="entrance">
        <h1>The dashboard cannot be shown</h1>
        <ProblemNotice problem={state.problem} />
        <button type="button" onClick={enter}>
          Try again
        </button>
      </main>
    );
  }
  if (state.is === 'loading') return <p class="loading">Loading…</p>;
  if (path === '/dashboard/connect') {
    return (
      <ErrorBoundary>
        <Connect email={state.me.user.email} />
      </ErrorBoundary>
    );
  }
  return (
    <SessionContext.Provider value={{ me: state.me, logOut }}>
      <Pages />
    </SessionContext.Provider>
  );
}

/** What whoever has its link may see, logged in or not. */
function ByLink({ path }: { readonly path: string }): VNode {
  return (
    <ErrorBoundary>
      {path === '/dashboard/shared' ? (
        <Shared />
      ) : path === '/dashboard/stop' ? (
        <Stop />
      ) : (
        <Invitation onDone={() => location.assign('/dashboard')} />
      )}
    </ErrorBoundary>
  );
}

function Pages(): VNode {
  const [broken] = useErrorBoundary();
  const sites = useLoadedSites();
  return (
    <SitesProvider value={sites}>
      <Shell>
        {broken === undefined ? (
          <Router>
            <Route path="/dashboard" component={Home} />
            <Route path="/dashboard/login" component={Home} />
            <Route path="/dashboard/start" component={Start} />
            <Route path="/dashboard/s/:site/:page?/:tab?" component={SitePages} />
            <Route path="/dashboard/look/:target/:page?/:tab?" component={LookPages} />
            <Route path="/dashboard/ask/:id" component={Ask} />
            <Route path="/dashboard/alerts" component={Alerts} />
            <Route path="/dashboard/reports" component={Reports} />
            <Route path="/dashboard/reports/:id" component={Report} />
            <Route path="/dashboard/tools/:place" component={Tools} />
            <Route path="/dashboard/sites" component={Sites} />
            <Route path="/dashboard/rankings" component={Rankings} />
            <Route path="/dashboard/rankings/:id" component={Ranking} />
            <Route path="/dashboard/settings/:part?/:id?" component={Settings} />
            <Route default component={Moved} />
          </Router>
        ) : (
          <ProblemNotice problem={asProblem(broken)} />
        )}
      </Shell>
    </SitesProvider>
  );
}

/** Where somebody begins: with their site, with all of them, or by adding one. */
function Home(): VNode {
  const { query, route } = useLocation();
  const { data, problem } = useSites();
  const to = homeOf(data, query['q']);
  useEffect(() => {
    if (to !== undefined) route(to, true);
  }, [to]);
  return problem === undefined ? <ReportSkeleton /> : <ProblemNotice problem={problem} />;
}

function homeOf(data: SiteListView | undefined, asked: string | undefined): string | undefined {
  if (asked !== undefined) return `/dashboard/start?${new URLSearchParams({ q: asked }).toString()}`;
  const [first, second] = data?.sites ?? [];
  if (data === undefined) return undefined;
  if (first === undefined) return '/dashboard/start';
  return second === undefined ? `/dashboard/s/${encodeURIComponent(first.id)}` : '/dashboard/sites';
}

/** Addresses of before lead to where their pages are now. */
function Moved(): VNode {
  const { url, path, query, route } = useLocation();
  const to = movedTo(path, url.slice(path.length), query['q']);
  useEffect(() => {
    if (to !== undefined) route(to, true);
  }, [to]);
  return to === undefined ? <NotFound /> : <ReportSkeleton />;
}

function movedTo(path: string, rest: string, asked: string | undefined): string | undefined {
  if (path === '/dashboard/look')
    return asked === undefined ? undefined : `/dashboard/look/${encodeURIComponent(asked)}`;
  if (path === '/dashboard/overview') return '/dashboard/settings';
  const site = /^\/dashboard\/sites\/([^/]+)(\/audit)?$/.exec(path);
  if (site !== null) return `/dashboard/s/${site[1] ?? ''}${site[2] ?? ''}${rest}`;
  const part = /^\/dashboard\/((?:keys|usage|projects|sources|jobs|schedules|webhooks|account)(?:\/.*)?)$/.exec(path);
  return part === null ? undefined : `/dashboard/settings/${part[1] ?? ''}${rest}`;
}
