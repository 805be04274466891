import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { isFields, isRows, plainText } from '../model/values.ts';
import { labelOf, wordsOf } from '../model/words.ts';
import type { Fields } from '../model/report.ts';
import { Level } from './level.tsx';
import { Words } from './advice.tsx';
import { Copy } from './secret.tsx';

const LEVELS = ['critical', 'high', 'medium', 'low', 'info'];
const OPEN = new Set(['fail', 'failed', 'failing', 'warn', 'warning']);
const UNKNOWN = 'unknown';
const PASSED = new Set(['pass', 'passed', 'ok']);
const EVIDENCE_MAX = 5;

interface IssuesProps {
  readonly title: string;
  readonly rows: readonly Fields[];
}

/** What to fix, the worst first, each with what was found, what was expected, the lines that show it, and the fix. */
export function Issues({ title, rows }: IssuesProps): VNode {
  const [isAll, setAll] = useState(false);
  const open = rows
    .filter(({ status }) => OPEN.has(String(status)))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const passed = rows.filter(({ status }) => PASSED.has(String(status)));
  const unknown = rows.filter(({ status }) => status === UNKNOWN);
  const rest = rows.length - open.length - passed.length - unknown.length;
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
        <span class="faint">
          {open.length} open, {passed.length} passed
          {unknown.length > 0 ? `, ${unknown.length} not known` : ''}
          {rest > 0 ? `, ${rest} do not apply` : ''}
        </span>
        <span class="grow" />
        {open.length > 0 && 'clipboard' in globalThis.navigator ? (
          <Copy what="Checklist" text={() => open.map((row) => `- [ ] ${fixOf(row)}`).join('\n')} />
        ) : null}
      </header>
      <div>
        {open.map((row, at) => (
          <Issue key={String(at)} row={row} isOpen={at < 2} />
        ))}
        {open.length === 0 ? <p class="inside">Nothing to fix.</p> : null}
        {unknown.map((row, at) => (
          <Issue key={`unknown ${at}`} row={row} isOpen={false} />
        ))}
        {isAll ? passed.map((row, at) => <Issue key={`passed ${at}`} row={row} isOpen={false} />) : null}
      </div>
      {passed.length === 0 ? null : (
        <div class="table-foot">
          <button type="button" class="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Hide' : 'Show'} {passed.length} passed {passed.length === 1 ? 'check' : 'checks'}
          </button>
        </div>
      )}
    </section>
  );
}

function rankOf({ status, severity }: Fields): number {
  const level = LEVELS.indexOf(String(severity));
  return (String(status).startsWith('fail') ? 0 : 10) + (level === -1 ? LEVELS.length : level);
}

function fixOf({ fix, task, title, message, found }: Fields): string {
  const [first = ''] = [fix, task, title, message, found].filter((text) => typeof text === 'string' && text !== '');
  return plainText(first);
}

/** What is wrong, in its own words; the codes of checks are for machines. */
function titleOf({ title, message, found, id }: Fields): string {
  const [first] = [title, message, found].filter((text) => typeof text === 'string' && text !== '');
  const text = plainText(first ?? labelOf(plainText(id)));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Issue({ row, isOpen }: { readonly row: Fields; readonly isOpen: boolean }): VNode {
  const { status, severity, group, component, area, section, found, expected, why, fix, docs, evidence } = row;
  const about = [group, component, area, section].find((each) => typeof each === 'string');
  const facts = [
    ['Found', titleOf(row).toLowerCase() === plainText(found).toLowerCase() ? undefined : found],
    ['Expected', expected],
    ['Why', why],
  ] as const;
  return (
    <details class="issue" open={isOpen}>
      <summary>
        {status === UNKNOWN ? (
          <span>
            <span class="unknown">not known</span>
          </span>
        ) : (
          <Level level={PASSED.has(String(status)) ? 'pass' : String(severity ?? status)} />
        )}
        <span class="what">{titleOf(row)}</span>
        <span class="faint group">{typeof about === 'string' ? labelOf(about) : ''}</span>
      </summary>
      <div class="issue-body">
        <dl class="issue-facts">
          {facts.map(([name, value]) =>
            typeof value === 'string' && value !== '' ? (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
        <EvidenceLines of={evidence ?? row['quote']} line={row['line']} />
        {typeof fix === 'string' && fix !== '' ? (
          <p>
            <b>Fix</b> <Words text={fix} />{' '}
            {typeof docs === 'string' ? (
              <a href={docs} target="_blank" rel="noreferrer noopener">
                Read more
              </a>
            ) : null}
          </p>
        ) : null}
      </div>
    </details>
  );
}

function EvidenceLines({ of, line }: { readonly of: unknown; readonly line: unknown }): VNode | null {
  const given: readonly unknown[] = Array.isArray(of) ? of : [of];
  const lines = (isRows(given) ? given : given.map((each) => ({ element: each, line })))
    .slice(0, EVIDENCE_MAX)
    .flatMap((each: Fields) => {
      const text = each['element'] ?? each['quote'] ?? each['text'];
      if (typeof text !== 'string' || text === '') return isFields(each['element']) ? [plainText(each['element'])] : [];
      return [typeof each['line'] === 'number' ? `${each['line']}  ${text}` : text];
    });
  if (lines.length === 0) return null;
  return (
    <pre class="evidence" tabIndex={0} aria-label="Evidence">
      {lines.join('\n')}
    </pre>
  );
}

/** The findings of each section of a conversion check as issues. */
export function findingsOf(sections: unknown): readonly Fields[] {
  if (!isFields(sections)) return [];
  return Object.entries(sections).flatMap(([section, value]) => {
    const findings = isFields(value) ? value['findings'] : undefined;
    return isRows(findings)
      ? findings.map((finding) => ({
          ...finding,
          section: wordsOf(section),
          severity: finding['status'] === 'fail' ? 'high' : finding['status'] === 'warn' ? 'medium' : undefined,
        }))
      : [];
  });
}
