import { createHash } from 'node:crypto';

import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type {
  AddedTargets,
  NewRankTarget,
  RankTarget,
  RankTargetChange,
  RankTargetFilter,
  RankTargetPage,
  RankTargetStore,
} from '../../ports/rank-targets.ts';
import type { Device } from '../../ports/serp.ts';
import { foldPhrase } from '../../text/normalize.ts';
import type { Database } from './database.ts';
import { storable } from './storable.ts';

/** Beyond this, one workspace is a service of its own. */
const TARGETS_MAX = 20_000;
const TAGS_MAX = 20;
const TEXT_MAX = 2048;

/** Tracked keywords in PostgreSQL. */
export class PostgresRankTargets implements RankTargetStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(
    workspaceId: string,
    projectId: string | undefined,
    targets: readonly NewRankTarget[],
  ): Promise<AddedTargets> {
    return this.#database.transaction(async (transaction) => {
      // Two calls at once would both find room for the last target, and both make the same one.
      await transaction.query('select id from workspaces where id = $1 for no key update', [workspaceId]);
      const rows = await transaction.query<TargetRow & { is_new: boolean }>(ADD, [
        workspaceId,
        projectId ?? null,
        JSON.stringify(unrepeated(projectId, targets)),
        TAGS_MAX,
      ]);
      const [count] = await transaction.query<{ targets: number }>(COUNT_ALL, [workspaceId]);
      if ((count?.targets ?? 0) > TARGETS_MAX) throw tooMany();
      return { targets: rows.map(targetOf), created: rows.filter(({ is_new }) => is_new).length };
    });
  }

  async list(
    workspaceId: string,
    filter: RankTargetFilter,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<RankTargetPage> {
    const values = [workspaceId, ...filterValues(filter)];
    const [rows, [count]] = await Promise.all([
      this.#database.query<TargetRow>(LIST, [...values, limit, offset]),
      this.#database.query<{ total: number }>(COUNT, values),
    ]);
    return { targets: rows.map(targetOf), total_count: count?.total ?? 0 };
  }

  async change(workspaceId: string, filter: RankTargetFilter, change: RankTargetChange): Promise<number> {
    const { add_tags, remove_tags, is_paused, depth } = change;
    const values = [workspaceId, ...filterValues(filter), add_tags.map(tagText), remove_tags.map(tagText)];
    return (await this.#database.query(CHANGE, [...values, is_paused, depth, TAGS_MAX])).length;
  }

  async remove(workspaceId: string, filter: RankTargetFilter): Promise<number> {
    return (await this.#database.query(REMOVE, [workspaceId, ...filterValues(filter)])).length;
  }
}

interface TargetRow {
  readonly id: string;
  readonly project_id: string | null;
  readonly keyword: string;
  readonly url: string;
  readonly engine: string | null;
  readonly location_code: number | null;
  readonly location: string | null;
  readonly language: string;
  readonly device: Device | null;
  readonly depth: number;
  readonly tags: readonly string[];
  readonly is_paused: boolean;
  readonly created_at: Date;
}

function targetOf(row: TargetRow): RankTarget {
  const { id, keyword, url, depth, tags, is_paused, created_at } = row;
  const { engine, location_code, location, language, device } = row;
  const series = { engine, location_code, location, language, device };
  return { id, project_id: row.project_id ?? undefined, keyword, url, series, depth, tags, is_paused, created_at };
}

/** Spellings of a keyword that differ in case, width or white space are one. */
function unrepeated(projectId: string | undefined, targets: readonly NewRankTarget[]): readonly object[] {
  const rows = targets.map(({ keyword, url, series, depth, tags }) => {
    const { engine, location_code, location, language, device } = series;
    const identity = [projectId ?? null, foldPhrase(keyword), url, engine, location_code, language, device];
    const place = { location_code, location: location === null ? null : storable(location, TEXT_MAX) };
    const texts = { keyword: storable(keyword, TEXT_MAX), url: storable(url, TEXT_MAX) };
    const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
    return { hash, ...texts, ...place, engine, language, device, depth, tags: [...new Set(tags.map(tagText))] };
  });
  const seen = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const known = seen.get(row.hash);
    seen.set(row.hash, known === undefined ? row : { ...known, tags: [...new Set([...known.tags, ...row.tags])] });
  }
  return [...seen.values()].map((row, at) => ({ ...row, id: newId('rkt'), at, tags: row.tags.slice(0, TAGS_MAX) }));
}

function tagText(tag: string): string {
  return storable(tag, 100);
}

function filterValues({ project_id, ids, tag, is_paused, text }: RankTargetFilter) {
  return [
    project_id,
    ids === undefined ? null : ids.map((id) => storable(id, TEXT_MAX)),
    tag === undefined ? null : tagText(tag),
    is_paused,
    text === undefined ? null : storable(text, TEXT_MAX),
  ];
}

function tooMany(): AppError {
  return new AppError('conflict', `A workspace can track at most ${TARGETS_MAX.toLocaleString('en-US')} keywords.`, {
    fix: 'Delete those you no longer need. Nothing was added.',
  });
}

const COLUMNS = `
  id, project_id, keyword, url, engine, location_code, location, language, device, depth, tags, is_paused, created_at`;

const WHERE = `
  workspace_id = $1 and ($2::text is null or project_id = $2) and ($3::text[] is null or id = any($3))
  and ($4::text is null or tags @> array[$4]) and ($5::boolean is null or is_paused = $5)
  and ($6::text is null or strpos(lower(keyword), lower($6)) > 0 or strpos(lower(url), lower($6)) > 0)`;

const LIST = `select ${COLUMNS} from rank_targets where ${WHERE} order by number limit $7 offset $8`;

const COUNT = `select count(*) as total from rank_targets where ${WHERE}`;

const COUNT_ALL = 'select count(*) as targets from rank_targets where workspace_id = $1';

/** The newest tags win where there are too many. */
const tagsWith = (added: string, most: string): string => `
  (array(select tag from unnest(rank_targets.tags || ${added}) with ordinality as all_tags (tag, place)
    group by tag order by min(place)))[1:${most}]`;

// A target that is there already is found by its unique index, and keeps its id.
const ADD = `
  with given as (
    select * from jsonb_to_recordset($3::jsonb) as given (id text, at int, hash text, keyword text, url text, engine text, location_code int, location text, language text, device text, depth int, tags jsonb)
  ), written as (
    insert into rank_targets (workspace_id, id, project_id, keyword, url, engine, location_code, location, language,
      device, depth, tags, identity)
    select $1, id, $2, keyword, url, engine, location_code, location, language, device, depth,
      array(select jsonb_array_elements_text(tags)), decode(hash, 'hex')
    from given order by at
    on conflict (workspace_id, identity) do update set tags = ${tagsWith('excluded.tags', '$4::int')}
    returning *, xmax = 0 as is_new
  )
  select ${COLUMNS}, is_new from written order by number`;

const CHANGE = `
  update rank_targets set
    tags = array(select tag from unnest(${tagsWith('$7::text[]', '$11::int')}) with ordinality as kept (tag, place)
      where not tag = any($8::text[]) order by place),
    is_paused = coalesce($9, is_paused),
    depth = coalesce($10, depth)
  where ${WHERE}
  returning id`;

const REMOVE = `delete from rank_targets where ${WHERE} returning id`;
