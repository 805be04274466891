import type { VNode } from 'preact';

import type { ScheduleRowView } from '../../views.ts';
import { useSession } from '../model/session.ts';
import { Field, textOf } from '../parts/form.tsx';

type SentReport = NonNullable<ScheduleRowView['report']>;

interface ReportFieldsProps {
  /** What is set; undefined for a new schedule. */
  readonly report?: SentReport | undefined;
}

/** Who gets each answer, and what of it. */
export function ReportFields({ report }: ReportFieldsProps): VNode {
  const { can_mail, is_public } = useSession().me.sending;
  return (
    <>
      <Field
        name="report.to"
        label="Recipient list"
        hint={
          <>
            Email addresses, Slack webhook URLs or your webhook endpoints, one per line. Leave it empty to send nothing.
            {can_mail ? null : (
              <>
                {' '}
                <strong>Email is not set up:</strong> the operator has to set <code>SEAMARK_SMTP_URL</code>.
              </>
            )}
          </>
        }
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            spellcheck={false}
            placeholder={can_mail ? 'seo@example.com' : 'https://hooks.slack.com/services/…'}
            defaultValue={(report?.recipients ?? []).map(({ to }) => to).join('\n')}
          />
        )}
      </Field>
      <Field name="report.when_unchanged" label="If nothing changed">
        {(control) => (
          <select {...control}>
            <option value="brief">Send one line</option>
            <option value="nothing" selected={report?.when_unchanged === 'nothing'}>
              Send nothing
            </option>
          </select>
        )}
      </Field>
      <Field
        name="report.link"
        label="The report opens"
        hint={
          is_public ? undefined : (
            <>
              Links lead to this computer only, until <code>SEAMARK_PUBLIC_URL</code> is set.
            </>
          )
        }
      >
        {(control) => (
          <select {...control}>
            <option value="shared">for anyone with its link, for 30 days</option>
            <option value="dashboard" selected={report?.link === 'dashboard'}>
              in the dashboard, after login
            </option>
          </select>
        )}
      </Field>
    </>
  );
}

interface EnteredReport {
  readonly to: readonly string[];
  readonly when_unchanged: string;
  readonly link: string;
}

/** Null where nobody gets it. */
export function reportIn(values: FormData): EnteredReport | null {
  const to = textOf(values, 'report.to')
    .split(/[\n,;]+/)
    .map((address) => address.trim())
    .filter((address) => address !== '');
  if (to.length === 0) return null;
  return { to, when_unchanged: textOf(values, 'report.when_unchanged'), link: textOf(values, 'report.link') };
}
