import type { VNode } from 'preact';

import { type ChartSpec, drawsNothing } from '../../model/chart-spec.ts';
import { BarList } from './bar-list.tsx';
import { GainLossChart, StackChart } from './bars-over-time.tsx';
import { BubbleChart } from './bubble-chart.tsx';
import { Calendar } from './calendar.tsx';
import { LineChart } from './line-chart.tsx';
import { Matrix } from './matrix.tsx';
import { ShareBar } from './share-bar.tsx';
import { TreeMap } from './tree-map.tsx';

interface ChartOfProps {
  /** Told to readers who cannot see the heading above it. */
  readonly title: string;
  readonly spec: ChartSpec;
}

/** Draws any chart, without a panel around it. */
export function ChartOf({ title, spec }: ChartOfProps): VNode | null {
  if (drawsNothing(spec)) return null;
  switch (spec.kind) {
    case 'line':
      return <LineChart title={title} spec={spec} />;
    case 'gain_loss':
      return <GainLossChart title={title} spec={spec} />;
    case 'stack':
      return <StackChart title={title} spec={spec} />;
    case 'bars':
      return <BarList title={title} spec={spec} />;
    case 'share':
      return <ShareBar title={title} spec={spec} />;
    case 'matrix':
      return <Matrix title={title} spec={spec} />;
    case 'bubble':
      return <BubbleChart title={title} spec={spec} />;
    case 'treemap':
      return <TreeMap title={title} spec={spec} />;
    case 'calendar':
      return <Calendar title={title} spec={spec} />;
  }
}

/** A chart in a panel of its own. */
export function ChartPanel({ title, spec, note }: ChartOfProps & { readonly note?: string | undefined }): VNode {
  return (
    <section class={`panel chart-panel is-${spec.kind}`}>
      <header>
        <h2>{title}</h2>
      </header>
      <div class="inside">
        <ChartOf title={title} spec={spec} />
        {note === undefined ? null : <p class="figure-note">{note}</p>}
      </div>
    </section>
  );
}
