import type { AssistantObservation } from './assistant-records.ts';
import { promptKey } from './keys.ts';
import { factRow, type Kept, KEPT_COLUMNS, keptCells, type TableRows } from './rows.ts';

const COLUMNS = [
  'prompt_key',
  'assistant',
  'location_code',
  'language',
  'sampling',
  'run',
  'access',
  'status',
  'served_model',
  'answer',
  'raw',
  ...KEPT_COLUMNS,
];

/**
 * The row of an answer.
 *
 * @throws TypeError without a workspace: what somebody asks an assistant is nobody else's business
 */
export function assistantRows(observation: AssistantObservation, kept: Kept): TableRows[] {
  if (kept.workspace_id === '') throw new TypeError('Answers of assistants belong to a workspace.');
  const { answer, asked_location_code, asked_language, raw } = observation;
  const cells = [
    promptKey(answer.prompt),
    answer.assistant,
    asked_location_code,
    asked_language,
    answer.sampling,
    answer.run,
    answer.access,
    answer.status,
    answer.served_model ?? '',
    JSON.stringify(answer),
    raw,
    ...keptCells(kept),
  ];
  return [{ table: 'assistant_answers', columns: COLUMNS, rows: [factRow(cells)] }];
}
