/** What came of testing one address, the worst first. */
export const REDIRECT_RESULTS = [
  'loop',
  'dead',
  'error',
  'wrong_target',
  'not_redirected',
  'chain',
  'temporary',
  'refused',
  'blocked',
  'failed',
  'redirected',
  'ok',
] as const;
export type RedirectResult = (typeof REDIRECT_RESULTS)[number];

/** An address to test, and where it should lead. */
export interface ListedAddress {
  readonly url: string;
  /** Undefined where any page will do. */
  readonly wanted: string | undefined;
}

/** One of a list, by its place from 0. */
export interface PlacedAddress extends ListedAddress {
  readonly place: number;
  readonly is_tested: boolean;
}

export interface RedirectStep {
  readonly url: string;
  /** Null where no answer came. */
  readonly status: number | null;
}

export interface RedirectTest {
  readonly place: number;
  readonly result: RedirectResult;
  /** What was asked, one after the other; the last one is where it ended. */
  readonly steps: readonly RedirectStep[];
  readonly note: string;
}

export interface TestedAddress extends ListedAddress {
  /** Undefined until it was tested. */
  readonly test: Omit<RedirectTest, 'place'> | undefined;
}

export type RedirectCounts = Readonly<Partial<Record<RedirectResult, number>>>;

export interface TestedQuery {
  /** All of them where it is undefined. */
  readonly result: RedirectResult | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface TestedPage {
  readonly counts: RedirectCounts;
  readonly total_count: number;
  readonly addresses: readonly TestedAddress[];
}

export interface AddressStore {
  /** Adds those that are not there yet. */
  put(crawlId: string, addresses: readonly ListedAddress[]): Promise<void>;
  /** All of a crawl, in order. */
  list(crawlId: string): Promise<readonly PlacedAddress[]>;
  save(crawlId: string, test: RedirectTest): Promise<void>;
  counts(crawlId: string): Promise<RedirectCounts>;
  /** The worst results first. */
  page(crawlId: string, query: TestedQuery): Promise<TestedPage>;
}
