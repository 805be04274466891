import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';

import type { OperationFormView, PriceView, QueuedView } from '../../views.ts';
import { get, send } from '../model/api.ts';
import { count } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import type { Fields } from '../model/report.ts';
import { fieldsOfForm } from '../model/schema-form.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { WithData } from './loading.tsx';

interface ExportDialogProps {
  readonly operation: string;
  /** What the list was asked with. */
  readonly input: Fields;
  /** How many rows there are in all. */
  readonly total: number;
  readonly onClose: () => void;
}

/** Says what all rows of a list cost before they are asked for, and opens the report that will have them. */
export function ExportDialog({ operation, input, total, onClose }: ExportDialogProps): VNode {
  const { route } = useLocation();
  const order = (rows: number, dry_run: boolean): object => ({
    operation,
    input: { ...input, offset: 0, export_rows: rows },
    dry_run,
  });
  const offer = useLoad(operation, async (signal) => {
    const form = await get<OperationFormView>(`/operations/${encodeURIComponent(operation)}`, {}, signal);
    const most = fieldsOfForm(form).find(({ name }) => name === 'export_rows')?.maximum;
    const rows = Math.min(total, most ?? total);
    return { rows, ...(await send<PriceView>('POST', '/reports', order(rows, true))) };
  });
  const rows = offer.data?.rows ?? total;
  const run = async (): Promise<void> => {
    const { job_id } = await send<QueuedView>('POST', '/reports', order(rows, false));
    route(`/dashboard/reports/${job_id}`);
  };
  return (
    <Dialog
      title={rows < total ? `Export the first ${count(rows, 'row')}` : `Export all ${count(rows, 'row')}`}
      onClose={onClose}
    >
      <p>
        The export opens as its own report, which you can save as CSV or Excel. You pay only for the rows it contains.
      </p>
      <WithData of={offer}>
        {({ credits, meta }) => (
          <Form
            action={`Export for ${count(credits, 'credit')}`}
            onSubmit={run}
            onCancel={onClose}
            only={{ role: 'member', what: 'run reports' }}
          >
            {meta.credits.balance === null ? null : (
              <p class="hint">You have {count(meta.credits.balance, 'credit')} left.</p>
            )}
          </Form>
        )}
      </WithData>
    </Dialog>
  );
}
