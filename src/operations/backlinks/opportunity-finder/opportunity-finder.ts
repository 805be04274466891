import { defineTask, type Task } from '../../../kernel/task.ts';
import type { OpportunityFinderInput } from './input.ts';
import { findOpportunities, type OpportunityReport } from './report.ts';

/** Rows are compared with each other, so that an input is heavy long before a page of that size is. */
const HEAVY_CHARACTERS = 10_000;

/** Turns prospects that the caller has into the actions of a link campaign. A task, because an export may be large. */
export const opportunityFinder: Task<OpportunityFinderInput, OpportunityReport> = defineTask(
  import.meta.url,
  'opportunityFinder',
  findOpportunities,
  HEAVY_CHARACTERS,
);

export { CAMPAIGN_GOALS, OwnedAsset, Prospect } from './input.ts';
export { firstPage, opportunityPlan, opportunitySummary } from './plan.ts';
export { OpportunityReport } from './report.ts';
