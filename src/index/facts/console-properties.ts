import { compareText } from '../../text/normalize.ts';
import type { ConsoleEngine } from '../../ports/console.ts';
import type { Target } from '../../web/target.ts';
import { hostKey, pageAddress } from '../../web/url.ts';

export interface NamedProperty {
  readonly engine: ConsoleEngine;
  /** As the engine names it. */
  readonly property: string;
}

/** A property whose figures tell of a target. */
export interface CoveringProperty extends NamedProperty {
  /** `part`: the target is larger, as a domain is than its `www.` host. */
  readonly covers: 'whole' | 'part';
  /** The property is larger than the target, so that only some of its pages count. */
  readonly is_narrowed: boolean;
}

interface PropertyRange extends NamedProperty {
  readonly host_key: string;
  /** Pages that begin with it; undefined is the domain with all of its subdomains. */
  readonly path_key: string | undefined;
}

const DOMAIN_PREFIX = 'sc-domain:';

/**
 * Properties that cover a target, best first: such that cover all of it before others, Google before Bing, and the narrowest
 * that covers it wholly, as engines tell a limited number of rows for each property. Of those that cover only a part the
 * site itself comes first, then the largest.
 */
export function findCovering(properties: readonly NamedProperty[], target: Target): readonly CoveringProperty[] {
  const found = properties.flatMap((named) => {
    const range = readRange(named);
    const covering = range && coverTarget(range, target);
    return range === undefined || covering === undefined
      ? []
      : [{ ...named, ...covering, rank: rankOf(range, covering, target) }];
  });
  return found
    .sort((one, other) => compareRanks(one.rank, other.rank) || compareText(one.property, other.property))
    .map(({ rank: _rank, ...covering }) => covering);
}

function readRange({ engine, property }: NamedProperty): PropertyRange | undefined {
  if (property.startsWith(DOMAIN_PREFIX)) {
    const host = property.slice(DOMAIN_PREFIX.length).toLowerCase();
    return { engine, property, host_key: hostKey(host), path_key: undefined };
  }
  const address = pageAddress(property);
  return address && { engine, property, host_key: address.host_key, path_key: address.path_key };
}

type Covering = Pick<CoveringProperty, 'covers' | 'is_narrowed'>;

function coverTarget(range: PropertyRange, target: Target): Covering | undefined {
  if (range.path_key === undefined) return coverByDomain(range, target);
  if (target.path_key === undefined) return coverHost(range, target);
  const isCovered = target.host_key === range.host_key && isBelow(target.path_key, range.path_key);
  return isCovered ? { covers: 'whole', is_narrowed: true } : undefined;
}

function coverByDomain({ host_key }: PropertyRange, target: Target): Covering | undefined {
  if (target.host_key.startsWith(host_key)) {
    return { covers: 'whole', is_narrowed: target.path_key !== undefined || target.host_key !== host_key };
  }
  return target.path_key === undefined && host_key.startsWith(target.host_key) ? PART : undefined;
}

/** Hosts below a subdomain are rare enough to call it whole; those of a domain are not. */
function coverHost({ host_key, path_key }: PropertyRange, target: Target): Covering | undefined {
  if (!host_key.startsWith(target.host_key)) return undefined;
  const isWhole = host_key === target.host_key && path_key === '' && target.type === 'subdomain';
  return isWhole ? { covers: 'whole', is_narrowed: false } : PART;
}

const PART: Covering = { covers: 'part', is_narrowed: false };

function isBelow(path: string, prefix: string): boolean {
  return prefix === '' || path === prefix || path.startsWith(prefix + '/') || path.startsWith(prefix + '?');
}

/** Smaller numbers come first. */
function rankOf(
  { engine, host_key, path_key }: PropertyRange,
  { covers }: Covering,
  target: Target,
): readonly number[] {
  const size = host_key.length + (path_key?.length ?? -1);
  const engineRank = engine === 'google' ? 0 : 1;
  if (covers === 'whole') return [0, engineRank, -size];
  const isSite = [target.host_key, `${target.host_key}www.`].includes(host_key) && (path_key ?? '') === '';
  return [1, engineRank, isSite ? 0 : 1, size];
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (const [at, rank] of one.entries()) {
    const difference = rank - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
