import type { TableRows } from '../write/table-rows.ts';
import type { AssistantObservation } from './assistant-records.ts';
import { promptKey } from './keys.ts';
import { factRows, type Kept } from './rows.ts';

/**
 * The row of an answer.
 *
 * @throws TypeError without a workspace: what somebody asks an assistant is nobody else's business
 */
export function assistantRows(observation: AssistantObservation, kept: Kept): TableRows[] {
  if (kept.workspace_id === '') throw new TypeError('Answers of assistants belong to a workspace.');
  const { answer, asked_location_code, asked_language, raw } = observation;
  const row = {
    prompt_key: promptKey(answer.prompt),
    assistant: answer.assistant,
    location_code: asked_location_code,
    language: asked_language,
    sampling: answer.sampling,
    run: answer.run,
    access: answer.access,
    status: answer.status,
    served_model: answer.served_model ?? '',
    answer: JSON.stringify(answer),
    raw,
  };
  return [factRows('assistant_answers', [row], kept)];
}
