import { readDataRows } from '../../../kernel/data.ts';
import type { ConsoleSearchType } from '../../../ports/console.ts';
import { plainWord, wordLists } from '../../csv/heading-words.ts';

export type Metric = 'clicks' | 'impressions' | 'ctr' | 'position';
export type Dimension = 'query' | 'page' | 'date' | 'country' | 'device' | 'appearance';

const ROWS = readDataRows(import.meta.url, '../data/words.tsv');

const METRICS = wordLists(ROWS, 'metric');
const KINDS = wordLists(ROWS, 'kind');
const TYPES = wordLists(ROWS, 'type');
const DEVICES = wordLists(ROWS, 'device');
const UNITS = wordLists(ROWS, 'unit');
const DIFFERENCES = wordLists(ROWS, 'other').get('difference') ?? [];
const FILTERS = wordLists(ROWS, 'filters').values().next().value ?? [];
const YEAR = wordLists(ROWS, 'year').get('ago') ?? [];

export interface MetricHeading {
  readonly metric: Metric;
  /** The period that the heading names beside the metric; '' for none. */
  readonly label: string;
}

/** What figures a column has; undefined where the heading names none. */
export function metricOf(heading: string): MetricHeading | undefined {
  const plain = plainWord(heading);
  for (const [metric, words] of METRICS) {
    if (isMetric(metric) && words.includes(plain)) return { metric, label: '' };
  }
  const found = [...METRICS].flatMap(([metric, words]) =>
    words.filter((word) => plain.startsWith(word) || plain.endsWith(word)).map((word) => ({ metric, word })),
  );
  const [longest] = found.toSorted((one, other) => other.word.length - one.word.length);
  if (longest === undefined || !isMetric(longest.metric)) return undefined;
  const { word, metric } = longest;
  return { metric, label: plain.startsWith(word) ? plain.slice(word.length) : plain.slice(0, -word.length) };
}

function isMetric(name: string): name is Metric {
  return name === 'clicks' || name === 'impressions' || name === 'ctr' || name === 'position';
}

export function isDifference(label: string): boolean {
  return DIFFERENCES.some((word) => label.includes(word));
}

/** What the rows of a table are, by its first heading or its name. */
export function dimensionIn(text: string): Dimension | undefined {
  const plain = plainWord(text);
  for (const [kind, words] of KINDS) {
    if (isDimension(kind) && words.some((word) => plain.includes(word))) return kind;
  }
  return undefined;
}

const EXACT: Readonly<Record<string, Dimension>> = {
  query: 'query',
  queries: 'query',
  page: 'page',
  url: 'page',
  date: 'date',
  country: 'country',
  device: 'device',
};

/** Of a heading behind the first one, which must not be read into more than it says. */
export function dimensionNamed(text: string): Dimension | undefined {
  return EXACT[plainWord(text)];
}

export function isDimension(name: string): name is Dimension {
  return KINDS.has(name);
}

export function isFilters(fileName: string): boolean {
  const plain = plainWord(fileName);
  return FILTERS.some((word) => plain.includes(word));
}

export function searchTypeIn(text: string): ConsoleSearchType | undefined {
  const plain = plainWord(text);
  for (const [type, words] of TYPES) {
    if (words.some((word) => plain.includes(word))) return searchTypeOf(type);
  }
  return undefined;
}

function searchTypeOf(name: string): ConsoleSearchType | undefined {
  const types: readonly ConsoleSearchType[] = [
    'web',
    'image',
    'video',
    'news',
    'discover',
    'google_news',
    'generative_ai',
  ];
  return types.find((type) => type === name);
}

/** Undefined for a device that has no name of these. */
export function deviceNamed(text: string): 'desktop' | 'mobile' | 'tablet' | undefined {
  const plain = plainWord(text);
  for (const device of ['desktop', 'mobile', 'tablet'] as const) {
    if (DEVICES.get(device)?.includes(plain) === true) return device;
  }
  return undefined;
}

/** `Last 28 days`, `過去 3 か月間`: how long such a period is. */
export function lengthIn(text: string): { readonly count: number; readonly unit: 'day' | 'month' } | undefined {
  const plain = plainWord(text);
  const count = Number(/\d+/.exec(plain)?.[0] ?? '0');
  if (count < 1 || count > 500) return undefined;
  const rest = plain.replace(/\d+/, '');
  // Months come first: a day is also a part of words for the last one.
  for (const unit of ['month', 'day'] as const) {
    if (UNITS.get(unit)?.some((word) => rest.includes(word)) === true) return { count, unit };
  }
  return undefined;
}

export function namesYearBefore(label: string): boolean {
  return YEAR.some((word) => label.includes(word));
}
