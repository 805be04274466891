import { z } from 'zod';

import { JobView, jobView } from '../../../contract/job-view.ts';
import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { jobId, ownJob, unknownJob } from '../../../contract/own-job.ts';

export default defineAccountOperation({
  id: 'jobs.get',
  method: 'GET',
  path: '/jobs/{id}',
  group: 'Jobs and webhooks',
  title: 'Get a job',
  description:
    'Shows a queued call: its progress, attempts, cost and, once completed, the whole answer in `result`. Poll it every few ' +
    'seconds, or follow GET /jobs/{id}/events. Results are kept for a limited time; after that, `expired` is true and the rest ' +
    'of the record stays. Free.',

  input: z.object({ id: jobId() }),
  result: z.object({ job: JobView }),
  example: { id: 'job_7f3kQ2mZt9Xb4LwVn0Ra' },

  async run({ id }, { caller, account }) {
    const job = await ownJob(account, caller, id);
    if (job === undefined) throw unknownJob(id);
    return { job: jobView(job) };
  },
});
