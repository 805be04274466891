/** `backlinks.summary` and its like. */
const OPERATION_ID = /\b[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)+\b/g;

/** In a form, other operations are named by their titles: there are no ids to be seen. */
export function withTitles(value: unknown, titles: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => withTitles(each, titles));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'description' && typeof inner === 'string' ? titled(inner, titles) : withTitles(inner, titles),
    ]),
  );
}

export function titled(text: string, titles: ReadonlyMap<string, string>): string {
  return text.replaceAll(OPERATION_ID, (id) => (titles.has(id) ? `“${titles.get(id)}”` : id));
}
