import { z } from 'zod';

import { keywordText, language, target } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { type InputIssue, renameFields } from '../../../kernel/errors.ts';
import type { Location } from '../../../ports/locations.ts';
import { readAddress } from '../../../places/address.ts';
import { readPlaceId } from '../../../places/business.ts';
import { readSite } from '../../../places/read-site.ts';
import { cleanText, foldPhrase } from '../../../text/normalize.ts';
import { parseTarget } from '../../../web/target.ts';
import { askCells, planCell, type Question, readEarlier } from './ask.ts';
import { describeOwn, type OwnBusiness } from './own-business.ts';
import { planVisibility, summarizeVisibility } from './plan.ts';
import { VisibilityReport } from './report.ts';
import { trackVisibility } from './track.ts';

const KEYWORDS_MAX = 5;
const LOCATIONS_MAX = 3;
const CREDITS = 2;

const optionalText = (what: string) => z.string().trim().min(1).max(200).optional().describe(what);

const Input = z.object({
  domain: target().describe('Domain of the business.'),
  keywords: z.array(keywordText()).min(1).max(KEYWORDS_MAX).describe('Searches to check, such as "plumber near me".'),
  locations: z
    .array(z.string().trim().min(1).max(200))
    .min(1)
    .max(LOCATIONS_MAX)
    .describe('Places to search from: a city with its region or country.'),
  location_codes: z
    .array(z.int())
    .max(LOCATIONS_MAX)
    .optional()
    .describe(
      'Google location codes, one for each of locations in the same order; they take precedence over the names.',
    ),
  language: language(),
  device: z.enum(['desktop', 'mobile']).optional().describe('Device to search from; the source’s own by default.'),
  name: optionalText('Name of the business. Default: the brand of your project and the name on the website.'),
  phone: optionalText('Phone number of the business, with or without the country code.'),
  address: optionalText('Street address of the business: then other locations of the brand are told apart from it.'),
  place_id: optionalText('Google place id or CID of the listing.'),
});
type Input = z.output<typeof Input>;

export default defineOperation({
  id: 'local-visibility.track',
  method: 'POST',
  path: '/local-visibility/track',
  group: 'Rank and AI visibility',
  title: 'Track visibility in local results',
  description:
    'Checks where a business stands in local results, for each keyword from each location. ' +
    'Tells whether it is there, where, and who else is. ' +
    'Shares come with their intervals, and are compared with the newest check before that is kept. ' +
    'A search without local results is not counted as a miss, another location of the brand is not the business, and a search that fails leaves ' +
    'a gap and is not charged.',
  runs: 'queued',
  guidance: 'workflow',
  needs: {
    // Results from another place would be the wrong ones.
    serp: { optional: true, fallback: 'refuse' },
    places: { optional: true },
    fetch: { optional: true },
  },

  input: Input,
  result: VisibilityReport,
  rules: checkLists,

  price: {
    rule: `${CREDITS} credits per keyword and location`,
    credits: ({ keywords, locations }) => CREDITS * keywords.length * locations.length,
  },
  example: { domain: 'plumber2.example', keywords: ['plumber near me'], locations: ['Austin, Texas'] },

  asks: async (input, context) =>
    (await listQuestions(input, context)).map((question) => ({
      capability: 'serp',
      method: 'check',
      query: planCell(question),
    })),

  async run(input, context) {
    const { ports, signal, report } = context;
    const questions = await listQuestions(input, context);
    report(10, 'website');
    const { own, notes } = await readOwn(input, questions, context);
    report(25, 'searches');
    const answers = await askCells(questions, { ports, signal });
    const earlier = await readEarlier(answers, { ports });
    const tracked = trackVisibility({
      domain: input.domain,
      host: hostOf(input),
      keywords: input.keywords.map(cleanKeyword),
      locations: listLocations(questions),
      language: input.language,
      device: input.device ?? null,
      own,
      answers,
      earlier,
      notes,
    });
    return {
      credits: CREDITS * tracked.matrix.length,
      result: tracked,
      guidance: planVisibility(tracked),
      markdown_summary: summarizeVisibility(tracked),
    };
  },
});

function checkLists({ keywords, locations, location_codes }: Input): InputIssue[] {
  const folded = keywords.map((keyword) => foldPhrase(keyword, 700));
  const repeated = folded.flatMap((keyword, at) => (folded.indexOf(keyword) < at ? [at] : []));
  const issues = repeated.map((at) => ({ path: `keywords[${at}]`, message: 'is in the list twice' }));
  if (location_codes === undefined || location_codes.length === locations.length) return issues;
  const message = `must have one code for each of locations (${locations.length}), not ${location_codes.length}`;
  return [...issues, { path: 'location_codes', message }];
}

function cleanKeyword(keyword: string): string {
  return cleanText(keyword, 700);
}

/** Keyword by keyword, each from every location. */
async function listQuestions(input: Input, { locate }: Pick<OperationContext, 'locate'>): Promise<Question[]> {
  const places: { readonly asked_location: string; readonly location_index: number; readonly location: Location }[] =
    [];
  for (const [at, asked] of input.locations.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- The first place that is unknown is the one to tell of.
    const location = await locateListed(input, at, locate);
    if (location !== null) places.push({ asked_location: asked, location_index: at, location });
  }
  return input.keywords.flatMap((keyword) =>
    places.map((place) => ({
      ...place,
      keyword: cleanKeyword(keyword),
      language: input.language,
      device: input.device ?? null,
    })),
  );
}

/** @throws AppError that names the place by where it stands in its list */
async function locateListed(input: Input, at: number, locate: OperationContext['locate']): Promise<Location | null> {
  try {
    return await locate({
      location: input.locations[at],
      location_code: input.location_codes?.[at],
      language: input.language,
    });
  } catch (thrown) {
    throw renameFields(thrown, (path) => `${path}s[${at}]`);
  }
}

function listLocations(questions: readonly Question[]): { readonly asked: string; readonly location: Location }[] {
  const byIndex = new Map(
    questions.map(({ location_index, asked_location, location }) => [
      location_index,
      { asked: asked_location, location },
    ]),
  );
  return [...byIndex.values()];
}

function hostOf({ domain }: Input): string {
  return parseTarget(domain, 'domain').host.replace(/^www\./, '');
}

interface ReadOwn {
  readonly own: OwnBusiness;
  readonly notes: readonly string[];
}

/** What tells the business apart: the request, the brand of the project, and what its own site says. */
async function readOwn(
  input: Input,
  questions: readonly Question[],
  context: OperationContext<'serp' | 'places' | 'fetch'>,
): Promise<ReadOwn> {
  const { ports, compute, signal } = context;
  const [first] = questions;
  const country = first?.location.country ?? null;
  const town = first?.location.kind === 'city' ? readAddress(first.location.name, country) : null;
  const [brand, site] = await Promise.all([
    context.brand(),
    readSite(hostOf(input), { country, address: town }, { fetch: ports.fetch, compute, signal }),
  ]);
  const { name, phone, address, place_id } = input;
  const described = { name, phone, address, place_id: readPlaceId(place_id ?? null) ?? undefined };
  return {
    own: describeOwn({ host: hostOf(input), described, brand, pages: site.pages, country }),
    notes: site.first.status === 'read' ? [] : [`The website could not be read: ${site.first.note}`],
  };
}
