/** What the promise comes to, or the reason of the signal if that is first: work that does not listen is left behind. */
export async function settledBefore<Value>(running: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const gone = Promise.withResolvers<never>();
  const leave = (): void => gone.reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    return await Promise.race([running, gone.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
