/** Every run of white space but a single space: most spaces of a text stand alone and are left as they are. */
const UNFOLDED = /[^\S ]\s*| \s+/g;

/** White space of any kind and length becomes one space. */
export function foldSpace(text: string): string {
  return text.replaceAll(UNFOLDED, ' ');
}
