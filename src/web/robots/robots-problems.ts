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
  if (line.too_long) return 'is longer than Google reads';
  if (line.kind === 'none') return line.text === '' ? undefined : 'is not a name and a value separated by a colon';
  if (line.kind === 'unknown' || line.kind === 'crawl_delay') {
    return EXTENSIONS.has(line.name) ? undefined : 'is a directive that no known crawler reads';
  }
  const isRule = line.kind === 'allow' || line.kind === 'disallow';
  if (isRule && !inGroup) return 'comes before any user-agent line, so crawlers ignore it';
  return spellingOf(line.name, NAME_OF[line.kind]) ?? valueProblem(line.kind, line.value);
}

function spellingOf(written: string, right: string): string | undefined {
  return written === right ? undefined : `should be spelled ${right}; only some crawlers accept this spelling`;
}

function valueProblem(kind: keyof typeof NAME_OF, value: string): string | undefined {
  if (kind === 'user_agent') return value === '' ? 'has no crawler name' : undefined;
  return kind === 'sitemap' ? sitemapProblem(value) : patternProblem(value);
}

function sitemapProblem(value: string): string | undefined {
  const url = URL.parse(value);
  if (url === null) return 'is not an absolute sitemap URL';
  return /^(?:https?|ftp):$/.test(url.protocol) ? undefined : 'is not a web URL';
}

function patternProblem(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^[/*]/.test(value)) return 'starts with neither / nor *, so it matches no path';
  const dollar = value.indexOf('$');
  return dollar === -1 || dollar === value.length - 1 ? undefined : 'has a $ that is not at the end';
}
