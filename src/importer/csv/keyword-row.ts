import type { KeywordFact, KeywordVolume } from '../../ports/keywords.ts';
import { findCountry } from '../../text/countries.ts';
import { readLanguage } from '../../text/languages.ts';
import { cleanText } from '../../text/normalize.ts';
import { readDecimal, readVolume, type VolumeCell } from './figures.ts';
import type { KeywordField, KeywordHeadings } from './keyword-headings.ts';
import type { TableRow } from './read-table.ts';
import { shownCell } from './table-rows.ts';

export interface KeywordRules {
  readonly headings: KeywordHeadings;
  /** For rows that do not say so themselves. */
  readonly location_code: number | null;
  readonly language: string | null;
  readonly observed_at: string;
}

const KEYWORD_CHARACTERS_MAX = 700;
/** Google's criteria ids of countries are their ISO 3166-1 number plus this. */
const COUNTRY_BASE = 2000;
/** What Keyword Planner writes for accounts without ad spend: the middle of a range that spans a factor of ten. */
const BAND_MIDDLES: ReadonlySet<number> = new Set([50, 500, 5000, 50_000, 500_000, 5_000_000]);
const BAND_FACTOR = 5;

/** Reads one keyword with its figures from the table. */
export function readKeywordRow(cells: readonly string[], rules: KeywordRules): TableRow<KeywordFact> {
  const row = new KeywordRow(cells, rules);
  const keyword = cleanText(row.cell('keyword'), KEYWORD_CHARACTERS_MAX + 1);
  if (keyword === '' || keyword.length > KEYWORD_CHARACTERS_MAX) {
    return {
      item: undefined,
      refused: { kind: 'keyword', text: `${shownCell(row.cell('keyword'))} is not a keyword` },
    };
  }
  const country = row.country();
  if (country === undefined) {
    return {
      item: undefined,
      refused: { kind: 'country', text: `${shownCell(row.cell('country'))} is not a country` },
    };
  }
  const monthly = row.monthly();
  const item: KeywordFact = {
    keyword,
    source: rules.headings.tool.source,
    location_code: country,
    language: row.language(),
    observed_at: rules.observed_at,
    volume: row.volume(),
    bing_impressions: null,
    monthly: row.isBanded ? [] : monthly,
    ...row.price(),
    competition: row.competition(),
    difficulty: row.difficulty(),
    intent: row.intent(),
  };
  return { item, refused: undefined, doubts: row.doubts };
}

class KeywordRow {
  readonly doubts: { readonly kind: string; readonly text: string }[] = [];
  readonly #cells: readonly string[];
  readonly #rules: KeywordRules;
  readonly #monthly: KeywordFact['monthly'];
  readonly #volume: VolumeCell | null;

  constructor(cells: readonly string[], rules: KeywordRules) {
    this.#cells = cells;
    this.#rules = rules;
    this.#monthly = rules.headings.months.flatMap(({ month, at }) => {
      const searches = readVolume(cells[at] ?? '')?.value;
      return typeof searches === 'number' ? [{ month, searches }] : [];
    });
    this.#volume = this.#readVolume();
  }

  cell(field: KeywordField): string {
    const at = this.#rules.headings.places.get(field);
    return at === undefined ? '' : (this.#cells[at] ?? '');
  }

  /** Whether the figures of the row are the middles of ranges, which real buckets share by chance only in a single one. */
  get isBanded(): boolean {
    const value = this.#volume?.value ?? null;
    const isPlanner = this.#rules.headings.tool.source === 'keyword-planner';
    if (!isPlanner || value === null || !BAND_MIDDLES.has(value)) return false;
    return this.#monthly.every(({ searches }) => searches === 0 || BAND_MIDDLES.has(searches));
  }

  monthly(): KeywordFact['monthly'] {
    return this.#monthly;
  }

  volume(): KeywordVolume | null {
    const cell = this.#volume;
    if (cell === null) return null;
    const period = this.#period();
    const { value, low, high } = cell;
    if (value !== null && this.isBanded) {
      return { value: null, low: value / BAND_FACTOR, high: value * 2, basis: 'range', period };
    }
    if (value !== null) return { value, low, high, basis: this.#rules.headings.tool.basis, period };
    return { value, low, high, basis: high === null ? 'lower_bound' : 'range', period };
  }

  /** Null where the row names no place and the file has none; undefined for a country that cannot be read. */
  country(): number | null | undefined {
    const written = this.cell('country').trim();
    if (written === '' || NO_COUNTRY.test(written)) return this.#rules.location_code;
    const country = findCountry(written);
    return country && COUNTRY_BASE + country.number;
  }

  language(): string | null {
    const written = this.cell('language').split(',', 1)[0]?.trim() ?? '';
    if (written === '') return this.#rules.language;
    const read = readLanguage(written);
    if ('code' in read) return read.code;
    this.#doubt('language', `${shownCell(written)} is not a language; the keyword was imported without it`);
    return this.#rules.language;
  }

  price(): Pick<KeywordFact, 'cpc' | 'currency'> {
    const written = this.cell('cpc');
    const cpc = this.#figure('cpc', written.replaceAll(/[^\d.,]/g, ''));
    const named = /\b[A-Z]{3}\b/.exec(this.cell('currency'))?.[0] ?? this.#rules.headings.currency;
    return { cpc, currency: cpc === null ? null : (named ?? currencyOf(written, this.#rules.headings.tool.source)) };
  }

  competition(): number | null {
    const index = this.#figure('competition_index');
    if (index !== null) return index <= 100 ? index / 100 : null;
    // Keyword Planner also gives it in words, which are not a figure.
    const share = readDecimal(this.cell('competition'));
    return share !== undefined && share <= 1 ? share : null;
  }

  difficulty(): KeywordFact['difficulty'] {
    const value = this.#figure('difficulty', this.cell('difficulty').replace('%', ''));
    return value === null || value > 100 ? null : { value, scale: this.#rules.headings.tool.source };
  }

  intent(): KeywordFact['intent'] {
    const words = this.cell('intent').toLowerCase();
    return (
      INTENTS.toSorted((one, other) => placeOf(words, one) - placeOf(words, other)).find((each) =>
        words.includes(each),
      ) ?? null
    );
  }

  #readVolume(): VolumeCell | null {
    const whole = this.#volumeIn('volume');
    const low = this.#volumeIn('volume_low')?.value ?? null;
    const high = this.#volumeIn('volume_high')?.value ?? null;
    if (whole !== null) return whole;
    if (low === null && high === null) return null;
    return { value: null, low: low ?? 0, high };
  }

  #volumeIn(field: KeywordField): VolumeCell | null {
    const written = this.cell(field);
    const read = readVolume(written);
    if (read === undefined)
      this.#doubt('volume', `${shownCell(written)} is not a number of searches; the keyword was imported without it`);
    return read ?? null;
  }

  #figure(field: KeywordField, written = this.cell(field)): number | null {
    const text = written.trim();
    if (text === '' || NO_FIGURE.test(text)) return null;
    const value = readDecimal(text);
    if (value === undefined)
      this.#doubt(field, `${shownCell(text)} as ${field} is not a number; the keyword was imported without it`);
    return value ?? null;
  }

  #period(): string | null {
    const [first] = this.#monthly;
    const last = this.#monthly.at(-1);
    if (first === undefined || last === undefined) return null;
    return first.month === last.month ? first.month : `${first.month}/${last.month}`;
  }

  #doubt(kind: string, text: string): void {
    this.doubts.push({ kind, text });
  }
}

const NO_FIGURE = /^(?:[-–—]+|n\/?a\.?|null)$/i;
const NO_COUNTRY = /^(?:[-–—]+|all|global|worldwide|world|n\/?a)$/i;
const INTENTS = ['informational', 'navigational', 'commercial', 'transactional'] as const;

/** The first that is named counts. */
function placeOf(words: string, intent: string): number {
  const at = words.indexOf(intent);
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}

const SYMBOLS: readonly (readonly [string, string])[] = [
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
];
/** Tools that show prices in one currency, whatever the country. */
const DOLLAR_TOOLS: ReadonlySet<string> = new Set(['ahrefs', 'semrush']);

function currencyOf(written: string, source: string): string | null {
  const symbol = SYMBOLS.find(([sign]) => written.includes(sign))?.[1];
  return symbol ?? (DOLLAR_TOOLS.has(source) ? 'USD' : null);
}
