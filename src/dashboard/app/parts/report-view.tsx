import type { VNode } from 'preact';

import { isRows, valueAt } from '../model/values.ts';
import type { Fields, ViewOf as Declared } from '../model/report.ts';
import { Markdown } from './markdown.tsx';
import { Copy } from './secret.tsx';
import { findingsOf, Issues } from './issues.tsx';
import { Snippet } from './snippet.tsx';
import { Checklist, Draft, JsonLd, Outline, Overview, ResultPage } from './text-views.tsx';

interface ViewOfProps {
  readonly declared: Declared;
  readonly answer: Fields;
  /** What was asked, where it is kept. */
  readonly input: Fields;
}

/** Draws what neither a table nor a chart does justice. */
export function ViewOf({ declared: { view, title, of }, answer, input }: ViewOfProps): VNode | null {
  const value = of === '' ? answer : valueAt(answer, of);
  if (isOfRows(view)) {
    return <RowsView view={view} title={title} rows={view === 'conversion' ? findingsOf(value) : value} />;
  }
  switch (view) {
    case 'snippet':
      return <Snippet title={title} answer={answer} />;
    case 'jsonld':
      return <JsonLd title={title} value={value} />;
    case 'markdown':
      return typeof value === 'string' ? <MarkdownPanel title={title} text={value} /> : null;
    case 'draft': {
      const text = input['draft_markdown'];
      return <Draft title={title} answer={answer} text={typeof text === 'string' ? text : undefined} />;
    }
    case 'result_page':
      return <ResultPage title={title} value={value} />;
    case 'overview':
      return <Overview title={title} answer={answer} />;
  }
}

const OF_ROWS: readonly string[] = ['checklist', 'conversion', 'issues', 'outline'];

function isOfRows(view: Declared['view']): view is RowsViewProps['view'] {
  return OF_ROWS.includes(view);
}

interface RowsViewProps {
  readonly view: 'issues' | 'conversion' | 'outline' | 'checklist';
  readonly title: string;
  readonly rows: unknown;
}

function RowsView({ view, title, rows }: RowsViewProps): VNode | null {
  if (!isRows(rows)) return null;
  if (view === 'outline') return <Outline title={title} rows={rows} />;
  return view === 'checklist' ? <Checklist title={title} rows={rows} /> : <Issues title={title} rows={rows} />;
}

function MarkdownPanel({ title, text }: { readonly title: string; readonly text: string }): VNode {
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
        <span class="grow" />
        {'clipboard' in globalThis.navigator ? <Copy text={() => text} what="Markdown" /> : null}
      </header>
      <div class="inside reading">
        <Markdown text={text} />
      </div>
    </section>
  );
}
