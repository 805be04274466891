import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { NewReportLinkView, ReportLinkListView } from '../../views.ts';
import { asProblem, get, type Problem, send } from '../model/api.ts';
import { day } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { announce } from '../parts/announcer.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Copy } from '../parts/secret.tsx';

const DAYS = [7, 30, 90, 365];
const DAYS_USUAL = 30;

interface ShareDialogProps {
  readonly report: string;
  readonly onClose: () => void;
}

/** Makes read-only links to one report and takes them back. */
export function ShareDialog({ report, onClose }: ShareDialogProps): VNode {
  const path = `/reports/${encodeURIComponent(report)}/links`;
  const listed = useLoad(path, (signal) => get<ReportLinkListView>(path, {}, signal));
  const [days, setDays] = useState(DAYS_USUAL);
  const [address, setAddress] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const refused = (thrown: unknown): void => setProblem(asProblem(thrown));
  const share = (): void => {
    send<NewReportLinkView>('POST', path, { days }).then(({ token }) => {
      setAddress(`${location.origin}/dashboard/shared#token=${token}`);
      listed.reload();
    }, refused);
  };
  const withdraw = (id: string): void => {
    send('DELETE', `/report-links/${encodeURIComponent(id)}`).then(() => {
      announce('The link no longer works.');
      setAddress(undefined);
      listed.reload();
    }, refused);
  };
  return (
    <Dialog title="Share this report" onClose={onClose}>
      <p>Anyone with the link can read this report and nothing else, without an account.</p>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      {address === undefined ? (
        <div class="buttons">
          <label>
            Valid for{' '}
            <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
              {DAYS.map((choice) => (
                <option key={choice} value={choice}>
                  {choice} days
                </option>
              ))}
            </select>
          </label>
          <button type="button" class="primary" onClick={share}>
            Create link
          </button>
        </div>
      ) : (
        <div class="secret">
          <input
            class="code"
            readOnly
            aria-label="Link to the report"
            value={address}
            onFocus={(event) => event.currentTarget.select()}
          />
          {'clipboard' in navigator ? <Copy text={() => address} what="Link" /> : null}
        </div>
      )}
      <Links links={listed.data?.links ?? []} onWithdraw={withdraw} />
      <div class="buttons">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

interface LinksProps {
  readonly links: ReportLinkListView['links'];
  readonly onWithdraw: (id: string) => void;
}

function Links({ links, onWithdraw }: LinksProps): VNode | null {
  if (links.length === 0) return null;
  return (
    <ul class="report-links">
      {links.map(({ id, created_at, expires_at }) => (
        <li key={id}>
          Created {day(created_at)}, valid until {day(expires_at)}{' '}
          <button type="button" class="quiet" onClick={() => onWithdraw(id)}>
            Withdraw
          </button>
        </li>
      ))}
    </ul>
  );
}
