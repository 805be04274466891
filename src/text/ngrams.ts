/** Runs of `size` words that follow one another, joined by a space. */
export function wordNgrams(words: readonly string[], size: number): string[] {
  const grams: string[] = [];
  for (let at = 0; at + size <= words.length; at += 1) grams.push(words.slice(at, at + size).join(' '));
  return grams;
}

/** Runs of letters of a word with its edges marked, so that beginnings and endings count as such. */
export function characterNgrams(word: string, sizeMin = 3, sizeMax = 5): string[] {
  const letters = Array.from(`<${word}>`);
  const grams: string[] = [];
  for (let size = sizeMin; size <= sizeMax; size += 1) {
    for (let at = 0; at + size <= letters.length; at += 1) grams.push(letters.slice(at, at + size).join(''));
  }
  return grams;
}
