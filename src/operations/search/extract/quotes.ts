const QUOTES_MAX = 5;
const CHARACTERS = { min: 40, max: 300 } as const;
/** Quotes come from the beginning of a book-length text. */
const TEXT_READ_MAX = 200_000;
const SENTENCE_END = /[.!?。！？…]["”’»)」]?$/;

/** Sentences of the text, word for word: the first of a fair length, then others spread over the text. */
export function quotesFrom(text: string): string[] {
  const lines = text
    .slice(0, TEXT_READ_MAX)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const sentences = lines.flatMap(sentencesIn);
  const fair = sentences.filter((sentence) => sentence.length >= CHARACTERS.min && sentence.length <= CHARACTERS.max);
  // A page of labels and prices has no sentences: its lines are quoted as they stand.
  const pool = fair.length > 0 ? fair : lines.filter((line) => line.length <= CHARACTERS.max);
  const step = Math.max(1, Math.floor(pool.length / QUOTES_MAX));
  return [...new Set(pool.filter((_, at) => at % step === 0))].slice(0, QUOTES_MAX);
}

function sentencesIn(line: string): string[] {
  if (!/[.!?。！？…]/.test(line)) return [];
  const segments = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(line)];
  return segments.map(({ segment }) => segment.trim()).filter((sentence) => SENTENCE_END.test(sentence));
}
