import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

import { day } from '../model/format.ts';
import { type FigureSource, sourcesInOrder } from '../model/figure-source.ts';
import { distinctSources, isDemo, sourceName, standingOf } from '../model/source-notes.ts';
import { isRows, valueAt } from '../model/values.ts';
import type { Fields } from '../model/report.ts';

const COVERAGES = ['full', 'partial', 'sample', 'none'];

/** How much a source covers: a full, a half, a quarter, an empty disc. */
function CoverageMark({ coverage }: { readonly coverage: string }): VNode | null {
  if (!COVERAGES.includes(coverage)) return null;
  return (
    <svg class="coverage" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      {coverage === 'full' ? (
        <circle cx="5" cy="5" r="4.5" fill="currentColor" />
      ) : (
        <circle
          cx="5"
          cy="5"
          r="4"
          fill="none"
          stroke="currentColor"
          stroke-dasharray={coverage === 'none' ? '2 1.5' : undefined}
        />
      )}
      {coverage === 'partial' ? <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" /> : null}
      {coverage === 'sample' ? <path d="M5 5V1a4 4 0 0 1 4 4z" fill="currentColor" /> : null}
    </svg>
  );
}

const NOTE_MAX = 180;
const SHOWN_MAX = 3;

interface SourcesProps {
  readonly meta: unknown;
  /** Capabilities that the figures do not rest on. */
  readonly besides: readonly string[] | undefined;
}

/** Where the figures come from, with what is missing. */
export function Sources({ meta, besides = [] }: SourcesProps): VNode | null {
  const sources = sourcesInOrder(meta, besides);
  if (sources.length === 0) return null;
  const entries = distinctSources(sources);
  return (
    <>
      <ul class="sources">
        {isDemo(meta) ? (
          <li>
            <span class="badge-soft warn">Demo</span> Every figure is made up
          </li>
        ) : null}
        {entries.slice(0, SHOWN_MAX).map(sourceLine)}
      </ul>
      {entries.length > SHOWN_MAX ? (
        <details class="more-sources">
          <summary>{entries.length - SHOWN_MAX} more sources</summary>
          <ul class="sources">{entries.slice(SHOWN_MAX).map(sourceLine)}</ul>
        </details>
      ) : null}
    </>
  );
}

function sourceLine(source: Fields, at: number): VNode {
  const { coverage, observed_at: observed, note } = source;
  const text =
    typeof note === 'string' ? note.replace(/^Demo data\b[^.]*\.\s*/i, '').replace(/^From your own index: /, '') : '';
  return (
    <li key={String(at)}>
      <CoverageMark coverage={String(coverage)} /> {sourceName(source['source'])}
      {standingOf(source)}
      {typeof observed === 'string' ? `, ${day(observed)}` : ''}
      {text === '' ? (
        ''
      ) : (
        <span title={text}>: {text.length > NOTE_MAX ? `${text.slice(0, NOTE_MAX - 1)}…` : text}</span>
      )}
    </li>
  );
}

interface FigureMarkProps {
  /** What the figure is called. */
  readonly of: string;
  readonly source: FigureSource | undefined;
  /** For whoever may connect what would tell more. */
  readonly mayConnect: boolean;
}

/** After the name of a figure that rests on something else than its report: what that is, how much it covers, how to get more. */
export function FigureMark({ of, source, mayConnect }: FigureMarkProps): VNode | null {
  const id = useId();
  if (source === undefined) return null;
  const { coverage, sources, rows } = source;
  return (
    <>
      <button type="button" class="figure-mark" popovertarget={id} title={`Where ${of} comes from`}>
        <CoverageMark coverage={coverage} />
        <span class="unseen">Where {of} comes from</span>
      </button>
      <div id={id} popover="auto" class="popover">
        {sources.length === 0 ? null : <ul class="sources">{sources.map(sourceLine)}</ul>}
        {rows === '' ? null : <p>{rows}</p>}
        {coverage === 'full' || !mayConnect ? null : (
          <a href="/dashboard/settings/sources">Connect or import a source</a>
        )}
      </div>
    </>
  );
}

/** What is missing, in the words of the sources. */
export function whyUnknown(meta: unknown): string {
  const sources = valueAt(meta, 'sources');
  const reasons = isRows(sources)
    ? sources.flatMap(({ source, note, coverage, status }) =>
        typeof note === 'string' && note !== '' && (coverage !== 'full' || status !== 'answered')
          ? [`${sourceName(source)}: ${note}`]
          : [],
      )
    : [];
  return reasons.length === 0 ? 'No source of this report says so.' : [...new Set(reasons)].slice(0, 2).join(' ');
}
