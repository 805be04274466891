/** A text as the source of a pattern that matches the text itself, in every mode; `RegExp.escape` is newer than the oldest Node served. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
