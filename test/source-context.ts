import type { SettingValues, SourceContext, SourceSettings } from '../src/ports/define-source.ts';
import type { Location } from '../src/ports/locations.ts';
import type { SourceHttpRequest } from '../src/ports/source-http.ts';

/** What a source was asked, and the context that it was asked in: every request is answered with what a test says. */
export interface AskedContext<Settings extends SourceSettings> {
  readonly context: SourceContext<Settings>;
  readonly requests: SourceHttpRequest[];
  /** Milliseconds of each pause that the source asked for. */
  readonly rests: number[];
}

export const NOW = new Date('2026-11-22T12:00:00.000Z');

/** `answer` gives the JSON body of the answer to a request, or throws the failure that stands for it. */
export function sourceContext<Settings extends SourceSettings>(
  settings: SettingValues<Settings>,
  answer: (request: SourceHttpRequest) => unknown,
): AskedContext<Settings> {
  const requests: SourceHttpRequest[] = [];
  const http: SourceContext['http'] = {
    json: async (request) => {
      requests.push(request);
      return { status: 200, body: await answer(request), headers: {} };
    },
  };
  const redirects: SourceContext['redirects'] = { target: () => Promise.resolve(undefined) };
  const rests: number[] = [];
  const rest = async (ms: number): Promise<void> => void rests.push(ms);
  const { signal } = new AbortController();
  return { context: { settings, http, redirects, signal, now: () => NOW, rest }, requests, rests };
}

/** Places as the table of places knows them. */
export const UNITED_STATES: Location = {
  code: 2840,
  name: 'United States',
  country: 'US',
  kind: 'country',
  latitude: null,
  longitude: null,
};
export const AUSTIN: Location = {
  code: 1026201,
  name: 'Austin,Texas,United States',
  country: 'US',
  kind: 'city',
  latitude: 30.2672,
  longitude: -97.7431,
};
