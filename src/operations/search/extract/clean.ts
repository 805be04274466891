/** Text of the page as one bounded line. */
export function clean(text: string, charactersMax = 1000): string {
  return text
    .slice(0, charactersMax * 4)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, charactersMax);
}
