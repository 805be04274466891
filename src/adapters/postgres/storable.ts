/** Text from outside as PostgreSQL can store it: bounded, and without the one character that it refuses. */
export function storable(text: string, charactersMax: number): string {
  return text.slice(0, charactersMax).replaceAll('\0', '');
}
