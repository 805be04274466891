import type { ToldFacts, ToolFact, ToolFactWriter } from '../../ports/tool-facts.ts';
import { pageAddress } from '../../web/url.ts';
import type { IndexDatabase } from '../database/database.ts';
import { pageId, textId } from '../database/ids.ts';
import { domainLength } from './rows.ts';
import { insertRows, type Row, tableRows } from './table-rows.ts';
import { tsvTime } from './tsv.ts';

/** Writes what tables of other tools say beside their links. */
export class EngineToolFactWriter implements ToolFactWriter {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  async tell(told: ToldFacts): Promise<void> {
    await insertRows(this.#database, [
      tableRows('tool_facts', factRows(told)),
      tableRows('tool_targets', targetRows(told)),
      tableRows('tool_domains', domainRows(told)),
    ]);
  }
}

/** A table says of a domain in every row what it says of it in the first. */
function factRows({ facts, observed_at }: ToldFacts): Row[] {
  const rows = new Map<string, Row>();
  for (const fact of facts) {
    const subject = subjectOf(fact);
    if (subject === undefined) continue;
    const { tool, metric, value } = fact;
    const isText = typeof value === 'string';
    rows.set(JSON.stringify([subject.kind, String(subject.id), tool, metric]), {
      ...subject,
      tool,
      metric,
      observed_at: tsvTime(observed_at),
      number: isText ? null : value,
      text: isText ? value : '',
    });
  }
  return [...rows.values()];
}

function subjectOf({ about, of }: ToolFact): { readonly kind: string; readonly id: bigint } | undefined {
  const address = pageAddress(/^https?:\/\//i.test(of) ? of : `https://${of}`);
  if (address === undefined) return undefined;
  const { host_key, path_key } = address;
  return about === 'page'
    ? { kind: 'page', id: pageId(host_key, path_key) }
    : { kind: 'domain', id: textId(host_key.slice(0, domainLength(address))) };
}

function targetRows({ targets, tool, observed_at }: ToldFacts): Row[] {
  return targets.flatMap((target) => {
    const address = pageAddress(target);
    if (address === undefined) return [];
    const { host_key, path_key } = address;
    return [{ target_host: host_key, target_path: path_key, tool, observed_at: tsvTime(observed_at) }];
  });
}

function domainRows({ report, tool, observed_at }: ToldFacts): Row[] {
  const target = report === undefined ? undefined : pageAddress(report.target);
  if (report === undefined || target === undefined) return [];
  const whole = (count: number | null): number | null => count && Math.trunc(count);
  const time = (date: Date | null): string | null => date && tsvTime(date);
  return report.domains.flatMap((domain) => {
    const address = pageAddress(`https://${domain.domain}`);
    if (address === undefined) return [];
    return [
      {
        target_host: target.host_key,
        tool,
        domain_key: address.host_key,
        observed_at: tsvTime(observed_at),
        backlinks: whole(domain.backlinks),
        dofollow_backlinks: whole(domain.dofollow_backlinks),
        referring_pages: whole(domain.referring_pages),
        target_pages: whole(domain.target_pages),
        first_seen: time(domain.first_seen),
        last_seen: time(domain.last_seen),
        lost_at: time(domain.lost_at),
      },
    ];
  });
}
