import { robotsLines, type RobotsLine } from './robots.ts';

/** A line of robots.txt that does not do what its author meant. */
export interface RobotsProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly why: string;
}

const SHOWN_MAX = 20;
const TEXT_CHARACTERS_MAX = 200;

/** Names beyond RFC 9309 that some crawler reads, or has read. */
const EXTENSIONS = new Set([
  'crawl-delay',
  'clean-param',
  'host',
  'request-rate',
  'visit-time',
  'noindex',
  'content-signal',
  'content-usage',
]);

const NAME_OF = { user_agent: 'user-agent', allow: 'allow', disallow: 'disallow', sitemap: 'sitemap' } as const;

/** The lines of a file that crawlers pass over, or that only some of them understand; the first 20. */
export function robotsProblems(file: string | Uint8Array): RobotsProblem[] {
  const problems: RobotsProblem[] = [];
  let inGroup = false;
  for (const line of robotsLines(file)) {
    const why = problemOf(line, inGroup);
    if (why !== undefined) problems.push({ line: line.number, text: line.text.slice(0, TEXT_CHARACTERS_MAX), why });
    if (problems.length >= SHOWN_MAX) break;
    if (line.kind === 'user_agent') inGroup = true;
  }
  return problems;
}

function problemOf(line: RobotsLine, inGroup: boolean): string | undefined {
  if (line.missing_colon) return 'has no colon';
  if (line.too_long) return 'is longer than what Google reads of a line';
  if (line.kind === 'none') return line.text === '' ? undefined : 'is no name and value with a colon between them';
  if (line.kind === 'unknown' || line.kind === 'crawl_delay') {
    return EXTENSIONS.has(line.name) ? undefined : 'has a name that no crawler is known to read';
  }
  const isRule = line.kind === 'allow' || line.kind === 'disallow';
  if (isRule && !inGroup) return 'stands before any user-agent, so that it is for nobody';
  return spellingOf(line.name, NAME_OF[line.kind]) ?? valueProblem(line.kind, line.value);
}

function spellingOf(written: string, right: string): string | undefined {
  return written === right ? undefined : `is not spelled ${right}, which only some crawlers forgive`;
}

function valueProblem(kind: keyof typeof NAME_OF, value: string): string | undefined {
  if (kind === 'user_agent') return value === '' ? 'names no crawler' : undefined;
  return kind === 'sitemap' ? sitemapProblem(value) : patternProblem(value);
}

function sitemapProblem(value: string): string | undefined {
  const url = URL.parse(value);
  if (url === null) return 'is no absolute address of a sitemap';
  return /^(?:https?|ftp):$/.test(url.protocol) ? undefined : 'is no web address of a sitemap';
}

function patternProblem(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^[/*]/.test(value)) return 'begins with neither / nor *, so that it matches no path';
  const dollar = value.indexOf('$');
  return dollar === -1 || dollar === value.length - 1 ? undefined : 'has a $ that is not at its end';
}
