import { AppError, isNotConnected } from '../../../kernel/errors.ts';
import type { Location } from '../../../ports/locations.ts';
import type { LocalPack } from '../../../ports/places.ts';
import type { Device, Serp, SerpQuery } from '../../../ports/serp.ts';
import type { Ports } from '../../../ports/sources.ts';
import { readPoint } from '../../../places/distance.ts';
import { planSerpQuery } from '../../../serp/query.ts';

/** One keyword searched from one place. */
export interface Question {
  readonly keyword: string;
  readonly asked_location: string;
  readonly location_index: number;
  readonly location: Location;
  readonly language: string;
  readonly device: Device | null;
}

export type CellAnswer =
  | { readonly question: Question; readonly serp: Serp }
  | { readonly question: Question; readonly pack: LocalPack }
  | { readonly question: Question; readonly error: AppError };

const ORGANIC_DEPTH = 10;
/** As far as people scroll on a map, and as far as tools that scan grids of points read. */
const PACK_DEPTH = 20;
const ENGINE = 'google';

export function planCell({ keyword, location, language, device }: Question): SerpQuery {
  return planSerpQuery({
    keyword,
    engine: ENGINE,
    location,
    language,
    device,
    depth: ORGANIC_DEPTH,
    wants: ['organic', 'local_pack'],
  });
}

/**
 * The newest kept result page of the same series before each answer; undefined where there is none, as for the map, whose
 * earlier listings cannot be looked up.
 */
export function readEarlier(
  answers: readonly CellAnswer[],
  { ports }: Pick<AskContext, 'ports'>,
): Promise<readonly (Serp | undefined)[]> {
  return Promise.all(
    answers.map(async (answer) => {
      if (!('serp' in answer)) return undefined;
      const { engine, location, language, device, checked_at } = answer.serp;
      const pages = await ports.serp.history({
        keyword: answer.question.keyword,
        engine,
        location_code: location?.code ?? null,
        language,
        device,
        since: undefined,
        limit: PAGES_READ,
      });
      return pages.findLast((page) => page.checked_at < checked_at && page.ended !== 'incomplete');
    }),
  );
}

/** The answer itself is among them. */
const PAGES_READ = 3;

interface AskContext {
  readonly ports: Pick<Ports, 'serp' | 'places'>;
  readonly signal: AbortSignal;
}

/**
 * The result page of each cell or, where no source shows local results on those, the listings on the map at its coordinates.
 * A cell that fails has its error: it is no cell without the business.
 *
 * @throws AppError of a cell where all of them failed
 */
export async function askCells(questions: readonly Question[], context: AskContext): Promise<CellAnswer[]> {
  const answers = await Promise.all(questions.map((question) => askCell(question, context)));
  const errors = answers.flatMap((answer) => ('error' in answer ? [answer.error] : []));
  const [first] = errors.toSorted((one, other) => Number(isNotConnected(one)) - Number(isNotConnected(other)));
  if (first !== undefined && errors.length === answers.length) throw first;
  return answers;
}

async function askCell(question: Question, context: AskContext): Promise<CellAnswer> {
  const serp = await attempt(() => context.ports.serp.check(planCell(question)), context);
  if (!(serp instanceof AppError)) return { question, serp };
  // A source that failed would have shown the pack, whose ranks are not those of the map.
  if (!isNotConnected(serp)) return { question, error: serp };
  const point = readPoint(question.location);
  if (point === undefined) return { question, error: noCoordinates(question) };
  const { keyword, language, device } = question;
  const query = { keyword, ...point, language, device: device ?? ('desktop' as const), depth: PACK_DEPTH };
  const pack = await attempt(() => context.ports.places.pack(query), context);
  if (!(pack instanceof AppError)) return { question, pack };
  return { question, error: isNotConnected(pack) ? noPositions() : pack };
}

/** @throws AppError of the caller's doing, which no other source can mend */
async function attempt<Value>(ask: () => Promise<Value>, { signal }: AskContext): Promise<Value | AppError> {
  try {
    return await ask();
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof AppError) || thrown.status < 500) throw thrown;
    return thrown;
  }
}

const WAYS =
  'Set SEAMARK_DATAFORSEO_LOGIN and SEAMARK_DATAFORSEO_PASSWORD, or SEAMARK_SERPER_KEY, or SEAMARK_SERPAPI_KEY.';

function noPositions(): AppError {
  return new AppError(
    'source_not_configured',
    'No connected source shows positions in local results. OpenStreetMap and Google Places list businesses, but not in what order a search shows them.',
    { fix: WAYS },
  );
}

function noCoordinates({ location }: Question): AppError {
  return new AppError(
    'source_not_configured',
    `No connected source shows local results for ${location.name}, and without its coordinates the map cannot be searched.`,
    { fix: `${WAYS} Or send a city instead.` },
  );
}
