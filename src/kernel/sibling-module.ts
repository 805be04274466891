/**
 * The URL of a module beside the calling one, for threads and processes that are started by file.
 *
 * The sources run as `.ts` and the published build as `.js`; import specifiers are rewritten between them, URLs are not.
 */
export function siblingModule(callerUrl: string, name: string): URL {
  const extension = /\.[jt]s$/.exec(new URL(callerUrl).pathname)?.[0] ?? '.js';
  return new URL(name + extension, callerUrl);
}
