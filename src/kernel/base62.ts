export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A number in base62, padded on the left with zeros. */
export function base62(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let at = 0; at < length; at += 1) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
