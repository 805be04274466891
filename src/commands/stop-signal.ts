/** Resolves on the first SIGINT or SIGTERM. A later one, from a person who will not wait, ends the process at once. */
export function stopSignal(): Promise<string> {
  const asked = Promise.withResolvers<string>();
  let first = Number.NaN;
  const onSignal = (name: string): void => {
    // npm passes on the Ctrl-C that the terminal has sent to us already, so a second one at once is no demand.
    if (Number.isNaN(first)) first = performance.now();
    else if (performance.now() - first > 1500) process.exit(130);
    asked.resolve(name);
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  return asked.promise;
}

/** The same as an abort signal, for work that is given up on demand. */
export function stopAbort(): AbortSignal {
  const controller = new AbortController();
  void stopSignal().then((name) => controller.abort(new Error(`Stopped by ${name}.`)));
  return controller.signal;
}
