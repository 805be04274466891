import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

import { z } from 'zod';

import { RankTargetView } from '../contract/rank-target.ts';
import { ScheduleView } from '../contract/schedule-view.ts';
import { AppError, messageOf } from '../kernel/errors.ts';
import { agree, counted } from '../kernel/grammar.ts';
import { readList } from '../operations/rank/targets/add/read-list.ts';
import type { Cadence } from '../ports/schedules.ts';
import type { AnswerFlags } from './call-service.ts';
import { inCommands } from './command-wording.ts';
import { operationNamed } from './known-operations.ts';
import { columns, processTerminal } from './terminal.ts';
import { withCalls } from './with-calls.ts';

/** Commands about tracked keywords: each is one or two calls of the operations under `rank`. */

export interface TrackFlags extends AnswerFlags {
  readonly json?: boolean;
  readonly site?: string;
  readonly location?: string;
  readonly locationCode?: number;
  readonly language?: string;
  readonly device?: string;
  readonly engine?: string;
  readonly depth?: number;
  /** A list where keywords are added, a name where they are chosen. */
  readonly tag?: string | readonly string[];
  readonly paused?: boolean;
  readonly maxSearches?: number;
  readonly days?: number;
  readonly cadence?: Cadence;
  readonly cron?: string;
  readonly timeZone?: string;
  readonly off?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const KEYWORDS_OF_A_CALL = 1000;
const LISTED_MAX = 1000;
const SEARCHES_MIN = 100;
const SEARCHES_MAX = 5000;

const Added = z.object({ created: z.int(), targets: z.array(RankTargetView) });
type Added = z.infer<typeof Added>;
const Listed = z.object({ targets: z.array(RankTargetView), total_count: z.int() });

export async function addKeywords(keywords: readonly string[], flags: TrackFlags): Promise<void> {
  const targets = keywords.map((keyword) => ({ keyword }));
  const body = { targets, ...searchOf(flags) };
  const added = Added.parse(await asking(flags, (ask) => ask('rank.targets.add', body)));
  print(flags, added, describeAdded(added));
}

/** Larger files are added a thousand keywords at a time; adding one twice does nothing, so a file can be imported again. */
export async function importKeywords(file: string, flags: TrackFlags): Promise<void> {
  const list = readList(file === '-' ? await text(process.stdin) : await readText(file));
  if ('problem' in list) throw new AppError('invalid_input', `${file} ${list.problem}.`);
  const added: Added = { created: 0, targets: [] };
  await asking(flags, async (ask) => {
    for (let at = 0; at < list.lines.length; at += KEYWORDS_OF_A_CALL) {
      const part = list.lines.slice(at, at + KEYWORDS_OF_A_CALL);
      const body = { targets: part.map(writtenTarget), ...searchOf(flags) };
      // oxlint-disable-next-line no-await-in-loop -- What is wrong with a part is told before the next one is added.
      const answer = await ask('rank.targets.add', body).catch((thrown: unknown) => {
        throw namingLines(thrown, part, added);
      });
      const { created, targets } = Added.parse(answer);
      added.created += created;
      added.targets.push(...targets);
    }
  });
  print(flags, added, describeAdded(added));
}

function writtenTarget({ fields: { tags, ...fields } }: { readonly fields: Readonly<Record<string, string>> }): Fields {
  return { ...fields, ...(tags !== undefined && { tags: tags.split('|') }) };
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    throw new AppError('invalid_input', `${file} cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** A person looks for a line of the file, not for the place in a request. */
function namingLines(thrown: unknown, part: readonly { readonly line: number }[], { created }: Added): unknown {
  if (!(thrown instanceof AppError)) return thrown;
  const issues = thrown.issues.map(({ path, message }) => {
    const [, at, field = ''] = /^targets(?:\.|\[)(\d+)\]?\.?(.*)$/.exec(path) ?? [];
    const line = at === undefined ? undefined : part[Number(at)]?.line;
    return line === undefined
      ? { path, message }
      : { path: `line ${line}${field === '' ? '' : `, ${field}`}`, message };
  });
  const before =
    created === 0
      ? 'Nothing was added.'
      : `${counted(created, 'keyword')} of earlier lines ${agree(created, 'was', 'were')} added.`;
  const hasLines = issues.some(({ path }) => path.startsWith('line '));
  return new AppError(thrown.code, hasLines ? 'Some lines of the file cannot be tracked.' : thrown.message, {
    issues,
    fix: `Correct the file and import it again. ${before}`,
    cause: thrown,
  });
}

function describeAdded({ created, targets }: Added): string {
  const known = targets.length - created;
  const others = known === 0 ? '' : ` ${counted(known, 'keyword')} ${agree(known, 'was', 'were')} tracked already.`;
  return `Now tracking ${counted(created, 'new keyword')}.${others} Look them up with: seamark track check`;
}

export async function listKeywords(flags: TrackFlags): Promise<void> {
  const { tag, paused } = flags;
  const body = { tag, state: paused === true ? 'paused' : 'all' };
  const targets: z.infer<typeof Listed>['targets'] = [];
  await asking(flags, async (ask) => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- The next page begins after this one.
      const answer = await ask('rank.targets.list', { ...body, limit: LISTED_MAX, offset: targets.length });
      const page = Listed.parse(answer);
      targets.push(...page.targets);
      if (page.targets.length === 0 || targets.length >= page.total_count) return;
    }
  });
  const none = 'No keywords are tracked. Add some with: seamark track add "bike repair" --site example.com';
  print(flags, targets, targets.length === 0 ? none : columns([HEAD, ...targets.map(row)]));
}

const HEAD = ['ID', 'KEYWORD', 'TRACKED', 'FROM', 'LANGUAGE', 'DEVICE', 'ENGINE', 'DEPTH', 'STATE', 'TAGS'];

function row({
  id,
  keyword,
  url,
  location,
  language,
  device,
  engine,
  depth,
  is_paused,
  tags,
}: z.infer<typeof RankTargetView>): string[] {
  const state = is_paused ? 'paused' : 'active';
  return [
    id,
    keyword,
    url,
    location ?? '–',
    language,
    device ?? '–',
    engine ?? '–',
    String(depth),
    state,
    tags.join(', '),
  ];
}

export async function checkKeywords(flags: TrackFlags): Promise<void> {
  const { tag } = flags;
  const answer = await asking(flags, async (ask) => {
    const max_searches = flags.maxSearches ?? Math.min(SEARCHES_MAX, Math.max(1, await countActive(ask, tag)));
    return ask('rank.targets.check', { tag, max_searches });
  });
  printAnswer(flags, answer);
}

export async function showOverview(flags: TrackFlags): Promise<void> {
  const { tag, days } = flags;
  printAnswer(flags, await asking(flags, (ask) => ask('rank.overview', { tag, days })));
}

export async function showHistory(keyword: string, flags: TrackFlags): Promise<void> {
  const { site: url, engine, locationCode: location_code, language, device } = flags;
  const body = { keyword, url, engine, location_code, language, device };
  printAnswer(flags, await asking(flags, (ask) => ask('rank.history', body)));
}

export async function changeKeywords(
  what: 'pause' | 'resume' | 'remove',
  ids: readonly string[],
  flags: TrackFlags,
): Promise<void> {
  if (ids.length === 0 && flags.tag === undefined) {
    throw new AppError('invalid_input', `Which keywords do you want to ${what}?`, {
      fix: 'Pass their ids, which `seamark track list` shows, or --tag NAME.',
    });
  }
  const chosen = ids.length === 0 ? { tag: flags.tag } : { ids, tag: flags.tag };
  const answer = await asking(flags, (ask) =>
    what === 'remove'
      ? ask('rank.targets.delete', chosen)
      : ask('rank.targets.update', { ...chosen, is_paused: what === 'pause' }),
  );
  const count = z.int().parse(answer[what === 'remove' ? 'deleted' : 'changed']);
  const done = { pause: 'Paused', resume: 'Resumed', remove: 'Removed' }[what];
  print(flags, answer, `${done} ${counted(count, 'keyword')}.`);
}

/** One schedule checks the whole set, or one the keywords of a tag. */
export async function scheduleChecks(flags: TrackFlags): Promise<void> {
  const { tag, cadence, cron, timeZone: time_zone, off } = flags;
  const id = typeof tag === 'string' ? `rank-check-${encodeURIComponent(tag)}` : 'rank-check';
  if (off === true) {
    const answer = await asking(flags, (ask) => ask('schedules.delete', { id }));
    return print(flags, answer, `Removed the schedule ${id}. Jobs that it has queued still run.`);
  }
  const answer = await asking(flags, async (ask) => {
    // Room to grow: credits are reserved for these, and only searches that answer are charged.
    const max_searches =
      flags.maxSearches ?? Math.min(SEARCHES_MAX, Math.max(SEARCHES_MIN, 2 * (await countActive(ask, tag))));
    return ask('schedules.set', {
      id,
      operation: 'rank.targets.check',
      input: without({ tag, max_searches }),
      cadence: cadence ?? (cron === undefined ? 'daily' : 'cron'),
      cron,
      time_zone,
    });
  });
  const { schedule } = z.object({ schedule: ScheduleView }).parse(answer);
  const { max_searches } = z.object({ max_searches: z.int() }).parse(schedule.input);
  const next = schedule.next_due === null ? 'It has no further run.' : `Next run: ${schedule.next_due}.`;
  print(flags, schedule, `Schedule ${id} checks up to ${counted(max_searches, 'search', 'searches')} a run. ${next}`);
}

async function countActive(ask: Ask, tag: TrackFlags['tag']): Promise<number> {
  return Listed.parse(await ask('rank.targets.list', { tag, state: 'active', limit: 1 })).total_count;
}

function searchOf({ site: url, location, language, device, engine, depth, tag: tags }: TrackFlags): Fields {
  return { url, location, language, device, engine, depth, tags };
}

type Ask = (operation: string, body: Fields) => Promise<Fields>;

function asking<Result>(flags: TrackFlags, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  return withCalls(flags, (call) => work((operation, body) => call(operationNamed(operation), without(body))));
}

/** What is undefined was not said. */
function without(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** What a person wants to read of an answer. */
function printAnswer(flags: TrackFlags, answer: Fields): void {
  const { markdown_summary: summary, message } = answer;
  print(
    flags,
    answer,
    typeof summary === 'string' ? summary : typeof message === 'string' ? message : JSON.stringify(answer),
  );
}

function print(flags: TrackFlags, value: unknown, words: string): void {
  processTerminal(false).out(flags.json === true ? JSON.stringify(value) : inCommands(words));
}
