import type { IncomingMessage } from 'node:http';

/** A request to a vendor, read. */
export interface VendorRequest {
  readonly vendor: string;
  readonly method: string;
  /** Below the vendor's address. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** Parsed JSON, or the fields of a form; undefined without a body. */
  readonly body: unknown;
  /** How many equal requests came before it, since everything was forgotten last. */
  readonly nth: number;
  /** When it came, by the clock of the test. */
  readonly at: Date;
}

export interface VendorAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * How a vendor can go wrong. `hidden`: it says that there are results and shows none; `short`: it stops after the first page;
 * `stuck`: every page is the first one; `heedless`: it ignores `site:`; `expired`: it takes a good token for an old one.
 */
export type Misbehaviour =
  | 'rate_limit'
  | 'html'
  | 'broken_json'
  | 'error_in_200'
  | 'unfinished'
  | 'short'
  | 'stuck'
  | 'hidden'
  | 'heedless'
  | 'wrong_key'
  | 'no_funds'
  | 'expired'
  | 'server_error'
  | 'redirect'
  | 'hang'
  | 'drop';

export interface Vendor {
  /** Errors in the vendor's own shape. */
  readonly errors: Readonly<Partial<Record<Misbehaviour, (request: VendorRequest) => VendorAnswer>>>;
  /** @param fault how it is to misbehave in this answer, where it is about the content */
  answer(request: VendorRequest, fault: Misbehaviour | undefined): VendorAnswer;
}

/** `YYYY-MM-DD HH:MM:SS` in UTC, as vendors write times. */
export function writtenTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

/** One field of a JSON body, whatever it is. */
export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

/** Fields that only some answers have. */
export function when<Fields extends object>(holds: boolean, fields: () => Fields): Partial<Fields> {
  return holds ? fields() : {};
}
