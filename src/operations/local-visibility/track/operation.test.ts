import { describe, expect, it } from 'vitest';

import { contextWithPlaces, type TestPlaces } from '../../../../test/place-context.ts';
import { listingRecord } from '../../../../test/place-records.ts';
import { runChecked } from '../../../../test/pure-operation.ts';
import { serpRecord, type TestItem } from '../../../../test/serp-records.ts';
import { AUSTIN, UNITED_STATES } from '../../../../test/source-context.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Location } from '../../../ports/locations.ts';
import type { SerpQuery } from '../../../ports/serp.ts';
import operation from './operation.ts';

const DALLAS: Location = {
  ...AUSTIN,
  code: 1026339,
  name: 'Dallas,Texas,United States',
  latitude: 32.78,
  longitude: -96.8,
};
const LOCATIONS = { 'Austin, TX': AUSTIN, 'Dallas, TX': DALLAS, 'United States': UNITED_STATES };
const BODY = { domain: 'wheel.example', keywords: ['bike shop'], locations: ['Austin, TX'] };

async function track(places: TestPlaces, body: object = BODY) {
  const answer = await runChecked(operation, body, contextWithPlaces({ locations: LOCATIONS, ...places }));
  return { ...answer, report: operation.result.parse(answer.result) };
}

const OWN: TestItem = {
  type: 'local_pack',
  title: 'Wheel & Co',
  url: 'https://wheel.example/',
  place_id: '1111111111',
};
const RIVAL: TestItem = {
  type: 'local_pack',
  title: 'Spokes',
  url: 'https://spokes.example/',
  rating: 4.4,
  reviews: 80,
};
const THIRD: TestItem = { type: 'local_pack', title: 'Chain Reaction', place_id: '3333333333' };
const PAGE: TestItem = { url: 'https://www.wheel.example/austin', title: 'Bikes in Austin' };
const ELSE: TestItem = { url: 'https://spokes.example/austin', title: 'Spokes' };

/** Result pages by keyword, the same from everywhere. */
const pages = (items: Readonly<Record<string, readonly TestItem[]>>) => (query: SerpQuery) =>
  serpRecord(items[query.keyword] ?? [], { keyword: query.keyword, location: query.location });

describe('local-visibility.track', () => {
  it('finds the business in the pack and among the organic results', async () => {
    const { report } = await track({ serp: pages({ 'bike shop': [RIVAL, OWN, THIRD, ELSE, PAGE] }) });
    expect(report.matrix).toMatchObject([
      {
        surface: 'pack',
        pack_present: true,
        in_pack: true,
        position: 2,
        matched_by: 'domain',
        organic_position: 2,
        organic_url: 'https://www.wheel.example/austin',
        pack: [
          { rank: 1, name: 'Spokes', domain: 'spokes.example', rating: 4.4, match: 'other' },
          { rank: 2, place_id: 'cid:1111111111', match: 'own' },
          { rank: 3, place_id: 'cid:3333333333', match: 'other' },
        ],
      },
    ]);
    expect(report).toMatchObject({
      coverage: 'full',
      visibility_share: { value: 1, hits: 1, n: 1, low: 0.207, high: 1 },
      average_rank: 2,
      arp: 2,
      atrp: { value: 2, not_found_rank: 21 },
      solv: { hits: 1, n: 1 },
      locations: [{ coordinates: { latitude: 30.2672, longitude: -97.7431 } }],
    });
    expect(report.competitors.map(({ name, share }) => [name, share.hits])).toEqual([
      ['Spokes', 1],
      ['Chain Reaction', 1],
    ]);
  });

  it('does not count a search without a pack as one without the business', async () => {
    const { report } = await track(
      { serp: pages({ 'bike shop': [OWN, RIVAL], 'bike history': [PAGE], tandem: [RIVAL, THIRD] }) },
      { ...BODY, keywords: ['bike shop', 'bike history', 'tandem'] },
    );
    expect(report.matrix.map(({ pack_present, in_pack, position }) => [pack_present, in_pack, position])).toEqual([
      [true, true, 1],
      [false, null, null],
      [true, false, null],
    ]);
    expect(report).toMatchObject({
      cells: 2,
      visibility_share: { value: 0.5, hits: 1, n: 2 },
      share_found: 0.5,
      average_rank: 1,
      atrp: { value: 11, not_found_rank: 21 },
      pack_present: { hits: 2, n: 3 },
      by_keyword: [
        { keyword: 'bike shop', cells: 1 },
        { keyword: 'bike history', cells: 0, visibility_share: null },
        { cells: 1 },
      ],
      by_location: [{ location: 'Austin, TX', cells: 2 }],
    });
  });

  it('says so where no search shows local results', async () => {
    const { report, markdown_summary } = await track({ serp: pages({ 'bike shop': [PAGE] }) });
    expect(report).toMatchObject({
      visibility_share: null,
      average_rank: null,
      atrp: null,
      solv: null,
      pack_present: { hits: 0, n: 1 },
    });
    expect(markdown_summary).toContain('None of the 1 search shows local results');
  });

  it('leaves gaps for searches that fail, and charges the others alone', async () => {
    const serp = (query: SerpQuery) => {
      if (query.location?.code === DALLAS.code) throw new AppError('source_failed', 'The provider failed.');
      return serpRecord([OWN], { keyword: query.keyword, location: query.location });
    };
    const body = { ...BODY, keywords: ['bike shop', 'tandem'], locations: ['Austin, TX', 'Dallas, TX'] };
    const { report } = await track({ serp }, body);
    expect(report).toMatchObject({
      coverage: 'partial',
      visibility_share: { hits: 2, n: 2 },
      gaps: [
        { keyword: 'bike shop', location: 'Dallas, TX', reason: 'source_failed', message: 'The provider failed.' },
        { keyword: 'tandem', location: 'Dallas, TX' },
      ],
      by_location: [{ cells: 2 }, { location: 'Dallas, TX', cells: 0, visibility_share: null }],
    });
    const context = contextWithPlaces({ locations: LOCATIONS, serp });
    expect(operation.prepare(body).credits).toBe(8);
    expect(await operation.prepare(body).run(context)).toMatchObject({ credits: 4 });
  });

  it('fails as a whole where every search fails, and reads no other surface instead', async () => {
    const serp = () => {
      throw new AppError('source_failed', 'The provider failed.');
    };
    const pack = () => {
      throw new Error('The map was asked.');
    };
    await expect(track({ serp, pack })).rejects.toMatchObject({ code: 'source_failed', status: 502 });
  });

  it('reads the map at the coordinates where no source shows the pack, and names the surface', async () => {
    const { report } = await track({
      pack: ({ keyword, latitude, longitude, depth }) => {
        expect([latitude, longitude, depth]).toEqual([30.2672, -97.7431, 20]);
        const rows = [
          listingRecord({ name: 'Spokes' }),
          listingRecord({ name: 'Wheel', website: 'https://wheel.example' }),
        ];
        const listings = rows.map((row, at) => ({ ...row, rank: at + 1 }));
        return { keyword, checked_at: '2026-11-22T12:00:00.000Z', surface: 'maps', listings };
      },
    });
    expect(report).toMatchObject({
      surface: 'maps',
      matrix: [
        { surface: 'maps', searched_from: 'coordinates', position: 2, organic_position: null, organic_depth: null },
      ],
    });
    expect(report.notes).toContain('No connected source shows the local pack, so the ranks are those of the map.');
  });

  it('says how to get positions where no source has them, as with OpenStreetMap alone', async () => {
    await expect(track({ listings: [listingRecord()] })).rejects.toMatchObject({
      code: 'source_not_configured',
      fix: expect.stringContaining('SEAMARK_DATAFORSEO_LOGIN'),
    });
  });

  it('tells of places without coordinates', async () => {
    const { report } = await track({ serp: pages({ 'bike shop': [OWN] }) }, { ...BODY, locations: ['United States'] });
    expect(report.locations).toMatchObject([{ coordinates: null }]);
    expect(report.notes[1]).toMatch(/^No coordinates are known for United States/);
  });

  it('does not take another location of the brand for the business', async () => {
    const sister = { ...OWN, address: '2100 S Lamar Blvd, Austin, TX' };
    const { report } = await track(
      { serp: pages({ 'bike shop': [sister, RIVAL] }) },
      { ...BODY, name: 'Wheel & Co', address: '12 Main St, Austin, TX 78701' },
    );
    expect(report.matrix).toMatchObject([
      { in_pack: false, position: null, same_brand_other_location: [{ rank: 1, name: 'Wheel & Co' }] },
    ]);
    expect(report).toMatchObject({ same_brand_other_location: 1, visibility_share: { hits: 0 } });
    expect(report.competitors.map(({ name }) => name)).toEqual(['Spokes']);
  });

  it('takes the branch that the site has in the town for the business, and the others for sisters', async () => {
    const branch = (streetAddress: string, addressLocality: string, telephone: string) => ({
      '@type': 'BikeStore',
      name: 'Wheel & Co',
      telephone,
      address: { '@type': 'PostalAddress', streetAddress, addressLocality, addressRegion: 'TX', addressCountry: 'US' },
    });
    const graph = [branch('12 Main St', 'Austin', '(512) 555-0100'), branch('1 Elm St', 'Dallas', '(214) 555-0100')];
    const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
    const { report } = await track({
      pages: {
        'https://wheel.example/': `<title>Wheel & Co</title><script type="application/ld+json">${json}</script>`,
      },
      serp: pages({
        'bike shop': [
          { ...OWN, address: '1 Elm St, Dallas, TX' },
          { ...OWN, url: null, address: '12 Main Street, Austin, TX' },
        ],
      }),
    });
    expect(report.matrix).toMatchObject([
      { position: 2, matched_by: 'name_and_address', pack: [{ match: 'same_brand_other_location' }, { match: 'own' }] },
    ]);
    expect(report.business.known_from).toEqual(['website']);
  });

  it('matches by place id before anything else, and by name with a phone number', async () => {
    const renamed = { ...THIRD, title: 'Renamed' };
    const byId = await track({ serp: pages({ 'bike shop': [renamed] }) }, { ...BODY, place_id: '3333333333' });
    expect(byId.report.matrix).toMatchObject([{ position: 1, matched_by: 'place_id', match_confidence: 1 }]);
    const called = { ...THIRD, title: 'Wheel and Company', phone: '(512) 555-0100' };
    const byPhone = await track(
      { serp: pages({ 'bike shop': [called] }) },
      { ...BODY, name: 'Wheel & Co', phone: '512 555 0100' },
    );
    expect(byPhone.report.matrix).toMatchObject([{ position: 1, matched_by: 'name_and_phone' }]);
  });

  it('leaves open what a name alone cannot tell', async () => {
    const { report } = await track(
      { serp: pages({ 'bike shop': [{ ...THIRD, title: 'Wheel & Co' }] }) },
      { ...BODY, name: 'Wheel & Co' },
    );
    expect(report.matrix).toMatchObject([
      { pack_present: true, in_pack: null, position: null, pack: [{ match: 'possible' }] },
    ]);
    expect(report.visibility_share).toBeNull();
    expect(report.notes.join(' ')).toContain('Send its phone, address or place_id.');
  });

  it('knows the brand of the project', async () => {
    const brand = { name: 'Wheel & Co', aliases: ['Wheel'], domains: ['wheel.example'] };
    const { report } = await track({ brand, serp: pages({ 'bike shop': [OWN] }) });
    expect(report.business).toMatchObject({ names: ['Wheel & Co', 'Wheel'], known_from: ['brand'] });
  });

  it('never calls a check better or worse', async () => {
    const { markdown_summary } = await track({ serp: pages({ 'bike shop': [OWN] }) });
    expect(markdown_summary).not.toMatch(/\b(?:up|down|improved|gained|dropped|lost)\b/i);
  });

  it.each([
    [{ ...BODY, location_codes: [1, 2] }, 'location_codes'],
    [{ ...BODY, keywords: [] }, 'keywords'],
    [{ ...BODY, keywords: Array.from({ length: 6 }, (_, at) => `bike ${at}`) }, 'keywords'],
    [{ ...BODY, keywords: ['bike shop', 'Bike Shop'] }, 'keywords[1]'],
    [{ ...BODY, locations: Array.from({ length: 4 }, () => 'Austin, TX') }, 'locations'],
    [{ ...BODY, domain: 'not a domain' }, 'domain'],
  ])('refuses what it cannot check, naming the field', (body, path) => {
    expect(() => operation.prepare(body)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        issues: expect.arrayContaining([expect.objectContaining({ path: expect.stringContaining(path) })]),
      }),
    );
  });

  it('names the place that is not known by where it stands in the request', async () => {
    const asked = operation.prepare({ ...BODY, locations: ['Austin, TX', 'Atlantis'] });
    await expect(asked.asks(contextWithPlaces({ locations: LOCATIONS }))).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'locations[1]' }],
    });
  });

  it('takes codes before names, each for the location at its index', async () => {
    const { report } = await track(
      { serp: pages({ 'bike shop': [OWN] }) },
      { ...BODY, locations: ['here', 'there'], location_codes: [DALLAS.code, AUSTIN.code] },
    );
    expect(report.matrix.map(({ location }) => location)).toEqual(['here', 'there']);
    expect(report.locations.map(({ location_code }) => location_code)).toEqual([DALLAS.code, AUSTIN.code]);
  });
});

describe('against the check before', () => {
  const at = (checked_at: string, items: readonly TestItem[]) =>
    serpRecord(items, { keyword: 'bike shop', location: AUSTIN, checked_at });
  const BEFORE = '2026-03-01T06:00:00.000Z';
  const NOW = '2026-03-08T06:00:00.000Z';
  const compared = (then: readonly TestItem[], now: readonly TestItem[]) =>
    track({
      serp: () => at(NOW, now),
      // The check itself is kept as well by the time it is asked for.
      history: () => [at('2026-02-01T06:00:00.000Z', [OWN]), at(BEFORE, then), at(NOW, now)],
    });

  it('says that nothing is kept where it is the first', async () => {
    const { report } = await track({ serp: () => at(NOW, [OWN]), history: () => [at(NOW, [OWN])] });
    expect(report).toMatchObject({ comparison: null, matrix: [{ change: null }] });
    expect(report.notes).toContainEqual(expect.stringMatching(/^No earlier check of these searches is kept/));
  });

  it('calls a place more or less noise, in its figures and in its words', async () => {
    const { report, markdown_summary } = await compared([OWN, RIVAL, THIRD], [RIVAL, OWN, THIRD]);
    expect(report.matrix[0]?.change).toEqual({
      from: 1,
      to: 2,
      from_checked_at: BEFORE,
      kind: 'moved',
      within_noise: true,
    });
    expect(report.comparison).toMatchObject({ cells: 1, moved: 1, cells_beyond_noise: 0, within_noise: true });
    expect(markdown_summary).toContain('no difference beyond the intervals');
    expect(markdown_summary).not.toMatch(/\b(?:up|down|rose|fell|lost|gained|improved|dropped)\b/i);
  });

  it('tells who left and who entered the listings, and asks to check again before anybody acts', async () => {
    const gone = await compared([OWN, RIVAL, THIRD], [RIVAL, THIRD, ELSE]);
    expect(gone.report.matrix[0]?.change).toMatchObject({ from: 1, to: null, kind: 'left', within_noise: false });
    expect(gone.report.comparison).toMatchObject({ left: 1, cells_beyond_noise: 1 });
    expect(gone.markdown_summary).toContain('again before you act');
    const back = await compared([RIVAL, THIRD], [OWN, RIVAL, THIRD]);
    expect(back.report.matrix[0]?.change).toMatchObject({ from: null, to: 1, kind: 'entered' });
  });

  it('compares nothing where one of the checks shows no local results', async () => {
    const { report } = await compared([ELSE], [OWN, RIVAL]);
    expect(report).toMatchObject({ comparison: null, matrix: [{ change: { kind: 'unknown', within_noise: true } }] });
  });
});
