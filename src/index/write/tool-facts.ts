import type { ToldFacts, ToolFact, ToolFactWriter } from '../../ports/tool-facts.ts';
import { pageAddress } from '../../web/url.ts';
import type { IndexDatabase } from '../database/database.ts';
import { pageId, textId } from '../database/ids.ts';
import { domainLength } from './rows.ts';
import { TSV_NULL, tsvText, tsvTime } from './tsv.ts';

const FACT_COLUMNS = ['kind', 'id', 'tool', 'metric', 'observed_at', 'number', 'text'];
const TARGET_COLUMNS = ['target_host', 'target_path', 'tool', 'observed_at'];
const DOMAIN_COLUMNS = [
  'target_host',
  'tool',
  'domain_key',
  'observed_at',
  'backlinks',
  'dofollow_backlinks',
  'referring_pages',
  'target_pages',
  'first_seen',
  'last_seen',
  'lost_at',
];

/** Writes what tables of other tools say beside their links. */
export class EngineToolFactWriter implements ToolFactWriter {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  async tell(told: ToldFacts): Promise<void> {
    await this.#insert('tool_facts', FACT_COLUMNS, factRows(told));
    await this.#insert('tool_targets', TARGET_COLUMNS, targetRows(told));
    await this.#insert('tool_domains', DOMAIN_COLUMNS, domainRows(told));
  }

  async #insert(table: string, columns: readonly string[], rows: Iterable<string>): Promise<void> {
    const text = [...rows].join('');
    if (text !== '') await this.#database.insert(table, columns, [Buffer.from(text)]);
  }
}

/** A table says of a domain in every row what it says of it in the first. */
function factRows({ facts, observed_at }: ToldFacts): Iterable<string> {
  const rows = new Map<string, string>();
  for (const fact of facts) {
    const subject = subjectOf(fact);
    if (subject === undefined) continue;
    const { tool, metric, value } = fact;
    const key = `${subject}\t${tsvText(tool)}\t${tsvText(metric)}`;
    const isText = typeof value === 'string';
    rows.set(key, `${key}\t${tsvTime(observed_at)}\t${isText ? TSV_NULL : value}\t${isText ? tsvText(value) : ''}\n`);
  }
  return rows.values();
}

function subjectOf({ about, of }: ToolFact): string | undefined {
  const address = pageAddress(/^https?:\/\//i.test(of) ? of : `https://${of}`);
  if (address === undefined) return undefined;
  const { host_key, path_key } = address;
  return about === 'page'
    ? `page\t${pageId(host_key, path_key)}`
    : `domain\t${textId(host_key.slice(0, domainLength(address)))}`;
}

function targetRows({ targets, tool, observed_at }: ToldFacts): Iterable<string> {
  const end = `${tsvText(tool)}\t${tsvTime(observed_at)}\n`;
  return targets.flatMap((target) => {
    const address = pageAddress(target);
    return address === undefined ? [] : [`${tsvText(address.host_key)}\t${tsvText(address.path_key)}\t${end}`];
  });
}

function domainRows({ report, tool, observed_at }: ToldFacts): Iterable<string> {
  const target = report === undefined ? undefined : pageAddress(report.target);
  if (report === undefined || target === undefined) return [];
  const start = `${tsvText(target.host_key)}\t${tsvText(tool)}`;
  return report.domains.flatMap((domain) => {
    const address = pageAddress(`https://${domain.domain}`);
    if (address === undefined) return [];
    const counts = [domain.backlinks, domain.dofollow_backlinks, domain.referring_pages, domain.target_pages];
    const times = [domain.first_seen, domain.last_seen, domain.lost_at];
    const cells = [
      ...counts.map((count) => (count === null ? TSV_NULL : Math.trunc(count).toString())),
      ...times.map((time) => (time === null ? TSV_NULL : tsvTime(time))),
    ];
    return [`${start}\t${tsvText(address.host_key)}\t${tsvTime(observed_at)}\t${cells.join('\t')}\n`];
  });
}
