import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { localTime } from '../model/format.ts';

/** While there is no network: what is shown was loaded before. */
export function OfflineBar(): VNode | null {
  const [since, setSince] = useState<string>();
  useEffect(() => {
    const lost = (): void => setSince(new Date().toISOString());
    const back = (): void => setSince(undefined);
    if (!navigator.onLine) lost();
    addEventListener('offline', lost);
    addEventListener('online', back);
    return () => {
      removeEventListener('offline', lost);
      removeEventListener('online', back);
    };
  }, []);
  if (since === undefined) return null;
  return (
    <p class="offline" role="status">
      No connection. Showing what was loaded at {localTime(since).slice(0, 5)}.
    </p>
  );
}
