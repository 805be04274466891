import { z } from 'zod';

import { JobView, jobView } from '../../../contract/job-view.ts';
import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { jobId, ownJob, unknownJob } from '../../../contract/own-job.ts';

export default defineAccountOperation({
  id: 'jobs.cancel',
  method: 'POST',
  path: '/jobs/{id}/cancel',
  group: 'Jobs and webhooks',
  title: 'Cancel a job',
  description:
    'Cancels a job that is queued or running. A queued job ends at once. ' +
    'A running job is asked to stop and shows the stage `cancelling` until it does, usually within two seconds; if it finishes first, it ends as ' +
    'completed. ' +
    'A cancelled job costs nothing, except for pages that a crawl had already read, and sends no webhook. Cancelling a job that has ended is a conflict (409). Free.',

  input: z.object({ id: jobId() }),
  result: z.object({ job: JobView }),
  example: { id: 'job_7f3kQ2mZt9Xb4LwVn0Ra' },

  async run({ id }, { caller, account }) {
    if ((await ownJob(account, caller, id)) === undefined) throw unknownJob(id);
    const job = await account.jobs.cancel(caller.workspace_id, id);
    if (job === undefined) throw unknownJob(id);
    return { job: jobView(job) };
  },
});
