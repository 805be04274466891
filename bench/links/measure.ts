/** Answer times of a question, asked by one or many callers at once. */
export interface Times {
  readonly calls: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  /** How often it failed, and how it failed last. */
  readonly failed: number;
  readonly failure: string;
}

export interface Asking {
  readonly calls: number;
  readonly callers: number;
  /** No further call is begun after this time. */
  readonly milliseconds_max: number;
}

export async function timesOf(ask: (at: number) => Promise<unknown>, asking: Asking): Promise<Times> {
  const times: number[] = [];
  let next = 0;
  let failed = 0;
  let failure = '';
  const end = performance.now() + asking.milliseconds_max;
  const call = async (): Promise<void> => {
    while (next < asking.calls && performance.now() < end) {
      const at = next;
      next += 1;
      const started = performance.now();
      try {
        await ask(at);
        times.push(performance.now() - started);
      } catch (thrown) {
        failed += 1;
        failure = thrown instanceof Error ? thrown.message.slice(0, 200) : String(thrown);
      }
    }
  };
  await Promise.all(Array.from({ length: asking.callers }, call));
  return { ...summed(times), failed, failure };
}

export function summed(times: readonly number[]): Times {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { calls: sorted.length, p50_ms: at(0.5), p95_ms: at(0.95), failed: 0, failure: '' };
}

export function written(times: Times | undefined): string {
  if (times === undefined) return ''.padStart(15);
  if (times.calls === 0) return (times.failed > 0 ? 'failed' : 'not in time').padStart(15);
  return `${milliseconds(times.p50_ms).padStart(7)} ${milliseconds(times.p95_ms).padStart(7)}`;
}

function milliseconds(value: number): string {
  return value < 100 ? value.toFixed(1) : value.toFixed(0);
}
