import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { jsonSchemaOf } from '../contract/json-schema.ts';
import { operations } from '../operations/index.ts';
import { CAPABILITY_NAMES } from '../ports/capabilities.ts';
import { DATA_KINDS } from './app/model/data-kinds.ts';
import { month } from './app/model/format.ts';
import { REPORTS, titleOf } from './app/reports/index.ts';
import { SAY } from './app/model/say.ts';
import { unitOf, valueAt } from './app/model/values.ts';
import { spoken } from './app/model/words.ts';
import { titled, withTitles } from './form-texts.ts';
import { madeOf, numbersOf, pathsOf } from '../../test/dashboard/result-schema.ts';

const analyses = operations.filter(({ is_account, is_batch }) => !is_account && !is_batch);

/** Stand around every answer. */
const ENVELOPE = /^(?:meta|agent_workflow|agent_support)\b/;

const EXAMPLES = join(import.meta.dirname, '../../docs/operations/examples');

/** What says nothing without the words before it. */
const BARE_LABEL =
  /^(?:after|before|change|days|from|high|links|low|median|newest|of|oldest|out of|own|reason|status|to|total|value|worst)$|deviation|percentile/i;

/** What a figure is, by the name of its field. */
const UNITS_BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/(?:share|rate|confidence|coverage|similarity|competition)$/, 'share'],
  [/percent$/, 'percent'],
  [/(?:\.|_)score$/, 'of_100'],
  [/(?:age_|working_)days$/, 'days'],
];

/** The same answer in which every number is one. */
function onesIn(value: unknown): unknown {
  if (typeof value === 'number') return 1;
  if (Array.isArray(value)) return value.map(onesIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, onesIn(each)]));
}

const Renderer = z.object({
  renderReport: z.function({ input: [z.string(), z.unknown(), z.unknown()], output: z.string() }),
});

const RowTasks = z.object({
  prospectOf: z.function({ input: [z.string(), z.unknown(), z.string()], output: z.unknown() }),
  taskOf: z.function({ input: [z.unknown(), z.string()], output: z.unknown() }),
});

describe('the sources of data', () => {
  it('are each named as somebody in the field thinks of them', () => {
    expect(DATA_KINDS.map(({ capability }) => capability).toSorted()).toEqual([...CAPABILITY_NAMES].toSorted());
  });
});

describe('the reports of the dashboard', () => {
  it('are one for each analysis, with at most six cards', () => {
    expect([...REPORTS.keys()].toSorted()).toEqual(analyses.map(({ id }) => id).toSorted());
    for (const { cards } of REPORTS.values()) expect(cards.length).toBeLessThanOrEqual(6);
  });

  it.each(analyses.map((operation) => [operation.id, operation.example] as const))(
    'are named after what was asked, never after an operation: %s',
    (id, example) => {
      const title = titleOf(id, example);
      expect(title).not.toContain(id);
      expect(title).not.toMatch(/undefined|\[object|^\s|\s$/);
    },
  );

  it.each(analyses.map((operation) => [operation.id, operation] as const))(
    'show each number of an answer as a card, a chart, a column or a fact, or name it as left out: %s',
    (id, { result }) => {
      const shared = new Map<string, Record<string, unknown>>();
      const schema = jsonSchemaOf(result, 'output', shared);
      const report = REPORTS.get(id);
      const { cards = [], charts = [], views = [], tables = [], facts = [], left_out = [] } = report ?? {};
      const shown = [
        ...cards.map(({ field }) => field),
        ...charts.flatMap(({ draws }) => draws),
        ...views.flatMap(({ of }) => (of === '' ? [] : [of])),
        ...tables.map(({ rows }) => rows),
        ...facts.map(({ field }) => field),
      ];
      // A record of which some is shown is not left out as a whole.
      const left = left_out.filter((path) => !shown.some((each) => each.startsWith(`${path}.`)));
      const named = [...shown, ...left, ...left_out];
      const isNamed = (path: string): boolean =>
        [...shown, ...left].some((each) => path === each || path.startsWith(`${each}.`));
      const numbers = numbersOf(schema, shared).filter((path) => !ENVELOPE.test(path));
      expect(numbers.filter((path) => !isNamed(path))).toEqual([]);
      const known = pathsOf(schema, shared);
      expect(named.filter((path) => !known.has(path))).toEqual([]);
      for (const { columns, rows } of tables) {
        const cells = columns.flatMap((column) => column.split(' › '));
        expect(cells.filter((cell) => !known.has(`${rows}.${cell}`))).toEqual([]);
      }
    },
  );

  it.each([...REPORTS.values()].map((report) => [report.operation, report] as const))(
    'name each further figure by words that stand alone, with its unit: %s',
    (id, { facts }) => {
      const labels = facts.map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
      expect(labels.filter((label) => BARE_LABEL.test(label))).toEqual([]);
      const answer: unknown = JSON.parse(readFileSync(join(EXAMPLES, `${id}.json`), 'utf8'));
      for (const { field, unit, text } of facts) {
        const value = valueAt(answer, field);
        const wanted = UNITS_BY_NAME.find(([names]) => names.test(field))?.[1];
        if (typeof value !== 'number' || text !== undefined || wanted === undefined) continue;
        expect([field, unit ?? unitOf(field.split('.').at(-1) ?? field, value)]).toEqual([field, wanted]);
      }
    },
  );

  it.each(analyses.map(({ id }) => [id] as const))('agree with a single thing in number: %s', (id) => {
    const answer = onesIn(JSON.parse(readFileSync(join(EXAMPLES, `${id}.json`), 'utf8')));
    const said = REPORTS.get(id)?.answer?.(Object(answer), SAY) ?? '';
    expect(said).not.toMatch(/\b1 (?:links|pages|keywords|domains|searches|groups|topics|prospects)\b/);
    expect(said).not.toMatch(/\b1 (?:page|link|keyword|domain|group) (?:hold|match|link|fit|have|compete)\b/);
  });

  it.each(analyses.map((operation) => [operation.id, operation] as const))(
    'name what rests on another source than the rest of the answer: %s',
    (id, { needs }) => {
      const report = REPORTS.get(id);
      const [, ...others] = Object.keys(needs);
      expect(others.filter((capability) => report?.besides.includes(capability) !== true)).toEqual([]);
      const shown = [
        ...(report?.cards ?? []).map(({ field }) => field),
        ...(report?.tables ?? []).flatMap(({ rows, columns }) =>
          columns.flatMap((column) => column.split(' › ').map((cell) => `${rows}.${cell}`)),
        ),
      ];
      expect([...(report?.from.keys() ?? [])].filter((path) => !shown.includes(path))).toEqual([]);
    },
  );
});

describe('the form of an operation', () => {
  it('names operations by their titles and fields by their labels, in every text', () => {
    const titles = new Map(operations.map(({ id, title }) => [id, title]));
    for (const { description, input } of analyses) {
      const schema = withTitles(jsonSchemaOf(input, 'input', new Map()), titles);
      const texts = [titled(description, titles), ...descriptionsIn(schema)].map(spoken);
      for (const text of texts) {
        expect(text.match(/(?<![.\w])[a-z]+_[a-z]\w*/)).toBeNull();
        expect([...titles.keys()].filter((id) => id.includes('.') && text.includes(id))).toEqual([]);
      }
    }
    expect(spoken('Use include_indirect_links, and alert.rank_changed tells you.')).toBe(
      'Use “Include indirect links”, and alert.rank_changed tells you.',
    );
  });
});

function descriptionsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}

describe('a report', () => {
  it.each(analyses.map((operation) => [operation.id, operation] as const))(
    'reads well when nothing is known: %s',
    async (id, { result, example }) => {
      const shared = new Map<string, Record<string, unknown>>();
      const answer = madeOf(jsonSchemaOf(result, 'output', shared), shared);
      const html = await rendered(id, answer, example);
      expect(textOf(html)).not.toMatch(/\bnull\b|\bNaN\b|\bundefined\b|\[object|Infinity/);
      const sentence = REPORTS.get(id)?.answer?.(answer, SAY) ?? '';
      expect(sentence).not.toMatch(/\bnull\b|\bNaN\b|\bundefined\b|\[object/);
    },
  );

  it.each(analyses.map((operation) => [operation.id, operation] as const))(
    'shows the recorded answer without an inline style: %s',
    async (id, { example }) => {
      const answer: Record<string, unknown> = JSON.parse(
        readFileSync(join(import.meta.dirname, `../../docs/operations/examples/${id}.json`), 'utf8'),
      );
      const html = await rendered(id, answer, example);
      expect(html).not.toMatch(/\sstyle=|\son[a-z]+=/);
      // Names of fields are quoted in guardrails alone.
      expect(textOf(html)).not.toMatch(/\bNaN\b|\bundefined\b|\[object/);
      expect(html).toContain('<p class="answer">');
    },
  );

  it('of an audit without a source of listings does not say that there is no listing', () => {
    const answer = { place_match: { status: 'not_checked', candidates: [] } };
    expect(REPORTS.get('audit.local')?.answer?.(answer, SAY)).toContain('Only the website was audited.');
  });

  it('marks the figures that rest on another source, and those alone, with where they come from', async () => {
    const answer: unknown = JSON.parse(
      readFileSync(
        join(import.meta.dirname, '../../docs/operations/examples/domain.competitors.provider.json'),
        'utf8',
      ),
    );
    const html = await rendered('domain.competitors', answer, { target: 'a.example' });
    expect([...html.matchAll(/<span class="unseen">Where (.*?) comes from/g)].map(([, name]) => name)).toEqual([
      'Your authority',
    ]);
    const mark = /class="figure-mark".*?<\/div>/s.exec(html)?.[0] ?? '';
    expect(textOf(mark)).toContain('Own index, cannot answer this');
  });
});

describe('the rows of a report', () => {
  it.each(['keyword-ideas.suggest', 'domain.competitors.serps', 'backlinks.referring-domains'])(
    'give the room to the column that names them: %s',
    async (file) => {
      const answer: unknown = JSON.parse(readFileSync(join(EXAMPLES, `${file}.json`), 'utf8'));
      const html = await rendered(file.replace('.serps', ''), answer, {});
      expect(textOf(/<th scope="col" class="main".*?<\/th>/s.exec(html)?.[0] ?? '')).toMatch(/Keyword|Domain/);
    },
  );
});

describe('months', () => {
  it('are named as people do, on an axis as in a cell', async () => {
    const Ideas = z.looseObject({ seed: z.looseObject({}) });
    const recorded = Ideas.parse(JSON.parse(readFileSync(join(EXAMPLES, 'keyword-ideas.suggest.json'), 'utf8')));
    const monthly_searches = [
      { month: '2025-11', searches: 100 },
      { month: '2025-12', searches: 110 },
    ];
    const answer = { ...recorded, seed: { ...recorded.seed, monthly_searches } };
    const html = await rendered('keyword-ideas.suggest', answer, { keyword: 'tent' });
    const chart = /Searches by month for the seed.*?<\/section>/s.exec(html)?.[0] ?? '';
    expect(textOf(chart)).toContain('Dec 2025');
    expect(chart).not.toContain('2025-12');
    expect(month('2025-11/2026-10')).toBe('Nov 2025 – Oct 2026');
  });
});

describe('competitors in search', () => {
  const Competitors = z.looseObject({ items: z.array(z.looseObject({ domain: z.string() })) });
  const recorded = Competitors.parse(JSON.parse(readFileSync(join(EXAMPLES, 'domain.competitors.serps.json'), 'utf8')));

  /** The drawing alone, without its table. */
  async function drawn(answer: unknown): Promise<string> {
    const html = await rendered('domain.competitors', answer, { target: 'a.example' });
    return /<svg width.*?<\/svg>.*?<\/p>/s.exec(html)?.[0] ?? '';
  }

  it('are drawn whole, with whole numbers at an axis of keywords', async () => {
    const chart = await drawn(recorded);
    const number = (text: string, name: string): number => Number(new RegExp(`${name}="([^"]+)"`).exec(text)?.[1]);
    const { width, height } = { width: number(chart, 'width'), height: number(chart, 'height') };
    const circles = chart.match(/<circle [^>]*>/g) ?? [];
    expect(circles).toHaveLength(recorded.items.length);
    for (const circle of circles) {
      const [x, y, radius] = [number(circle, 'cx'), number(circle, 'cy'), number(circle, ' r')];
      expect(Math.min(x - radius, y - radius, width - x - radius, height - y - radius)).toBeGreaterThanOrEqual(0);
    }
    const names = [...chart.matchAll(/class="bubble-name" x="([^"]+)"[^>]*text-anchor="(\w+)"[^>]*>([^<]+)</g)];
    expect(names.length).toBeGreaterThan(2);
    for (const [, x, anchor, name = ''] of names) {
      expect(Number(x) - (anchor === 'end' ? name.length * 6 : 0)).toBeGreaterThan(0);
      expect(Number(x) + (anchor === 'end' ? 0 : name.length * 6)).toBeLessThan(width);
    }
    const ticks = [...chart.matchAll(/<text x="48"[^>]*>([\d.]+)</g)].map(([, tick]) => Number(tick));
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.filter((tick) => !Number.isInteger(tick))).toEqual([]);
  });

  it('of whom a figure is not known are counted, and not drawn at zero', async () => {
    const [first, ...others] = recorded.items;
    const chart = await drawn({ ...recorded, items: [{ ...first, overlap_share: null }, ...others] });
    expect(chart.match(/<circle /g)).toHaveLength(others.length);
    expect(textOf(chart)).toContain(`1 of ${recorded.items.length} is not drawn`);
  });
});

describe('selected rows of a report', () => {
  it('become people to write to where they link, and tasks where they say what to do', async () => {
    const path = './app/parts/tasks.ts';
    const { prospectOf, taskOf } = RowTasks.parse(await import(path));
    const link = {
      domain_from: 'a.example',
      url_from: 'https://a.example/x',
      page_from_title: 'Routes',
      anchor: 'tent',
    };
    expect(prospectOf('backlinks.list', link, 'job_1')).toEqual({
      kind: 'outreach',
      title: 'a.example',
      url: 'https://a.example/x',
      why: 'Routes',
      job_id: 'job_1',
    });
    expect(prospectOf('domain.ranked-keywords', { domain: 'a.example' }, 'job_1')).toBeUndefined();
    const chance = { keyword: 'tent', url: 'https://me.example/tent', recommended_action: 'Answer it first.' };
    expect(taskOf(chance, 'job_1')).toEqual({
      title: 'tent: Answer it first.',
      url: 'https://me.example/tent',
      job_id: 'job_1',
    });
    expect(taskOf({ rank: 3 }, 'job_1')).toBeUndefined();
  });
});

async function rendered(id: string, answer: unknown, input: unknown): Promise<string> {
  // Its types are those of a browser, which this program does not know.
  const path = './app/parts/render-report.tsx';
  return Renderer.parse(await import(path)).renderReport(id, answer, input);
}

function textOf(html: string): string {
  // The data are shown as they are.
  return html.replace(/<details class="panel raw"[\s\S]*$/, '').replaceAll(/<[^>]+>/g, ' ');
}
