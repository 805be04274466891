export const DAY_SECONDS = 86_400;

/** The beginning of a day, `yyyy-mm-dd`, UTC. */
export function secondsOf(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / 1000);
}
