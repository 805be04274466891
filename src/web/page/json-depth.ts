/** Levels of brackets. What search engines read has some ten; JSON.parse takes 150 bytes for each, outside of the heap. */
const DEPTH_MAX = 500;

const OPENERS = new Set(['[', '{']);
const TOKENS = /["[\]{}]/g;

/** Where a text of JSON nests deeper than anything that is read; undefined where it does not. */
export function tooDeepAt(json: string): number | undefined {
  let depth = 0;
  TOKENS.lastIndex = 0;
  for (let token = TOKENS.exec(json); token !== null; token = TOKENS.exec(json)) {
    if (token[0] === '"') {
      const end = endOfString(json, token.index);
      if (end === undefined) return undefined;
      TOKENS.lastIndex = end;
    } else {
      depth += OPENERS.has(token[0]) ? 1 : -1;
      if (depth > DEPTH_MAX) return token.index;
    }
  }
  return undefined;
}

const STRING_ENDS = /["\\]/g;

/** Behind the closing quote; undefined when there is none. */
function endOfString(json: string, start: number): number | undefined {
  STRING_ENDS.lastIndex = start + 1;
  for (let found = STRING_ENDS.exec(json); found !== null; found = STRING_ENDS.exec(json)) {
    if (found[0] === '"') return found.index + 1;
    STRING_ENDS.lastIndex = found.index + 2;
  }
  return undefined;
}
