import { defineTask, type Task } from '../../../kernel/task.ts';
import { type VolatilityInput, type VolatilityReport, volatilityReportOf } from './report.ts';

/**
 * Says how much the results of a search moved between checks, who gained and who lost.
 *
 * Lists of unequal length are compared as far as both reach; what lies below is not known and is never called gone.
 */
export const volatility: Task<VolatilityInput, VolatilityReport> = defineTask(
  import.meta.url,
  'volatility',
  volatilityReportOf,
);

export { risersOf as volatilityRisers, volatilityGuidance } from './plan.ts';
export { SENSITIVITIES, VolatilityReport } from './report.ts';
export { volatilitySummary } from './summary.ts';
