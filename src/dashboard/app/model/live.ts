import { useEffect, useRef } from 'preact/hooks';

import type { JobRowView } from '../../views.ts';
import { addressOf } from './api.ts';

/** Tells of jobs that are under way. One stream for all of them; it ends by itself when the last job does. */
export function useLive(ids: readonly string[], onChange: (job: JobRowView) => void): void {
  const heard = useRef(onChange);
  heard.current = onChange;
  const joined = ids.toSorted().join(',');
  useEffect(() => {
    if (joined === '') return undefined;
    const source = new EventSource(addressOf('/jobs/live', { ids: joined }));
    source.addEventListener('job', (event) => heard.current(jobOf(event.data)));
    source.addEventListener('end', () => source.close());
    return () => source.close();
  }, [joined]);
}

/** The guarantee: the service of the same version writes the event from the same type. */
function jobOf(data: unknown): JobRowView {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return JSON.parse(String(data)) as JobRowView;
}
