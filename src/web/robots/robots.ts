/**
 * Reads robots.txt and says what it allows: RFC 9309 with the leniency that Google documents for its own reader.
 *
 * Rules are compared byte by byte, so text is held as one character a byte (latin1) from the first step on.
 * Parsing is linear in the file, a match linear in the rules of one agent; no pattern becomes a regular expression.
 */
export interface RobotsRules {
  /**
   * Whether `url` may be read by `agent`, which is a product token such as `Googlebot` (see `productToken`).
   * Several tokens are one crawler with several names. `url` is percent-encoded, as `URL.href` is.
   */
  match(agent: string | readonly string[], url: string): RobotsVerdict;
  /** Seconds between two requests that the file asks this agent for. */
  crawlDelay(agent: string | readonly string[]): number | undefined;
  /** Sitemap addresses as they are written, which may be relative. */
  readonly sitemaps: readonly string[];
}

interface RobotsVerdict {
  readonly allowed: boolean;
  /** The line that decided, as it is written; undefined when none matched. */
  readonly line: string | undefined;
}

export interface RobotsLine {
  /** Counted from 1. */
  readonly number: number;
  /** `unknown` has a name that means nothing here, `none` has no name and value at all. */
  readonly kind: DirectiveKind | 'unknown' | 'none';
  readonly name: string;
  readonly value: string;
  /** The line without its comment. */
  readonly text: string;
  /** The name is a misspelling that is understood all the same. */
  readonly typo: boolean;
  readonly missing_colon: boolean;
  readonly has_comment: boolean;
  readonly too_long: boolean;
}

type DirectiveKind = 'user_agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl_delay';

interface Rule {
  readonly allow: boolean;
  readonly pattern: string;
  /** What `…/index.html` also allows: the folder itself. */
  readonly folder: string | undefined;
  readonly text: string;
}

interface Group {
  readonly order: number;
  readonly rules: Rule[];
}

interface AgentRules {
  readonly groups: Group[];
  delay_s: number | undefined;
}

/** Google's bound: eight times the longest URL that browsers take; what is beyond is cut off. */
const LINE_BYTES_MAX = 2083 * 8 - 1;
const SITEMAPS_MAX = 10_000;
const LINE_SHOWN_MAX = 300;
const EVERYONE = '*';
const BYTE_ORDER_MARK = '\xEF\xBB\xBF';

/** The first name of a kind is the right one. A line whose name merely starts with one of them counts too. */
const NAMES: readonly (readonly [DirectiveKind, readonly string[]])[] = [
  ['user_agent', ['user-agent', 'useragent', 'user agent']],
  ['allow', ['allow']],
  ['disallow', ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']],
  ['sitemap', ['sitemap', 'site-map']],
  ['crawl_delay', ['crawl-delay', 'crawldelay', 'crawl delay']],
];

export function parseRobots(text: string | Uint8Array): RobotsRules {
  const reader = new RobotsReader();
  for (const line of readLines(bytesOf(text))) reader.take(line);
  const { agents, sitemaps } = reader;
  // One crawler asks about many URLs, so the rules of the last agent are kept.
  let last = { key: '', rules: rulesFor(agents, '') };
  return {
    sitemaps,
    match(agent, url) {
      const key = typeof agent === 'string' ? agent : agent.join('\n');
      if (key !== last.key) last = { key, rules: rulesFor(agents, agent) };
      return judge(last.rules, pathOf(url));
    },
    crawlDelay: (agent) => named(agents, agent).find((rules) => rules.delay_s !== undefined)?.delay_s,
  };
}

class RobotsReader {
  readonly agents = new Map<string, AgentRules>();
  readonly sitemaps: string[] = [];
  #group: Group | undefined;
  /** Agents that a delay further down is for: those named since the group began or since the last delay. */
  #undelayed: AgentRules[] = [];

  take(line: RobotsLine): void {
    if (line.kind === 'user_agent') this.#name(agentOf(line.value));
    else if (line.kind === 'allow' || line.kind === 'disallow') this.#group?.rules.push(ruleOf(line));
    else if (line.kind === 'crawl_delay') this.#delay(line.value);
    else if (line.kind === 'sitemap' && line.value !== '' && this.sitemaps.length < SITEMAPS_MAX) {
      this.sitemaps.push(textOf(line.value));
    }
  }

  /** Only a rule closes the list of agents of a group, other lines do not. */
  #name(agent: string): void {
    if (this.#group === undefined || this.#group.rules.length > 0) {
      this.#group = { order: (this.#group?.order ?? -1) + 1, rules: [] };
      this.#undelayed = [];
    }
    const rules = this.agents.get(agent) ?? { groups: [], delay_s: undefined };
    this.agents.set(agent, rules);
    if (rules.groups.at(-1) !== this.#group) rules.groups.push(this.#group);
    this.#undelayed.push(rules);
  }

  #delay(value: string): void {
    const seconds = /^\d{0,9}\.?\d{1,9}/.exec(value)?.[0];
    if (seconds === undefined) return;
    for (const rules of this.#undelayed) rules.delay_s ??= Number(seconds);
    this.#undelayed = [];
  }
}

/** Every line with what it is taken for, for reports about the file itself. */
export function* robotsLines(text: string | Uint8Array): Generator<RobotsLine> {
  for (const line of readLines(bytesOf(text))) {
    yield { ...line, name: textOf(line.name), value: textOf(line.value), text: textOf(line.text) };
  }
}

/**
 * The name by which robots.txt knows a crawler: `Seamark` of `Seamark/1.0 (+https://example.com)` and of
 * `Mozilla/5.0 (compatible; Seamark/1.0; …)`, where the first name is only there for old servers.
 */
export function productToken(userAgent: string): string {
  return /^Mozilla\/[\d.]+ \(compatible; ([A-Za-z_-]+)/.exec(userAgent)?.[1] ?? leadingToken(userAgent);
}

/** The path and query that rules are compared with: everything between the host and the fragment. */
export function robotsPath(url: string): string {
  const start = url.startsWith('//') ? 2 : 0;
  const scheme = url.indexOf('://', start);
  const early = indexOfAny(url, start);
  const hostStart = scheme === -1 || (early !== -1 && early < scheme) ? start : scheme + 3;
  const pathStart = indexOfAny(url, hostStart);
  const hash = url.indexOf('#', start);
  const end = hash === -1 ? url.length : hash;
  if (pathStart === -1 || end < pathStart) return '/';
  const path = url.slice(pathStart, end);
  return path.startsWith('/') ? path : '/' + path;
}

/** Upper-case hexadecimal digits in escapes, and escapes for bytes beyond ASCII: one spelling for both sides. */
export function escapePattern(pattern: string): string {
  return escapeBytes(bytesOf(pattern));
}

function* readLines(bytes: string): Generator<RobotsLine> {
  let start = 0;
  while (start < BYTE_ORDER_MARK.length && bytes[start] === BYTE_ORDER_MARK[start]) start += 1;
  let number = 0;
  let lineFeed = indexOrEnd(bytes, '\n', start);
  let carriageReturn = indexOrEnd(bytes, '\r', start);
  for (;;) {
    const end = Math.min(lineFeed, carriageReturn);
    number += 1;
    yield readLine(bytes.slice(start, end), number);
    if (end === bytes.length) return;
    start = end + (bytes[end] === '\r' && bytes[end + 1] === '\n' ? 2 : 1);
    if (lineFeed < start) lineFeed = indexOrEnd(bytes, '\n', start);
    if (carriageReturn < start) carriageReturn = indexOrEnd(bytes, '\r', start);
  }
}

function readLine(whole: string, number: number): RobotsLine {
  const tooLong = whole.length > LINE_BYTES_MAX;
  const kept = upTo(tooLong ? whole.slice(0, LINE_BYTES_MAX) : whole, '\0');
  const text = strip(upTo(kept, '#'));
  const base = { number, text, too_long: tooLong, has_comment: kept.includes('#') };
  const colon = text.indexOf(':');
  const separator = colon === -1 ? blankAfterName(text) : colon;
  const name = separator === -1 ? '' : lower(strip(text.slice(0, separator)));
  if (name === '') return { ...base, kind: 'none', name: '', value: '', typo: false, missing_colon: false };
  const value = strip(text.slice(separator + 1));
  return { ...base, name, value, missing_colon: colon === -1, ...kindOf(name) };
}

/** Where a name ends that has no colon: only a line of exactly two words is taken for name and value. */
function blankAfterName(text: string): number {
  const words = /^[^ \t]+[ \t]+[^ \t]+$/.test(text);
  return words ? text.search(/[ \t]/) : -1;
}

function kindOf(name: string): { kind: DirectiveKind | 'unknown'; typo: boolean } {
  for (const [kind, spellings] of NAMES) {
    const found = spellings.findIndex((spelling) => name.startsWith(spelling));
    if (found !== -1) return { kind, typo: found > 0 };
  }
  return { kind: 'unknown', typo: false };
}

/** A star with anything behind a blank still means everyone; any other value counts up to its first odd character. */
function agentOf(value: string): string {
  if (/^\*(?:[\t\v\f ]|$)/.test(value)) return EVERYONE;
  return leadingToken(value).toLowerCase();
}

function leadingToken(text: string): string {
  return /^[A-Za-z_-]*/.exec(text)?.[0] ?? '';
}

function ruleOf(line: RobotsLine): Rule {
  const pattern = escapeBytes(line.value);
  const slash = pattern.lastIndexOf('/');
  const index = line.kind === 'allow' && slash !== -1 && pattern.startsWith('/index.htm', slash);
  return {
    allow: line.kind === 'allow',
    pattern,
    folder: index ? pattern.slice(0, slash + 1) + '$' : undefined,
    text: line.text,
  };
}

/** The rules of the groups that name the agent; those for everyone only when none does. */
function rulesFor(agents: Map<string, AgentRules>, agent: string | readonly string[]): Rule[] {
  const groups = new Set(named(agents, agent).flatMap((rules) => rules.groups));
  return [...groups].sort((a, b) => a.order - b.order).flatMap((group) => group.rules);
}

function named(agents: Map<string, AgentRules>, agent: string | readonly string[]): AgentRules[] {
  const tokens = typeof agent === 'string' ? [agent] : agent;
  const specific = tokens.map((token) => (token === EVERYONE ? undefined : agents.get(token.toLowerCase())));
  const found = specific.filter((rules) => rules !== undefined);
  const everyone = agents.get(EVERYONE);
  if (found.length > 0 || everyone === undefined) return found;
  return [everyone];
}

/** The longest pattern decides; between equally long ones `allow` does. */
function judge(rules: readonly Rule[], path: string): RobotsVerdict {
  let best: Rule | undefined;
  let bestLength = -1;
  for (const rule of rules) {
    const length = matchLength(rule, path);
    if (length > bestLength || (length === bestLength && rule.allow && best?.allow === false)) {
      best = rule;
      bestLength = length;
    }
  }
  const line = best === undefined ? undefined : textOf(best.text.slice(0, LINE_SHOWN_MAX));
  return { allowed: best === undefined || best.allow || bestLength === 0, line };
}

function matchLength(rule: Rule, path: string): number {
  if (matches(rule.pattern, path)) return rule.pattern.length;
  return rule.folder !== undefined && matches(rule.folder, path) ? rule.folder.length : -1;
}

/**
 * `*` stands for anything, `$` at the end for the end. Taking each piece between stars at its first place
 * is enough, because a later place could only leave less room for the rest.
 */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const end = anchored ? pattern.length - 1 : pattern.length;
  let star = pattern.indexOf('*');
  if (star === -1) {
    const literal = pattern.slice(0, end);
    return anchored ? path === literal : path.startsWith(literal);
  }
  if (!path.startsWith(pattern.slice(0, star))) return false;
  let position = star;
  for (;;) {
    const next = pattern.indexOf('*', star + 1);
    const piece = pattern.slice(star + 1, next === -1 ? end : next);
    if (next === -1 && anchored) return path.length - piece.length >= position && path.endsWith(piece);
    const found = path.indexOf(piece, position);
    if (found === -1 || next === -1) return found !== -1;
    position = found + piece.length;
    star = next;
  }
}

/** Escapes in the URL are brought to upper case as those in patterns are; bytes beyond ASCII stay the caller's. */
function pathOf(url: string): string {
  return upperEscapes(bytesOf(robotsPath(url)));
}

function escapeBytes(bytes: string): string {
  return upperEscapes(bytes).replaceAll(/[\x80-\xFF]/g, (byte) => '%' + byte.charCodeAt(0).toString(16).toUpperCase());
}

function upperEscapes(bytes: string): string {
  return bytes.includes('%') ? bytes.replaceAll(/%[\dA-Fa-f]{2}/g, (escape) => escape.toUpperCase()) : bytes;
}

function bytesOf(text: string | Uint8Array): string {
  const bytes =
    typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  return bytes.toString('latin1');
}

function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

function indexOrEnd(text: string, character: string, from: number): number {
  const found = text.indexOf(character, from);
  return found === -1 ? text.length : found;
}

function indexOfAny(text: string, from: number): number {
  const found = text.slice(from).search(/[/?;]/);
  return found === -1 ? -1 : from + found;
}

/** ASCII only, since a byte beyond is a part of a letter. */
function lower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function upTo(text: string, character: string): string {
  const found = text.indexOf(character);
  return found === -1 ? text : text.slice(0, found);
}

/** Blanks of ASCII only: `trim` would also take the byte A0, which ends letters such as "à". */
function strip(text: string): string {
  return text.replace(/^[\t\n\v\f\r ]+/, '').replace(/(?<![\t\n\v\f\r ])[\t\n\v\f\r ]+$/, '');
}
