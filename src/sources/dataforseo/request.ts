import { z } from 'zod';

import { SourceFailure } from '../../ports/source-failure.ts';
import { Figure, readAnswer, Text, vendorFailure } from '../result-pages/answer-shape.ts';
import { endpoint } from '../result-pages/urls.ts';
import { type DataForSeoContext, FAILURES, TITLE } from './settings.ts';

const OK = 20_000;

const Task = z.object({
  id: Text,
  status_code: z.number(),
  status_message: Text,
  cost: Figure,
  result: z.array(z.unknown()).nullish(),
});

const Envelope = z.object({
  status_code: z.number(),
  status_message: Text,
  tasks: z.array(Task).nullish(),
});

/** One task of an answer. Its own status is still to be checked: a good answer may hold a task that failed. */
export interface VendorTask {
  readonly id: string | null;
  readonly status: number;
  readonly message: string;
  /** What was charged, in USD. */
  readonly usd: number;
  readonly result: readonly unknown[];
}

/** Posts tasks, or reads the outcome of one. @throws SourceFailure when the whole request failed */
export async function requestTasks(
  { settings, http, signal }: Pick<DataForSeoContext, 'settings' | 'http' | 'signal'>,
  path: string,
  tasks?: readonly object[],
): Promise<VendorTask[]> {
  const login = `${settings.SEAMARK_DATAFORSEO_LOGIN}:${settings.SEAMARK_DATAFORSEO_PASSWORD}`;
  const { body } = await http.json({
    method: tasks === undefined ? 'GET' : 'POST',
    url: endpoint(settings.SEAMARK_DATAFORSEO_URL, path),
    headers: { authorization: `Basic ${Buffer.from(login, 'utf8').toString('base64')}` },
    ...(tasks === undefined ? {} : { body: tasks }),
    signal,
  });
  const envelope = readAnswer(Envelope, body, TITLE);
  if (envelope.status_code !== OK) throw failureOfCode(envelope.status_code, envelope.status_message ?? '', 0);
  return (envelope.tasks ?? []).map((task) => ({
    id: task.id ?? null,
    status: task.status_code,
    message: task.status_message ?? '',
    usd: task.cost ?? 0,
    result: task.result ?? [],
  }));
}

/** The only task of an answer. @throws SourceFailure when there is none */
export function onlyTask(tasks: readonly VendorTask[]): VendorTask {
  const [task] = tasks;
  if (task === undefined) throw new SourceFailure('broken', `${TITLE} sent an answer without a task.`);
  return task;
}

/** @throws SourceFailure of a task with any other status */
export function requireStatus(task: VendorTask, ...statuses: readonly number[]): void {
  if (!statuses.includes(task.status)) throw failureOfTask(task);
}

export function failureOfTask({ status, message, usd }: VendorTask): SourceFailure {
  return failureOfCode(status, message, usd);
}

function failureOfCode(code: number, words: string, usd: number): SourceFailure {
  return vendorFailure(FAILURES, { title: TITLE, code: String(code), words, usd });
}
