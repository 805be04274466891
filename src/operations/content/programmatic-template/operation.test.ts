import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runGuided } from '../../../../test/pure-guidance.ts';
import { LARGEST_CPU_MS_MAX, leastCpuMs, runPure } from '../../../../test/pure-operation.ts';
import type { TemplateReport } from './report.ts';
import { AppError } from '../../../kernel/errors.ts';
import operation from './operation.ts';

const answer = async (body: unknown): Promise<TemplateReport> => {
  const { result } = await runPure(operation, body);
  return operation.result.parse(result);
};

const problems = ({ pattern_problems }: TemplateReport): string[] =>
  pattern_problems.map(({ type, variable }) => (variable === null ? type : `${type} ${variable}`));

const NOTES = [
  'Eleven independent workshops line the canal, most of them open on Saturday mornings, and two repair electric bicycles while you wait. Parking is easy behind the town hall, but the ring road is closed to cargo bikes until the new bridge opens next spring.',
  'The only mechanic in town comes every Friday to the market square between nine and one. For anything larger than a flat tyre people take the train north, where a cooperative run by students lends tools for free and teaches wheel building twice a month.',
  'Hills wear brake pads quickly here, so that every shop keeps more of them in stock than chains. The oldest, founded by two sisters in the fifties, still brazes steel frames by hand and takes orders a year ahead from collectors across the continent.',
  'Salt from the sea ruins drivetrains within a season. Local riders swear by wax instead of oil, and the ferry terminal has a free washing station with fresh water, brushes and a pump that anyone may use day and night throughout the summer months.',
  'Snow closes the pass until May, so that the two workshops here live from touring bicycles in summer and skis in winter. Both keep spokes in every length, lend a bed to riders who wait for parts, and send frames by bus to the welder in the next valley.',
];

const TOWNS = ['Utrecht', 'Harwich', 'Lyon', 'St Ives', 'Briançon'];

const GOOD = {
  keyword_pattern: 'bike repair in {town}',
  url_pattern: '/repair/{town}',
  data_sources: [{ name: 'Workshops', type: 'database', freshness: 'weekly', fields: ['town', 'note', 'price'] }],
  variables: ['town'],
  playbook: 'locations',
  unique_fields: ['note'],
};

const records = TOWNS.map((town, at) => ({ town, note: NOTES[at] }));

/** Cycle routes: cells of a table and no text, one town twice, one field empty in three records. */
const ROUTES = {
  keyword_pattern: 'cycle routes near {town}',
  url_pattern: '/routes/{town}',
  data_sources: [
    {
      name: 'OSM routes',
      type: 'api',
      freshness: 'monthly',
      fields: ['distance_km', 'surface', 'elevation_m', 'start', 'cafe'],
    },
  ],
  variables: ['town'],
  playbook: 'locations',
  publishing_cadence: 'weekly_batch',
  page_count_estimate: 1200,
  sample_records: [
    {
      town: 'Bath',
      distance_km: 10,
      surface: 'tarmac',
      elevation_m: 100,
      start: 'Bath railway station',
      cafe: 'The Wheelhouse',
    },
    {
      town: 'Bristol',
      distance_km: 17,
      surface: 'gravel',
      elevation_m: 140,
      start: 'Bristol railway station',
      cafe: 'Roll for the Soul',
    },
    {
      town: 'Wells',
      distance_km: 24,
      surface: 'mixed',
      elevation_m: 180,
      start: 'Wells railway station',
      cafe: 'Mud Dock',
    },
    { town: 'Frome', distance_km: 31, surface: 'tarmac', elevation_m: 220, start: 'Frome railway station', cafe: '' },
    {
      town: 'Bradford-on-Avon',
      distance_km: 38,
      surface: 'gravel',
      elevation_m: 260,
      start: 'Bradford-on-Avon railway station',
      cafe: 'Roll for the Soul',
    },
    {
      town: 'Chippenham',
      distance_km: 45,
      surface: 'mixed',
      elevation_m: 300,
      start: 'Chippenham railway station',
      cafe: 'Mud Dock',
    },
    {
      town: 'Stroud',
      distance_km: 52,
      surface: 'tarmac',
      elevation_m: 340,
      start: 'Stroud railway station',
      cafe: 'The Wheelhouse',
    },
    {
      town: 'St. Ives',
      distance_km: 59,
      surface: 'gravel',
      elevation_m: 380,
      start: 'St. Ives railway station',
      cafe: '',
    },
    {
      town: 'Newport',
      distance_km: 66,
      surface: 'mixed',
      elevation_m: 420,
      start: 'Newport railway station',
      cafe: 'Mud Dock',
    },
    {
      town: 'Newport',
      distance_km: 73,
      surface: 'tarmac',
      elevation_m: 460,
      start: 'Newport railway station',
      cafe: 'The Wheelhouse',
    },
    {
      town: 'Weston-super-Mare',
      distance_km: 80,
      surface: 'gravel',
      elevation_m: 500,
      start: 'Weston-super-Mare railway station',
      cafe: 'Roll for the Soul',
    },
    {
      town: 'Cheddar',
      distance_km: 87,
      surface: 'mixed',
      elevation_m: 540,
      start: 'Cheddar railway station',
      cafe: '',
    },
  ],
};

describe('content.programmatic-template', () => {
  it('lets a pilot go where every page has words of its own', async () => {
    const report = await answer({ ...GOOD, sample_records: records, page_count_estimate: 400 });
    expect(report).toMatchObject({
      launch_decision: 'launch_pilot',
      readiness_score: 100,
      measures: { near_duplicate_share: 0, thin_share: 0, collision_share: 0, faulty_share: 0 },
      pattern_problems: [],
    });
    expect(report.rendered_samples.map(({ keyword, url }) => [keyword, url])).toEqual([
      ['bike repair in Utrecht', '/repair/utrecht'],
      ['bike repair in Harwich', '/repair/harwich'],
      ['bike repair in Lyon', '/repair/lyon'],
      ['bike repair in St Ives', '/repair/st-ives'],
      ['bike repair in Briançon', '/repair/briancon'],
    ]);
    expect(report.launch_plan[0]).toMatchObject({ phase: 'Pilot', pages: 40 });
    expect(report.internal_link_architecture?.hubs[0]?.url).toBe('/repair/');
  });

  it('sees through pages that change only the name of the town', async () => {
    const report = await answer({
      ...GOOD,
      sample_records: TOWNS.map((town) => ({
        town,
        note: `Are you looking for bike repair in ${town}? Our friendly mechanics in ${town} mend every bike fast and at a fair price. Book a visit in ${town} today and ride on tomorrow, with a guarantee of two years on all parts and work.`,
      })),
    });
    expect(report.launch_decision).toBe('do_not_launch');
    expect(report.measures).toMatchObject({ near_duplicate_share: 1, mean_similarity: 1 });
    expect(report.readiness_score).toBeLessThanOrEqual(33);
    expect(report.scale_risk).toBe('high');
    expect(report.uniqueness_rules.find(({ id }) => id === 'near_duplicates')).toMatchObject({
      measured: 1,
      status: 'fail',
    });
  });

  it('takes records that hold nothing but the variables for copies of each other', async () => {
    const report = await answer({ ...GOOD, unique_fields: [], sample_records: TOWNS.map((town) => ({ town })) });
    expect(report.measures).toMatchObject({ near_duplicate_share: 1, thin_share: 1, own_words_median: 0 });
    expect(report.launch_decision).toBe('do_not_launch');
  });

  it('says that likeness is not known without records, and launches nothing on that', async () => {
    const report = await answer(GOOD);
    expect(report.measures).toMatchObject({ near_duplicate_share: null, thin_share: null, collision_share: null });
    expect(report.launch_decision).toBe('fix_first');
    expect(report.rendered_samples).toEqual([]);
    expect(report.uniqueness_rules[0]).toMatchObject({ measured: null, status: 'unknown' });
  });

  it('removes a record that another has in other capitals, and never gives it a slug of its own', async () => {
    const twice = [...records, { town: 'utrecht', note: NOTES[1] }];
    const { result, steps } = await runGuided(operation, { ...GOOD, sample_records: twice });
    const collision = operation.result.parse(result).pattern_problems.find(({ type }) => type === 'url_collision');
    expect(collision?.fix).toBe('Keep one of these records and remove the others: they differ only in capitals.');
    expect(steps.map(({ action }) => action).join()).not.toContain('slugs of their own');
  });

  it('takes one name with and without accents or hyphens for one place', async () => {
    const report = await answer({
      ...GOOD,
      sample_records: ['Saint-Étienne', 'Saint Etienne', 'Lyon'].map((town, at) => ({ town, note: NOTES[at] })),
    });
    const [collision] = report.pattern_problems.filter(({ type }) => type === 'url_collision');
    expect(collision).toMatchObject({
      records: [0, 1],
      fix: 'Keep one of these records and remove the others: they differ only in accents, hyphens or capitals.',
    });
    expect(collision?.message).not.toContain('differ');
  });

  it('finds two records that fall on one address', async () => {
    const report = await answer({
      keyword_pattern: 'learn {language}',
      url_pattern: '/learn/{language}',
      data_sources: [{ name: 'Languages', fields: ['language', 'note'] }],
      variables: ['language'],
      sample_records: ['C', 'C++', 'C#', 'Rust'].map((language, at) => ({ language, note: NOTES[at] })),
    });
    expect(problems(report)).toEqual(['url_collision', 'reserved_character language']);
    expect(report.pattern_problems[0]).toMatchObject({ severity: 'critical', records: [0, 1, 2], count: 3 });
    expect(report.pattern_problems[0]?.message).toContain('“learn C”, “learn C++” and “learn C#”');
  });

  it('finds different addresses for one search, and comparisons in both directions', async () => {
    const searches = await answer({
      ...GOOD,
      sample_records: ['running shoe', 'Running Shoes', 'sandals'].map((town, at) => ({ town, note: NOTES[at] })),
    });
    expect(problems(searches)).toEqual(['keyword_collision']);
    const pairs = await answer({
      keyword_pattern: '{one} vs {other}',
      url_pattern: '/compare/:one-vs-:other',
      data_sources: [{ name: 'Tools', fields: ['one', 'other', 'note'] }],
      variables: ['one', 'other'],
      playbook: 'comparisons',
      sample_records: [
        { one: 'Asana', other: 'Trello', note: NOTES[0] },
        { one: 'Trello', other: 'Asana', note: NOTES[1] },
        { one: 'Jira', other: 'Jira', note: NOTES[2] },
      ],
    });
    expect(problems(pairs)).toEqual(['mirrored_pair', 'same_value_twice']);
    expect(pairs.rendered_samples[0]?.url).toBe('/compare/asana-vs-trello');
  });

  it('finds empty variables, lists and reserved characters in the values', async () => {
    const report = await answer({
      ...GOOD,
      sample_records: [
        { town: 'Bath', note: NOTES[0] },
        { town: ' ', note: NOTES[1] },
        { note: NOTES[2] },
        { town: ['Lyon', 'Nice'], note: NOTES[3] },
        { town: 'Stoke/Trent?', note: 'x' },
        { town: '★★★', note: 'y' },
      ],
    });
    expect(problems(report)).toEqual([
      'no_slug town',
      'empty_variable town',
      'nested_value town',
      'thin_pages',
      'reserved_character town',
    ]);
    expect(report.pattern_problems.find(({ type }) => type === 'empty_variable')).toMatchObject({
      records: [1, 2],
      count: 2,
    });
    expect(report.rendered_samples[4]).toMatchObject({
      url: '/repair/stoke-trent',
      problems: ['thin_pages', 'reserved_character'],
    });
  });

  it('finds variables without data, undeclared, unused and missing in one of the patterns', async () => {
    const report = await answer({
      keyword_pattern: 'best {shoe} for {terrain} in {year}',
      url_pattern: '/Best/{shoe}?t={terain}',
      data_sources: [{ name: 'Shoes', fields: ['Shoe'] }],
      variables: ['shoe', 'terrain', 'colour'],
      unique_fields: ['rating'],
    });
    expect(problems(report)).toEqual([
      'variable_without_data terrain',
      'variable_without_data year',
      'variable_without_data terain',
      'variable_not_in_url terrain',
      'variable_not_in_url year',
      'unique_field_without_data rating',
      'variable_not_declared year',
      'variable_not_declared terain',
      'url_query',
      'variable_unused colour',
      'variable_not_in_keyword terain',
      'url_form',
    ]);
    expect(report.launch_decision).toBe('fix_first');
  });

  it('launches nothing whose pattern has no variable', async () => {
    const report = await answer({
      ...GOOD,
      keyword_pattern: 'bike repair',
      url_pattern: '/repair/{town',
      sample_records: records,
    });
    expect(report.launch_decision).toBe('do_not_launch');
    expect(problems(report)).toEqual(
      expect.arrayContaining(['no_variable', 'unbalanced_bracket', 'variable_unused town']),
    );
  });

  it.each(['{town}', '{{ town }}', '[Town]', '<TOWN>'])('reads %s as the same variable', async (variable) => {
    const report = await answer({ ...GOOD, keyword_pattern: `bike repair in ${variable}`, sample_records: records });
    expect(report.rendered_samples[0]?.keyword).toBe('bike repair in Utrecht');
    expect(report.pattern_problems).toEqual([]);
  });

  it('counts a page with few words and few facts as thin, and one with enough facts as full', async () => {
    const facts = {
      workshops: 'Two at the canal, one at the station',
      hours: 'Monday to Friday from nine to six, Saturday until one',
      price: 'From 40 for a wheel, 65 for a service',
      phone: '+31 30 123',
    };
    const report = await answer({
      ...GOOD,
      unique_fields: Object.keys(facts),
      sample_records: [
        { town: 'Bath', ...facts },
        { town: 'Lyon', workshops: 'One' },
      ],
    });
    expect(report.rendered_samples.map(({ thin, own_fields }) => [thin, own_fields])).toEqual([
      [false, 4],
      [true, 1],
    ]);
    expect(report.launch_decision).toBe('fix_first');
  });

  it('does not take four cells of one character for content, nor two records for a sample', async () => {
    const report = await answer({
      ...GOOD,
      unique_fields: ['a', 'b', 'c', 'd'],
      sample_records: [
        { town: 'Bath', a: 1, b: 2, c: 3, d: 4 },
        { town: 'Lyon', a: 5, b: 6, c: 7, d: 8 },
      ],
    });
    expect(report.rendered_samples.map(({ thin, own_fields }) => [thin, own_fields])).toEqual([
      [true, 0],
      [true, 0],
    ]);
    expect(report).toMatchObject({ launch_decision: 'fix_first', scale_risk: 'high' });
    expect(report.launch_decision_reasons).toContain('only 2 sample records, which say too little about the rest');
    const few = await answer({ ...GOOD, sample_records: records.slice(0, 4) });
    expect(few.launch_decision).toBe('fix_first');
    expect(few.readiness_score).toBeLessThanOrEqual(66);
  });

  it('calls rows of short cells thin at any number of records, names that first, and the gate that is not met', async () => {
    const { result, steps, markdown_summary, next_calls } = await runGuided(operation, ROUTES);
    const report = operation.result.parse(result);
    expect(report).toMatchObject({ scale_risk: 'high', launch_decision: 'fix_first', measures: { thin_share: 1 } });
    expect(problems(report)).toEqual(['url_collision', 'thin_pages', 'unique_field_empty cafe']);
    expect(report.launch_plan[0]?.gate).toContain('Fewer than 30% of the records make thin pages');
    expect(markdown_summary).toContain('12 of 12 records make thin pages');
    expect(steps.map(({ action }) => action)).toContain('Give every page more facts or words of its own.');
    const keywords = next_calls.find(({ operation: id }) => id === 'keyword-cluster.build')?.body['keywords'];
    expect(keywords).toHaveLength(11);
    const calls = next_calls.map((call) => JSON.stringify([call.operation, call.body]));
    expect(new Set(calls).size).toBe(calls.length);
    const thin = await answer({ ...ROUTES, sample_records: ROUTES.sample_records.slice(0, 8) });
    expect(problems(thin)).toEqual(['thin_pages', 'unique_field_empty cafe']);
    expect(thin.launch_plan[0]).toMatchObject({ phase: 'Fix the problems' });
    expect(thin.launch_plan[0]?.gate).not.toContain('critical');
  });

  it('sees a field that some records lack', async () => {
    const report = await answer(ROUTES);
    expect(report.uniqueness_rules.find(({ id }) => id === 'unique_fields')).toMatchObject({
      measured: 1,
      status: 'fail',
    });
    expect(report.pattern_problems.find(({ type }) => type === 'unique_field_empty')).toMatchObject({
      count: 3,
      records: [3, 7, 11],
      message: 'The field “cafe” is empty in 3 of 12 records.',
    });
  });

  it('plans sections, links and structured data from the fields that there are', async () => {
    const report = await answer(ROUTES);
    const section = (heading: string) => report.template_sections.find((row) => row.heading === heading)?.fields;
    expect(section('Facts about this page')).toEqual(['distance_km', 'surface', 'elevation_m', 'start', 'cafe']);
    expect(section('Local facts')).toEqual(['distance_km']);
    expect(section('Related pages')).toEqual(['town']);
    expect(report.schema_recommendations.map(({ type }) => type)).toEqual(['Place', 'BreadcrumbList']);
    expect(report.internal_link_architecture?.page_links[1]?.to).toBe('pages with the same surface');
    const shops = await answer({
      ...GOOD,
      sample_records: TOWNS.map((town, at) => ({ town, address: `${at} High Street`, note: NOTES[at] })),
    });
    expect(shops.schema_recommendations[0]?.type).toBe('LocalBusiness');
    expect(shops.internal_link_architecture?.page_links[1]?.to).toBe('the nearest pages of the template');
  });

  it('renders German, Spanish and Japanese values', async () => {
    const urls = async (keyword_pattern: string, values: readonly string[]): Promise<(string | undefined)[]> => {
      const report = await answer({
        ...GOOD,
        keyword_pattern,
        sample_records: values.map((town, at) => ({ town, note: NOTES[at] })),
      });
      expect(report.pattern_problems).toEqual([]);
      return report.rendered_samples.map(({ url }) => url);
    };
    expect(await urls('Fahrradwerkstatt für Räder in {town}', ['München', 'Straßburg'])).toEqual([
      '/repair/muenchen',
      '/repair/strassburg',
    ]);
    expect(await urls('taller de bicicletas en {town}', ['A Coruña', 'León'])).toEqual([
      '/repair/a-coruna',
      '/repair/leon',
    ]);
    expect(await urls('{town}の自転車修理', ['京都', '大阪'])).toEqual(['/repair/京都', '/repair/大阪']);
  });

  it('masks the variables of Japanese text as well', async () => {
    const report = await answer({
      ...GOOD,
      sample_records: ['京都', '大阪', '神戸'].map((town) => ({
        town,
        note: `${town}で自転車の修理をお探しですか。${town}の店舗では経験豊かな整備士が丁寧に修理いたします。ご予約はお電話でどうぞ。`,
      })),
    });
    expect(report.measures.near_duplicate_share).toBe(1);
  });

  it('leaves out what was not asked for', async () => {
    const report = await answer({
      ...GOOD,
      include_schema: false,
      include_internal_linking: false,
      conversion_cta: 'Book a slot',
    });
    expect(report.schema_recommendations).toEqual([]);
    expect(report.internal_link_architecture).toBeNull();
    expect(report.template_sections.at(-1)?.heading).toBe('Book a slot');
  });

  it('takes hostile text and keys for text', async () => {
    const body: unknown = JSON.parse(
      `{"keyword_pattern":"\\u202e{__proto__} | {constructor}\\u0000","url_pattern":"/{__proto__}/{constructor}","data_sources":[{"name":"toString","fields":["constructor"]}],"variables":["__proto__","constructor",{"name":"hasOwnProperty"}],"sample_records":[{"__proto__":{"x":1},"constructor":"a\\u0007b","toString":"t"},{"constructor":"${'é'.repeat(100_000)}"},{"constructor":{"__proto__":null,"deep":{"deep":{"deep":{"deep":{"deep":1}}}}}}]}`,
    );
    const report = await answer(body);
    expect(problems(report)).toEqual(
      expect.arrayContaining(['variable_without_data __proto__', 'nested_value constructor']),
    );
    for (const { url, keyword } of report.rendered_samples) {
      expect(url.length).toBeLessThanOrEqual(2048);
      expect(keyword).not.toContain('\u202e');
    }
  });

  it('refuses what has no name, and names the field', () => {
    const issues = (): readonly { path: string }[] => {
      try {
        operation.prepare({ ...GOOD, variables: [{}], data_sources: [{ type: 'api' }], sample_records: ['text'] });
      } catch (thrown) {
        if (thrown instanceof AppError) return thrown.issues;
        throw thrown;
      }
      return [];
    };
    expect(issues().map(({ path }) => path)).toEqual(['data_sources[0].name', 'variables[0]', 'sample_records[0]']);
  });

  it('compares as many records as a request may carry within a second', async () => {
    const sample = Array.from({ length: 1000 }, (_record, at) => ({
      town: `Town ${at}`,
      note: Array.from({ length: 150 }, (_word, place) => `w${(at * 31 + place * (1 + (at % 7))) % 997}`)
        .join(' ')
        .padEnd(1900, ' and more text'),
    }));
    const body = { ...GOOD, sample_records: sample };
    expect(JSON.stringify(body).length).toBeGreaterThan(1_900_000);
    expect(await leastCpuMs(() => runPure(operation, body), 2)).toBeLessThan(LARGEST_CPU_MS_MAX);
    const before = process.memoryUsage().heapUsed;
    const report = await answer(body);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
    expect(report.rendered_count).toBe(1000);
    expect(report.rendered_samples).toHaveLength(100);
  });

  it('scores what its components add up to, and decides by what it measures, whatever is sent', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    const record = fc.dictionary(
      fc.constantFrom('town', 'Note', 'price', '__proto__', 'constructor'),
      fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text, { maxLength: 3 })),
    );
    const body = fc.record({
      keyword_pattern: fc.constantFrom('repair in {town}', '{town} {note}', 'plain', '{town', '[town] <price>'),
      url_pattern: fc.constantFrom('/{town}', '/{town}/{note}', '/x?{town}', '/'),
      variables: fc.constantFrom(['town'], ['town', 'note'], ['constructor']),
      sample_records: fc.array(record, { maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(body, async (asked) => {
        const report = await answer({ ...GOOD, unique_fields: [], ...asked });
        const parts: readonly (number | undefined)[] = Object.values(report.score_components);
        const sum = parts.reduce<number>((total, points) => total + (points ?? 0), 0);
        expect(sum).toBe(report.readiness_score);
        expect(report.rendered_count).toBe(asked.sample_records.length);
        if (report.launch_decision === 'launch_pilot') {
          expect(report.pattern_problems.every(({ severity }) => severity === 'medium' || severity === 'low')).toBe(
            true,
          );
          expect(report.measures.near_duplicate_share).toBeLessThan(0.1);
        }
        const counted = Object.values(report.problem_counts).reduce((total, count) => total + count, 0);
        expect(counted).toBeGreaterThanOrEqual(report.pattern_problems.length);
      }),
      { numRuns: 150 },
    );
  });
});
