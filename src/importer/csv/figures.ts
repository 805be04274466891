/** Reads a cell with a number of searches. */
export interface VolumeCell {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

const NOTHING = /^(?:[-–—]+|n\/?a\.?|null|none|no data|keine daten)?$/i;
/** `1K`, `1.5 M`, `10 Tsd.`, `2 Mio.`, `1 mil`, `3 k`. */
const FIGURE = String.raw`([\d][\d.,'’\s]*)\s*(k|m|tsd\.?|mio\.?|mil|mln|thousand|million|万)?`;
const ONE = new RegExp(`^${FIGURE}$`, 'i');
const RANGE = new RegExp(`^${FIGURE}\\s*(?:[-–—~]|to|bis|a|à|tot)\\s*${FIGURE}$`, 'i');
const BOUND = new RegExp(`^([<>≤≥]=?|über|unter|over|under)\\s*${FIGURE}$`, 'i');
const AT_LEAST = new RegExp(`^${FIGURE}\\s*\\+$`, 'i');

const FACTORS: Readonly<Record<string, number>> = {
  k: 1e3,
  tsd: 1e3,
  thousand: 1e3,
  mil: 1e3,
  万: 1e4,
  m: 1e6,
  mio: 1e6,
  mln: 1e6,
  million: 1e6,
};

/** A number of searches: one, or bounds. Null if the cell says that there is none; undefined if it cannot be read. */
export function readVolume(written: string): VolumeCell | null | undefined {
  const text = written.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  if (NOTHING.test(text)) return null;
  const one = ONE.exec(text);
  if (one !== null) return exactly(figureOf(one[1], one[2]));
  const range = RANGE.exec(text);
  if (range !== null) {
    const high = figureOf(range[3], range[4]);
    const low = figureOf(range[1], range[2]);
    return low === undefined || high === undefined || low > high ? undefined : { value: null, low, high };
  }
  return boundOf(text);
}

function exactly(value: number | undefined): VolumeCell | undefined {
  return value === undefined ? undefined : { value, low: null, high: null };
}

function boundOf(text: string): VolumeCell | undefined {
  const bound = BOUND.exec(text);
  const least = AT_LEAST.exec(text);
  const limit = bound === null ? figureOf(least?.[1], least?.[2]) : figureOf(bound[2], bound[3]);
  if (limit === undefined) return undefined;
  const isBelow = bound !== null && /^(?:[<≤]|unter|under)/i.test(bound[1] ?? '');
  return isBelow ? { value: null, low: 0, high: limit } : { value: null, low: limit, high: null };
}

function figureOf(digits: string | undefined, unit: string | undefined): number | undefined {
  if (digits === undefined) return undefined;
  const name = (unit ?? '').toLowerCase().replace('.', '');
  if (name === '') return wholeOf(digits);
  const value = readDecimal(digits);
  return value === undefined ? undefined : Math.round(value * (FACTORS[name] ?? 1));
}

/** `1,000`, `1.000`, `1 000` and `1'000` are a thousand; a single group of one or two digits after a mark is a fraction. */
function wholeOf(digits: string): number | undefined {
  const plain = digits.trim();
  if (/^\d{1,3}(?:[.,'’\s]\d{3})+$/.test(plain)) return Number(plain.replaceAll(/\D/g, ''));
  const value = readDecimal(plain);
  return value === undefined ? undefined : Math.round(value);
}

/** `1.25`, `1,25`, `1,234.56`, `1.234,56`; undefined for what is no number. */
export function readDecimal(written: string): number | undefined {
  const text = written.normalize('NFKC').replaceAll(/[\s'’]/g, '');
  if (!/^\d+(?:[.,]\d+)*$/.test(text)) return undefined;
  const mark = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (mark === -1) return Number(text);
  const whole = text.slice(0, mark).replaceAll(/[.,]/g, '');
  return Number(`${whole}.${text.slice(mark + 1)}`);
}
