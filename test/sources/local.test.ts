import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from '../providers/dataforseo.ts';
import { GOOGLE_PLACES_KEY } from '../providers/places.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { KEYWORDS } from '../providers/web.ts';
import { type SampleWeb, startSampleWeb } from '../sample/server.ts';
import { openTestService, type TestAnswer, type TestService } from '../service.ts';

let providers: Providers;
let web: SampleWeb;
/** With Google's listings and DataForSEO's result pages. */
let service: TestService;
/** With OpenStreetMap alone. */
let osm: TestService;

beforeAll(async () => {
  [providers, web] = await Promise.all([startProviders(), startSampleWeb()]);
  const resolve = { SEAMARK_RESOLVE: web.resolve.join(',') };
  service = await openTestService({
    environment: {
      ...resolve,
      SEAMARK_GOOGLE_PLACES_KEY: GOOGLE_PLACES_KEY,
      SEAMARK_GOOGLE_PLACES_URL: providers.url('google-places'),
      SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN,
      SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD,
      SEAMARK_DATAFORSEO_URL: providers.url('dataforseo'),
      SEAMARK_SOURCES: 'places=google-places,dataforseo;serp=dataforseo',
    },
  });
  osm = await openTestService({ environment: { ...resolve, SEAMARK_NOMINATIM_URL: providers.url('nominatim') } });
}, 120_000);
afterAll(async () => {
  await service.close();
  await osm.close();
  await providers.close();
  await web.close();
});
beforeEach(() => providers.reset());

const SHOP = { domain: 'harbour-bikes.example', location: '4 Rope Walk, Northcove, United Kingdom' };

async function endOf(id: unknown): Promise<Record<string, unknown>> {
  let job: Record<string, unknown> = {};
  const look = async (): Promise<string> => {
    const { json } = await service.call(`/jobs/${String(id)}`, undefined);
    const { job: seen } = json;
    job = typeof seen === 'object' && seen !== null ? { ...seen } : {};
    return String(job['status']);
  };
  await expect.poll(look, { timeout: 30_000, interval: 50 }).toMatch(/completed|failed|cancelled/);
  return job;
}

describe('POST /audit/local', () => {
  it('is queued, tells the shop from its twin, and compares its listing with its site', async () => {
    const queued = await service.call('/audit/local', SHOP);
    expect(queued.status).toBe(202);
    const job = await endOf(queued.json['job_id']);
    expect(job).toMatchObject({
      status: 'completed',
      credits: { reserved: 4, charged: 4 },
      result: {
        success: true,
        business: { name: 'Harbour Bikes', name_source: 'structured_data', country: 'GB' },
        place_match: {
          status: 'matched',
          candidates: [{ place_id: 'ChIJ-listed-1' }, { place_id: 'ChIJ-listed-2', same_brand_other_location: true }],
        },
        listing: { source: 'google-places', phone_e164: '+441632960142' },
        nap_consistency: [
          { field: 'name', matches: true },
          { field: 'address', matches: true },
          { field: 'phone', matches: true },
          { field: 'website', matches: true },
        ],
        hours_consistency: { matches: false },
        landing_page: { url: 'http://harbour-bikes.example/contact', status: 'read' },
        meta: {
          sources: expect.arrayContaining([expect.objectContaining({ source: 'google-places', status: 'answered' })]),
        },
      },
    });
  });

  it('with OpenStreetMap alone leaves reviews unknown and fails none of it', async () => {
    const answer = await osm.call('/audit/local?sync=true', { ...SHOP, domain: 'Harbour Bikes' });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      listing: { source: 'nominatim', attribution: expect.stringContaining('OpenStreetMap contributors') },
      reviews: null,
      hours_consistency: { matches: true },
      score_components: { reputation: null },
    });
    expect(answer.json['readiness_score']).toBeGreaterThan(0);
  });

  it('charges nothing for a business that nobody lists, and says so first', async () => {
    const answer = await osm.call('/audit/local?sync=true', { domain: 'The unheard-of shop', location: SHOP.location });
    expect(answer.json).toMatchObject({
      coverage: 'none',
      readiness_score: null,
      agent_workflow: { summary: expect.stringMatching(/^Nothing is known of/) },
      meta: { credits: { charged: 0 } },
    });
  });

  it('asks nobody in a dry run', async () => {
    const { json } = await service.call('/audit/local?dry_run=true', {
      domain: 'Harbour Bikes',
      location: 'Austin, Texas',
    });
    expect(json).toMatchObject({ dry_run: true, credits: 4, requests: [{ capability: 'places', method: 'find' }] });
    expect(providers.requests).toEqual([]);
  });
});

describe('POST /audit/local/batch', () => {
  it('queues one job for each item in order, and the same item twice is two jobs', async () => {
    const items = [{ domain: 'Harbour Bikes', location: SHOP.location }, { ...SHOP, language: 'de' }, SHOP, SHOP];
    const { status, json } = await service.call('/audit/local/batch', { items });
    expect(status).toBe(202);
    expect(json).toEqual({ success: true, message: expect.any(String), jobs: expect.any(Array) });
    const ids = Array.isArray(json['jobs']) ? json['jobs'] : [];
    expect(new Set(ids).size).toBe(4);
    const jobs = await Promise.all(ids.map(endOf));
    expect(jobs).toMatchObject(
      items.map(({ domain }) => ({
        operation: 'audit.local',
        status: 'completed',
        result: { business: { asked: domain } },
      })),
    );
    expect(jobs.map((job) => job['credits'])).toEqual(
      jobs.map(() => expect.objectContaining({ reserved: 4, charged: 4 })),
    );
  });

  it('is refused whole for one bad item, which is named by its index', async () => {
    const before = await service.rows('select count(*)::int as jobs from jobs');
    const { status, json } = await service.call('/audit/local/batch', { items: [SHOP, { domain: 'Harbour Bikes' }] });
    expect(status).toBe(422);
    expect(JSON.stringify(json['errors'])).toMatch(/items[.[]1/);
    expect(await service.rows('select count(*)::int as jobs from jobs')).toEqual(before);
  });
});

describe('POST /local-visibility/track', () => {
  const track = (body: object, to: TestService = service): Promise<TestAnswer> =>
    to.call('/local-visibility/track?sync=true', { domain: 'plumber2.example', locations: ['Austin, Texas'], ...body });

  it('finds the business in the pack of a result page from its coordinates, and takes no page without a pack for a miss', async () => {
    const { status, json } = await track({ keywords: [KEYWORDS.local, KEYWORDS.plain] });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      coverage: 'full',
      surface: 'pack',
      matrix: [
        { keyword: KEYWORDS.local, in_pack: true, position: 2, searched_from: 'coordinates', source: 'dataforseo' },
        { keyword: KEYWORDS.plain, pack_present: false, in_pack: null, position: null },
      ],
      visibility_share: { hits: 1, n: 1 },
      pack_present: { hits: 1, n: 2 },
      locations: [{ coordinates: { latitude: expect.closeTo(30.27, 1) } }],
      meta: { credits: { charged: 4 } },
    });
    expect(providers.requests.map(({ body }) => JSON.stringify(body)).join(' ')).toContain(
      '"location_coordinate":"30.',
    );
  });

  it('leaves a gap for a search that fails, and does not charge it', async () => {
    await track({ keywords: [KEYWORDS.local] });
    providers.misbehave({ vendor: 'dataforseo', with: 'no_funds', times: 20 });
    const { status, json } = await track({ keywords: [KEYWORDS.local, KEYWORDS.snippet] });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      coverage: 'partial',
      matrix: [{ keyword: KEYWORDS.local, position: 2 }],
      gaps: [{ keyword: KEYWORDS.snippet, location: 'Austin, Texas' }],
      meta: { credits: { charged: 2 } },
    });
  });

  it('fails where every search fails, and charges nothing', async () => {
    providers.misbehave({ vendor: 'dataforseo', with: 'no_funds', times: 20 });
    const { status, json } = await track({ keywords: [KEYWORDS.pair] });
    expect([status, json['success']]).toEqual([502, false]);
  });

  it('says how to get positions where only OpenStreetMap is connected', async () => {
    const { status, json } = await track({ keywords: [KEYWORDS.local] }, osm);
    expect(status).toBe(503);
    expect(json).toMatchObject({
      code: 'source_not_configured',
      fix: expect.stringContaining('SEAMARK_DATAFORSEO_LOGIN'),
    });
  });

  it('costs two credits for each keyword and location', async () => {
    const body = {
      domain: 'plumber2.example',
      keywords: ['a', 'b', 'c'],
      locations: ['Austin, Texas', 'Dallas, Texas'],
    };
    const { json } = await service.call('/local-visibility/track?dry_run=true', body);
    expect(json).toMatchObject({ dry_run: true, credits: 12 });
    expect(providers.requests).toEqual([]);
  });
});
