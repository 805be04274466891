import type { CrawlLimits } from './settings.ts';
import type { Problems } from './problems.ts';
import { SeenKeys } from './seen.ts';

/**
 * Recognises the endless parts of a site by what they do: the same folder again and again, or page after page
 * of one address pattern that shows nothing new.
 *
 * A pattern is an address with its numbers blotted out and only the names of its parameters. It may go on as
 * long as enough of its pages are new: text that differs in digits alone (calendars, counters, session ids) is
 * not. Patterns are judged when a page is about to be fetched, not when a link is seen, because a sitemap may
 * list fifty thousand honest products of one pattern before the first of them was read.
 */
export class Traps {
  private readonly patterns = new Map<string, Pattern>();
  private readonly shapes = new Map<string, number>();
  private readonly seenShapes = new SeenKeys(2 ** 16);
  private readonly limits: CrawlLimits;
  private readonly problems: Problems;

  constructor(limits: CrawlLimits, problems: Problems) {
    this.limits = limits;
    this.problems = problems;
  }

  /** May the frontier have this address? `key` is host and path. */
  admits(url: string, key: string): boolean {
    const shape = pathProblem(url);
    if (shape !== undefined) {
      this.problems.add(shape, url);
      return false;
    }
    return this.patterns.get(this.patternOf(key))?.stopped === undefined;
  }

  /** Why a page should not be fetched any more; undefined when it may be. */
  refusal(url: string, key: string): string | undefined {
    const pattern = this.patterns.get(this.patternOf(key));
    if (pattern?.stopped === undefined) return undefined;
    this.problems.add(pattern.stopped, url);
    return pattern.stopped === 'trap_same_content' ? 'the same content at many URLs' : 'an endless URL pattern';
  }

  /** Records what a fetched page showed; `shapeHash` is undefined for answers that are no page. */
  fetched(key: string, hostKey: string, shapeHash: bigint | undefined): void {
    const pattern = this.pattern(this.patternOf(key));
    pattern.pages += 1;
    if (shapeHash !== undefined) this.content(pattern, hostKey, shapeHash);
    const { pattern_pages_min, same_content_max } = this.limits;
    if (pattern.sameMost > same_content_max) pattern.stopped = 'trap_same_content';
    else if (pattern.pages >= pattern_pages_min && pattern.fresh < pattern.pages * FRESH_SHARE_MIN)
      pattern.stopped = 'trap_endless_pattern';
  }

  private content(pattern: Pattern, hostKey: string, shapeHash: bigint): void {
    const hash = shapeHash.toString(36);
    if (this.seenShapes.add(hostKey + hash)) pattern.fresh += 1;
    const times = (pattern.contents.get(hash) ?? 0) + 1;
    pattern.contents.set(hash, times);
    pattern.sameMost = Math.max(pattern.sameMost, times);
    if (pattern.contents.size > CONTENTS_MAX) pattern.contents.clear();
  }

  private pattern(name: string): Pattern {
    const known = this.patterns.get(name);
    // Moved to the end, so that the patterns least lately met are the first to be forgotten.
    if (known !== undefined) {
      this.patterns.delete(name);
      this.patterns.set(name, known);
      return known;
    }
    const fresh: Pattern = { pages: 0, fresh: 0, sameMost: 0, contents: new Map(), stopped: undefined };
    this.patterns.set(name, fresh);
    evictOldest(this.patterns, PATTERNS_MAX);
    return fresh;
  }

  /** Facets combine into ever new sets of parameters; beyond a few dozen for one path they are one pattern. */
  private patternOf(key: string): string {
    const { path, parameters } = patternParts(key);
    if (parameters === '') return path;
    const full = path + '?' + parameters;
    if (this.patterns.has(full)) return full;
    const sets = this.shapes.get(path) ?? 0;
    if (sets >= PARAMETER_SETS_MAX) return path + '?*';
    this.shapes.set(path, sets + 1);
    evictOldest(this.shapes, PATTERNS_MAX);
    this.pattern(full);
    return full;
  }
}

interface Pattern {
  pages: number;
  /** Pages whose text no page of the host had before. */
  fresh: number;
  sameMost: number;
  readonly contents: Map<string, number>;
  stopped: 'trap_same_content' | 'trap_endless_pattern' | undefined;
}

const PATTERNS_MAX = 20_000;
const PARAMETER_SETS_MAX = 32;
const CONTENTS_MAX = 64;
/** Honest lists, tags and archives show something new on most pages; calendars on a few in a hundred. */
const FRESH_SHARE_MIN = 0.2;
const SEGMENTS_MAX = 20;
const SEGMENT_REPEATS = 3;

function evictOldest<Value>(map: Map<string, Value>, size_max: number): void {
  if (map.size <= size_max) return;
  const oldest = map.keys().next().value;
  if (oldest !== undefined) map.delete(oldest);
}

function patternParts(key: string): { readonly path: string; readonly parameters: string } {
  const question = key.indexOf('?');
  const slash = key.search(/[/?]/);
  const host = slash === -1 ? key : key.slice(0, slash);
  const path = host + blot(key.slice(host.length, question === -1 ? key.length : question));
  if (question === -1) return { path, parameters: '' };
  const names = key
    .slice(question + 1)
    .split('&')
    .slice(0, 50)
    .map((part) => blot(part.split('=', 1)[0] ?? ''));
  return { path, parameters: [...new Set(names)].sort().join('&') };
}

/** Digits, and long runs of hexadecimal such as session ids, become one sign. */
function blot(text: string): string {
  return text.replaceAll(/[0-9a-f]{16,}|\d+/gi, '#');
}

/** Honest addresses do not name one folder three times; relative links gone wrong do, endlessly. */
function pathProblem(url: string): 'trap_repeated_segments' | 'trap_deep_path' | undefined {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?');
  const segments = url.slice(start + 1, end === -1 ? url.length : end).split('/');
  if (segments.length > SEGMENTS_MAX) return 'trap_deep_path';
  const times = new Map<string, number>();
  for (const segment of segments) {
    if (segment === '' || /^\d+$/.test(segment)) continue;
    const count = (times.get(segment) ?? 0) + 1;
    if (count >= SEGMENT_REPEATS) return 'trap_repeated_segments';
    times.set(segment, count);
  }
  return undefined;
}
