/**
 * Roughly how many tokens a model needs for a text, erring on the high side.
 *
 * A tokenizer would cost more than the answer it measures. The weights were fitted to a tokenizer's counts for JSON,
 * Markdown, URLs, code and prose in several languages: a common word is a token or two, three digits are one, and
 * random-looking text (hashes, encoded data) takes nearly one a character.
 */
export function tokensOf(text: string): number {
  let weight = 0;
  let lower = 0;
  let upper = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x61 && code <= 0x7a) lower += 1;
    else if (code >= 0x30 && code <= 0x39) digits += 1;
    else if (code >= 0x41 && code <= 0x5a) upper += 1;
    else {
      weight += weightOfRun(lower, upper, digits) + weightOfCharacter(code);
      lower = 0;
      upper = 0;
      digits = 0;
    }
  }
  return Math.ceil(weight + weightOfRun(lower, upper, digits));
}

/** Longer than nearly every word. */
const WORD_MAX = 20;

/** Letters and digits without a break. */
function weightOfRun(lower: number, upper: number, digits: number): number {
  const length = lower + upper + digits;
  if (length === 0) return 0;
  if (length > WORD_MAX) return length * (length > lower ? 0.72 : 0.55);
  if (digits === length) return Math.ceil(digits / 3);
  return 0.45 + lower * 0.13 + upper * 0.4 + digits * 0.5;
}

function weightOfCharacter(code: number): number {
  if (code === 0x20) return 0.05;
  if (code < 0x80) return 0.7;
  // Letters of the Latin alphabet with marks, then combining marks, then the other alphabets, then Chinese and the like.
  if (code < 0x300) return 0.5;
  if (code < 0x370) return 1.2;
  if (code < 0x2e80) return 0.5;
  return code >= 0xd800 && code < 0xe000 ? 1.6 : 0.95;
}
