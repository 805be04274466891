import { z } from 'zod';

import { printable, queryNumber } from '../../../contract/fields.ts';
import { JobView, jobView } from '../../../contract/job-view.ts';
import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { ownProject } from '../../../contract/own-project.ts';
import { JOB_STATUSES } from '../../../ports/jobs.ts';

const LIMIT_MAX = 100;
const OFFSET_MAX = 20_000;

export default defineAccountOperation({
  id: 'jobs.list',
  method: 'GET',
  path: '/jobs',
  group: 'Jobs and webhooks',
  title: 'List jobs',
  description:
    'Lists the queued calls of the workspace, newest first. Shows progress, attempts, cost and attribution. ' +
    '`result` is null here: get it from GET /jobs/{id}. A key that belongs to a project lists only the jobs of that project. Free.',

  input: z.object({
    limit: queryNumber(z.int().min(1).max(LIMIT_MAX).default(25).describe('Maximum number of jobs to return.')),
    offset: queryNumber(
      z.int().min(0).max(OFFSET_MAX).default(0).describe('Number of jobs to skip, for the next page.'),
    ),
    status: z.enum(JOB_STATUSES).optional().describe('Only jobs with this status.'),
    operation: printable(100).optional().describe('Only jobs of this operation, such as search.'),
    project_id: printable(128).optional().describe('Only jobs charged to this project.'),
    workflow_id: printable(128).optional().describe('Only jobs of this workflow.'),
  }),
  result: z.object({
    jobs: z.array(JobView),
    total_count: z.int().describe('Matching jobs, before limit and offset.'),
  }),
  example: { status: 'completed', limit: 10 },

  async run(input, { caller, account }) {
    const { status, operation, workflow_id, limit, offset } = input;
    const project_id = ownProject(caller, input.project_id);
    const query = { status, operation, project_id, workflow_id, limit, offset };
    const { jobs, total_count } = await account.jobs.list(caller.workspace_id, query);
    return { jobs: jobs.map(jobView), total_count };
  },
});
