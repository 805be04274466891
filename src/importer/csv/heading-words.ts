const CHARACTERS_MAX = 200;

/** Letters, marks and digits alone, in lower case: what is left of a heading or a word that tables write in many ways. */
export function plainWord(text: string): string {
  return (
    text
      .slice(0, CHARACTERS_MAX)
      .normalize('NFKC')
      .toLowerCase()
      // What is left of a capital I with its Turkish dot.
      .replaceAll('i\u0307', 'i')
      .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
  );
}

/** Words by name, as the rows of one kind in a data file list them: the kind, the name, the words. */
export function wordLists(rows: readonly (readonly string[])[], kind: string): ReadonlyMap<string, readonly string[]> {
  return new Map(rows.filter(([first]) => first === kind).map(([, name = '', ...words]) => [name, words]));
}

/** Where the first of some headings stands that a table has; `written` holds them as they are, for those with an underscore. */
export function placeOf(
  headings: readonly string[],
  { names, written }: { readonly names: readonly string[]; readonly written: readonly string[] },
  isFree: (at: number) => boolean,
): number | undefined {
  return headings
    .flatMap((heading) => {
      const among = heading.includes('_') ? written : names;
      return among.flatMap((name, at) => (name === heading ? [at] : []));
    })
    .find(isFree);
}
