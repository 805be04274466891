import type { VNode } from 'preact';

import type { ReportListView } from '../../views.ts';
import { get } from '../model/api.ts';
import { askAddress } from '../model/asking.ts';
import { useLoad } from '../model/load.ts';
import { useSession } from '../model/session.ts';
import type { Subject } from '../model/subject.ts';
import { OnlyFor } from '../parts/only-for.tsx';
import { ReportList } from './reports.tsx';

interface FormTabProps {
  readonly subject: Subject;
  readonly operation: string;
}

const SHOWN = 20;

/** A question that takes more than a line, with what was asked before. */
export function FormTab({ subject, operation }: FormTabProps): VNode {
  const known = useSession().me.operations.find(({ id }) => id === operation);
  const site = subject.kind === 'site' ? subject.id : undefined;
  const { data } = useLoad(`${operation} ${site ?? ''}`, (signal) =>
    get<ReportListView>('/reports', { operation, limit: SHOWN, site }, signal),
  );
  return (
    <>
      <div class="panel offer">
        <p>
          <b>{known?.title}</b>
        </p>
        <p class="muted">{known?.summary}</p>
        <div class="buttons">
          <OnlyFor role="member" what="run reports">
            <a class="button primary" href={askAddress(operation, {}, site)}>
              Fill in the form
            </a>
          </OnlyFor>
          <span class="muted">{known?.price_rule}</span>
        </div>
      </div>
      {data === undefined || data.reports.length === 0 ? null : (
        <section class="panel">
          <header>
            <h2>Asked before</h2>
          </header>
          <ReportList reports={data.reports} />
        </section>
      )}
    </>
  );
}
