import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import type { VNode } from 'preact';

import type { MeView } from '../views.ts';
import { asProblem, get, onLoggedOut, type Problem, send } from './model/api.ts';
import { Ask } from './pages/ask.tsx';
import { Account } from './pages/account.tsx';
import { Job } from './pages/job.tsx';
import { Jobs } from './pages/jobs.tsx';
import { Keys } from './pages/keys.tsx';
import { Login } from './pages/login.tsx';
import { NotFound } from './pages/not-found.tsx';
import { Overview } from './pages/overview.tsx';
import { Projects } from './pages/projects.tsx';
import { Ranking } from './pages/ranking.tsx';
import { Report } from './pages/report.tsx';
import { Reports } from './pages/reports.tsx';
import { Start } from './pages/start.tsx';
import { Tools } from './pages/tools.tsx';
import { Rankings } from './pages/rankings.tsx';
import { Look } from './pages/look.tsx';
import { Schedules } from './pages/schedules.tsx';
import { SiteAuditPage } from './pages/site-audit.tsx';
import { SitePage } from './pages/site.tsx';
import { Sites } from './pages/sites.tsx';
import { Sources } from './pages/sources.tsx';
import { Setup } from './pages/setup.tsx';
import { Shared } from './pages/linked-report.tsx';
import { Usage } from './pages/usage.tsx';
import { Webhooks } from './pages/webhooks.tsx';
import { Announcer } from './parts/announcer.tsx';
import { ProblemNotice } from './parts/problem-notice.tsx';
import { SessionContext } from './model/session.ts';
import { Shell } from './shell.tsx';

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
  const isShared = path === '/dashboard/shared';
  const enter = (): void => {
    get<MeView>('/me').then(
      (me) => setState({ is: 'inside', me }),
      (thrown: unknown) => {
        const problem = asProblem(thrown);
        setState(problem.status === 401 ? { is: 'outside' } : { is: 'broken', problem });
      },
    );
  };
  useEffect(() => {
    onLoggedOut(() => setState({ is: 'outside' }));
    if (!isSetup && !isShared) enter();
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
  if (isShared) return <Shared />;
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
  return (
    <SessionContext.Provider value={{ me: state.me, logOut }}>
      <Pages />
    </SessionContext.Provider>
  );
}

function Pages(): VNode {
  const [broken] = useErrorBoundary();
  return (
    <Shell>
      {broken === undefined ? (
        <Router>
          <Route path="/dashboard" component={Start} />
          <Route path="/dashboard/login" component={Start} />
          <Route path="/dashboard/ask/:id" component={Ask} />
          <Route path="/dashboard/reports" component={Reports} />
          <Route path="/dashboard/reports/:id" component={Report} />
          <Route path="/dashboard/tools/:place" component={Tools} />
          <Route path="/dashboard/look" component={Look} />
          <Route path="/dashboard/overview" component={Overview} />
          <Route path="/dashboard/sites" component={Sites} />
          <Route path="/dashboard/sites/:id" component={SitePage} />
          <Route path="/dashboard/sites/:id/audit" component={SiteAuditPage} />
          <Route path="/dashboard/rankings" component={Rankings} />
          <Route path="/dashboard/rankings/:id" component={Ranking} />
          <Route path="/dashboard/keys" component={Keys} />
          <Route path="/dashboard/usage" component={Usage} />
          <Route path="/dashboard/projects" component={Projects} />
          <Route path="/dashboard/sources" component={Sources} />
          <Route path="/dashboard/jobs" component={Jobs} />
          <Route path="/dashboard/jobs/:id" component={Job} />
          <Route path="/dashboard/schedules" component={Schedules} />
          <Route path="/dashboard/webhooks" component={Webhooks} />
          <Route path="/dashboard/account" component={Account} />
          <Route default component={NotFound} />
        </Router>
      ) : (
        <ProblemNotice problem={asProblem(broken)} />
      )}
    </Shell>
  );
}
