/** Where addresses of the public web lead, for vendors that name pages by redirects of their own. */
export interface Redirects {
  /**
   * The address that a redirect names, which itself is not asked. Undefined where there is no redirect or no answer.
   *
   * @throws what the signal was aborted with, and nothing else
   */
  target(url: string, signal: AbortSignal): Promise<string | undefined>;
}
