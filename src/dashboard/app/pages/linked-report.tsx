import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { SharedReportView } from '../../views.ts';
import { asProblem, getFile, type Problem, send } from '../model/api.ts';
import { day, dayAndMinute } from '../model/format.ts';
import { applyAccent } from '../model/look.ts';
import { printedReport } from '../model/printed.ts';
import { fileName, saveWhenMade } from '../parts/download.ts';
import { Page } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { ReportBody } from '../parts/report-body.tsx';
import { titleOf } from '../reports/index.ts';

/** One report, for whoever has its link. The token is in the fragment, which browsers send to nobody. */
export function Shared(): VNode {
  const [report, setReport] = useState<SharedReportView>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    const printed = printedReport();
    if (printed !== undefined) {
      const shared: SharedReportView = JSON.parse(printed);
      applyAccent(shared.look);
      setReport(shared);
      return;
    }
    send<SharedReportView>('POST', '/shared', { token: tokenOf() }).then(
      (shared) => {
        applyAccent(shared.look);
        setReport(shared);
      },
      (thrown: unknown) => setProblem(asProblem(thrown)),
    );
  }, []);
  return (
    <main class="shared" id="content">
      {report === undefined || report.look.logo === null ? null : (
        <img class="look-logo" src={report.look.logo} alt="" />
      )}
      {report === undefined ? (
        <Page title="Shared report">
          {problem === undefined ? <p class="loading">Loading…</p> : <ProblemNotice problem={problem} />}
        </Page>
      ) : (
        <Page
          isDemo={isDemo(report.answer)}
          title={titleOf(report.operation, report.input)}
          actions={
            report.can_print ? (
              <SharedPdf title={titleOf(report.operation, report.input)} />
            ) : (
              <button type="button" onClick={() => print()}>
                Print or PDF
              </button>
            )
          }
        >
          <p class="muted report-line">
            {dayAndMinute(report.created_at)}
            {report.expires_at === null ? '' : ` · shared read-only until ${day(report.expires_at)}`}
          </p>
          <ReportBody operation={report.operation} answer={report.answer} input={report.input} />
        </Page>
      )}
      <p class="muted made-with">Made with Seamark</p>
    </main>
  );
}

function SharedPdf({ title }: { readonly title: string }): VNode {
  const [isBusy, setBusy] = useState(false);
  const make = (): void => {
    setBusy(true);
    const file = getFile('/shared/pdf', { token: tokenOf() });
    void saveWhenMade(file, fileName(title, 'pdf')).finally(() => setBusy(false));
  };
  return (
    <button type="button" disabled={isBusy} onClick={make}>
      {isBusy ? 'Making the PDF…' : 'PDF'}
    </button>
  );
}

function tokenOf(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
}

function isDemo({ meta }: SharedReportView['answer']): boolean {
  return typeof meta === 'object' && meta !== null && 'demo' in meta && meta.demo === true;
}
