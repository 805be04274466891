import type { VNode } from 'preact';

import { count } from '../model/format.ts';
import { addressText, isRows, numberText, shownText, valueAt } from '../model/values.ts';
import { wordsOf } from '../model/words.ts';
import type { Fields } from '../model/report.ts';
import { Level } from './level.tsx';
import { Words } from './advice.tsx';
import { Copy } from './secret.tsx';

function canCopy(): boolean {
  return 'clipboard' in globalThis.navigator;
}

/** Structured data to copy, with the tool that tests it. */
export function JsonLd({ title, value }: { readonly title: string; readonly value: unknown }): VNode | null {
  if (value === null || value === undefined) return null;
  const text = `<script type="application/ld+json">\n${JSON.stringify(value, undefined, 2)}\n</script>`;
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
        <span class="grow" />
        <a href="https://search.google.com/test/rich-results" target="_blank" rel="noreferrer noopener">
          Rich results test ↗
        </a>
        {canCopy() ? <Copy text={() => text} what="JSON-LD" /> : null}
      </header>
      <pre class="code-block" tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </section>
  );
}

/** Sections of a page to write, in reading order. */
export function Outline({ title, rows }: { readonly title: string; readonly rows: readonly Fields[] }): VNode {
  const markdown = rows
    .flatMap((row) => [`## ${headingOf(row)}`, ...textsOf(row['h3']).map((text) => `### ${text}`)])
    .join('\n\n');
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
        <span class="faint">{count(rows.length, 'section')}</span>
        <span class="grow" />
        {canCopy() ? <Copy text={() => markdown} what="Outline" /> : null}
      </header>
      <ol class="outline">
        {rows.map((row, at) => (
          <li key={String(at)}>
            <div>
              <b>{headingOf(row)}</b>
              <p class="under">{shownText(row['purpose'] ?? row['why'])}</p>
              <ul>
                {textsOf(row['h3']).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              {textsOf(row['points']).length === 0 ? null : (
                <p class="under">Mention: {textsOf(row['points']).join(' · ')}</p>
              )}
            </div>
            <span class="muted">{wordsRange(row['target_words'])}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function headingOf(row: Fields): string {
  return shownText(row['h2'] ?? row['heading']);
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((each) => (typeof each === 'string' ? [each] : [])) : [];
}

function wordsRange(value: unknown): string {
  const [low, high] = [valueAt(value, 'p25'), valueAt(value, 'p75')];
  return typeof low === 'number' && typeof high === 'number'
    ? `${numberText(low, undefined)}–${numberText(high, undefined)} words`
    : '';
}

/** Things to check one by one. */
export function Checklist({ title, rows }: { readonly title: string; readonly rows: readonly Fields[] }): VNode {
  const taskOf = (row: Fields): string =>
    shownText(row['task'] ?? row['check'] ?? row['criterion'] ?? row['action'] ?? row['advice'] ?? row['claim']);
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
        <span class="grow" />
        {canCopy() ? <Copy text={() => rows.map((row) => `- [ ] ${taskOf(row)}`).join('\n')} what={title} /> : null}
      </header>
      <ul class="checklist">
        {rows.map((row, at) => {
          const why = row['why'] ?? row['because'] ?? row['hint'];
          return (
            <li key={String(at)}>
              <label>
                <input type="checkbox" />
                <span>
                  <Words text={taskOf(row)} />
                </span>
              </label>
              {typeof row['severity'] === 'string' ? <Level level={row['severity']} /> : null}
              {typeof why === 'string' ? <p class="under">{why}</p> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What the search engine wrote itself, with the pages that it cites by number. */
export function Overview({ title, answer }: { readonly title: string; readonly answer: Fields }): VNode | null {
  const text = valueAt(answer, 'overview.text') ?? valueAt(answer, 'overview.markdown');
  const references = answer['references'];
  if (typeof text !== 'string') return null;
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
      </header>
      <div class="inside overview">
        {text.split(/\n{2,}/).map((part, at) => (
          <p key={String(at)}>{part.replaceAll(/[*#]+/g, '')}</p>
        ))}
        {isRows(references) ? (
          <ol>
            {references.map((reference, at) => {
              const url = reference['url'];
              return (
                <li key={String(at)} class={reference['own'] === true ? 'own' : undefined}>
                  {typeof url === 'string' ? (
                    <a href={url} target="_blank" rel="noreferrer noopener">
                      {shownText(reference['title'] ?? addressText(url))}
                    </a>
                  ) : (
                    shownText(reference['title'])
                  )}
                  {reference['own'] === true ? <span class="badge-soft good">Yours</span> : null}
                </li>
              );
            })}
          </ol>
        ) : null}
      </div>
    </section>
  );
}

/** A result page in its order: what stands where, and whose it is. */
export function ResultPage({ title, value }: { readonly title: string; readonly value: unknown }): VNode | null {
  const features = valueAt(value, 'features');
  const organic = valueAt(value, 'organic');
  if (!isRows(organic)) return null;
  const blocks = [
    ...(isRows(features) ? features : [])
      .filter(({ present }) => present === true)
      .map((feature) => ({ at: positionOf(feature), feature, row: undefined })),
    ...organic.map((row) => ({ at: positionOf(row), feature: undefined, row })),
  ].toSorted((one, other) => one.at - other.at);
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
      </header>
      <ol class="result-page">
        {blocks.map(({ feature, row }, at) => (
          <li key={String(at)} class={feature === undefined ? undefined : 'is-feature'}>
            {feature === undefined ? <Result row={row ?? {}} /> : <Feature feature={feature} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function positionOf(row: Fields): number {
  const at = row['rank_absolute'] ?? row['position'];
  return typeof at === 'number' ? at : 0.5;
}

function Feature({ feature }: { readonly feature: Fields }): VNode {
  const { name, type, owner, winnable, how } = feature;
  return (
    <>
      <b>{wordsOf(String(name ?? type))}</b>
      {typeof owner === 'string' ? <span class="faint"> {owner}</span> : null}
      {winnable === true ? <span class="badge-soft good">Can be won</span> : null}
      {typeof how === 'string' ? <p class="under">{how}</p> : null}
    </>
  );
}

function Result({ row }: { readonly row: Fields }): VNode {
  const { position, url, title, domain, own, page_type: kind } = row;
  return (
    <>
      <span class="place">{shownText(position)}</span>
      <span>
        {typeof url === 'string' ? (
          <a href={url} target="_blank" rel="noreferrer noopener">
            {shownText(title ?? addressText(url))}
          </a>
        ) : (
          shownText(title)
        )}
        <span class="under">
          {shownText(domain)}
          {typeof kind === 'string' ? ` · ${wordsOf(kind)}` : ''}
        </span>
      </span>
      {own === true ? <span class="badge-soft good">Yours</span> : null}
    </>
  );
}

/** Words of a draft beside what is to be done with them. */
export function Draft({ title, answer, text }: DraftProps): VNode | null {
  const tasks = answer['editor_tasks'];
  if (!isRows(tasks)) return null;
  const marks = [...marked(answer['weak_sections']), ...marked(answer['proof_gaps'])];
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
        <span class="faint">{count(tasks.length, 'task')}</span>
      </header>
      <div class={text === undefined ? 'draft' : 'draft has-text'}>
        {text === undefined ? null : (
          <pre class="draft-text" tabIndex={0} aria-label="The draft">
            {text.split('\n').map((line, at) => {
              const why = marks.find((mark) => mark.line === at + 1)?.why;
              return (
                <span key={String(at)} class={why === undefined ? 'line' : 'line is-marked'} title={why}>
                  <span class="line-number">{at + 1}</span>
                  {line}
                  {'\n'}
                </span>
              );
            })}
          </pre>
        )}
        <ol class="tasks">
          {tasks.map((task, at) => (
            <li key={String(at)}>
              <label>
                <input type="checkbox" />
                <span>
                  <Words text={String(task['task'])} />
                </span>
              </label>
              <span class="under">
                {[
                  task['where'],
                  typeof task['effort'] === 'string' ? `${task['effort']} effort` : undefined,
                  gainOf(task),
                ]
                  .filter((each) => typeof each === 'string')
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

interface DraftProps {
  readonly title: string;
  readonly answer: Fields;
  /** Undefined where it is not kept. */
  readonly text: string | undefined;
}

function gainOf({ points }: Fields): string | undefined {
  return typeof points === 'number' ? `+${numberText(points, undefined)} points` : undefined;
}

function marked(rows: unknown): readonly { readonly line: number; readonly why: string }[] {
  return isRows(rows)
    ? rows.flatMap(({ line, why }) => (typeof line === 'number' ? [{ line, why: String(why) }] : []))
    : [];
}
