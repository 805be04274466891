/** The first `length_max` characters, never half a surrogate pair. */
export function clip(text: string, length_max: number): string {
  if (text.length <= length_max) return text;
  const code = text.charCodeAt(length_max - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length_max - 1 : length_max);
}

/** The longest beginning of `text` that fits into `bytes_max` bytes of UTF-8. */
export function clipBytes(text: string, bytes_max: number): string {
  if (text.length * 3 <= bytes_max || Buffer.byteLength(text) <= bytes_max) return text;
  const bytes = Buffer.alloc(bytes_max);
  return bytes.toString('utf8', 0, bytes.write(text, 'utf8'));
}

const AROUND = 60;

/** The words of a block just before `at`, from the same line of it. */
export function wordsBefore(block: string, at: number): string {
  const raw = block.slice(Math.max(0, at - AROUND - 20), at);
  const line = raw.slice(raw.lastIndexOf('\n') + 1).trim();
  if (line.length <= AROUND) return at > AROUND + 20 && line.length === raw.length ? fromWord(line) : line;
  return fromWord(line.slice(-AROUND - 1));
}

/** The words of a block just behind `at`, from the same line of it. */
export function wordsAfter(block: string, at: number): string {
  const raw = block.slice(at, at + AROUND + 20);
  const end = raw.indexOf('\n');
  const line = (end === -1 ? raw : raw.slice(0, end)).trim();
  if (line.length <= AROUND) return line;
  const cut = line.slice(0, AROUND + 1);
  const space = cut.lastIndexOf(' ');
  return (space > 0 ? cut.slice(0, space) : clip(cut, AROUND)).trim();
}

function fromWord(text: string): string {
  const space = text.indexOf(' ');
  return space === -1 ? text.slice(1) : text.slice(space + 1);
}
