/** What a page asks of crawlers, from its robots meta elements and its X-Robots-Tag headers together. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

export const NO_DIRECTIVES: RobotsDirectives = { noindex: false, nofollow: false };

/** Directives whose value follows a colon, which otherwise looks like the name of a crawler. */
const WITH_VALUE = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);
const LENGTH_MAX = 4096;

/** Is a `<meta name=…>` meant for every crawler, or for this one? Those for other crawlers are none of our business. */
export function robotsMetaApplies(name: string, agentToken: string): boolean {
  const lower = name.trim().toLowerCase();
  return lower === 'robots' || lower === agentToken.toLowerCase();
}

/** Reads the content of a robots meta element. */
export function directivesOf(content: string): RobotsDirectives {
  const words = content
    .slice(0, LENGTH_MAX)
    .toLowerCase()
    .split(/[\s,;]+/);
  const none = words.includes('none');
  return { noindex: none || words.includes('noindex'), nofollow: none || words.includes('nofollow') };
}

/**
 * Reads X-Robots-Tag. `otherbot: noindex, nofollow` is for that crawler alone, up to the next name.
 *
 * Repeated headers arrive joined by commas, so a general rule behind one with a name cannot be told from a
 * continuation; it then counts for the named crawler, as it would if it stood in one header.
 */
export function directivesOfHeader(header: string, agentToken: string): RobotsDirectives {
  let applies = true;
  let merged = NO_DIRECTIVES;
  for (const part of header.slice(0, LENGTH_MAX).split(',')) {
    const colon = part.indexOf(':');
    const name = colon === -1 ? '' : part.slice(0, colon).trim().toLowerCase();
    if (WITH_VALUE.has(name)) continue;
    if (name !== '' && /^[\w*.-]+$/.test(name)) applies = name === '*' || robotsMetaApplies(name, agentToken);
    if (applies) merged = mergeDirectives(merged, directivesOf(part.slice(colon + 1)));
  }
  return merged;
}

export function mergeDirectives(left: RobotsDirectives, right: RobotsDirectives): RobotsDirectives {
  return { noindex: left.noindex || right.noindex, nofollow: left.nofollow || right.nofollow };
}
