import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import { asProblem, type Problem } from './api.ts';

export interface Loaded<Data> {
  /** What was loaded last; stays while newer is loaded. */
  readonly data: Data | undefined;
  readonly problem: Problem | undefined;
  readonly reload: () => void;
  /** Puts in what is known to be newer. */
  readonly replace: (change: (data: Data) => Data) => void;
}

/** Loads when the page is shown, and again whenever `key` changes or `reload` is called. */
export function useLoad<Data>(key: string, load: (signal: AbortSignal) => Promise<Data>): Loaded<Data> {
  const [state, setState] = useState<{ data: Data | undefined; problem: Problem | undefined }>({
    data: undefined,
    problem: undefined,
  });
  const [round, setRound] = useState(0);
  const loading = useRef(load);
  loading.current = load;
  useEffect(() => {
    const gone = new AbortController();
    loading.current(gone.signal).then(
      (data) => {
        if (!gone.signal.aborted) setState({ data, problem: undefined });
      },
      (thrown: unknown) => {
        if (!gone.signal.aborted) setState((before) => ({ ...before, problem: asProblem(thrown) }));
      },
    );
    return () => gone.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const replace = useCallback((change: (data: Data) => Data) => {
    setState((before) => (before.data === undefined ? before : { ...before, data: change(before.data) }));
  }, []);
  return { ...state, reload, replace };
}

/** Calls `work` every so often while somebody looks at the page. */
export function useEvery(interval_ms: number | undefined, work: () => void): void {
  const current = useRef(work);
  current.current = work;
  useEffect(() => {
    if (interval_ms === undefined) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) current.current();
    }, interval_ms);
    return () => clearInterval(timer);
  }, [interval_ms]);
}
