import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { day } from '../model/format.ts';
import type { KeptAnswers } from '../model/kept.ts';
import { type FigureId, numberAt, type OverviewFacts, type OverviewFigure } from '../model/overview.ts';
import { OVERVIEW } from '../model/overview-questions.ts';
import { pageAddress, type Subject } from '../model/subject.ts';
import type { Question } from '../model/questions.ts';
import { isRows, valueAt } from '../model/values.ts';
import { ChartOf } from '../parts/charts/chart-of.tsx';
import type { ChartSpec } from '../model/chart-spec.ts';
import { OnlyFor } from '../parts/only-for.tsx';
import { usePriceRule } from './question-panel.tsx';

interface OverviewBandProps {
  readonly subject: Subject;
  readonly figures: readonly OverviewFigure[];
  readonly facts: OverviewFacts;
  readonly kept: KeptAnswers;
  /** Nothing is called unknown before it was looked up. */
  readonly isLoaded: boolean;
}

/** Five figures; the one that is pressed is drawn below. */
export function OverviewBand({ subject, figures, facts, kept, isLoaded }: OverviewBandProps): VNode {
  const [pressed, setPressed] = useState<FigureId>();
  const chosen = pressed ?? PREFERRED.find((id) => seriesOf(id, facts) !== undefined) ?? 'health';
  const series = seriesOf(chosen, facts);
  return (
    <section class="panel" aria-label="Key figures">
      <div class="strip">
        {figures.map((figure) => (
          <Figure
            key={figure.id}
            figure={figure}
            isLoaded={isLoaded}
            isChosen={figure.id === chosen}
            onPress={() => setPressed(figure.id)}
          />
        ))}
      </div>
      <div class="band-chart">
        {!isLoaded ? null : series === undefined ? (
          <Unknown subject={subject} id={chosen} facts={facts} kept={kept} />
        ) : (
          <div class="inside">
            <ChartOf {...series} />
          </div>
        )}
      </div>
    </section>
  );
}

/** What is drawn until one is pressed: a course before a comparison. */
const PREFERRED: readonly FigureId[] = ['health', 'domains', 'top10', 'clicks'];

interface FigureProps {
  readonly figure: OverviewFigure;
  readonly isLoaded: boolean;
  readonly isChosen: boolean;
  readonly onPress: () => void;
}

function Figure({ figure: { name, value, unit, change }, isLoaded, isChosen, onPress }: FigureProps): VNode {
  return (
    <button type="button" class="fig" aria-pressed={isChosen} onClick={onPress}>
      <span class="k">{name}</span>
      <span class="v">
        {value ?? (isLoaded ? <span class="unknown">not known</span> : <span class="waiting" />)}
        {unit === undefined || value === null ? null : <small>{unit}</small>}
      </span>
      <span class={`d ${change?.judgement ?? 'none'}`}>{change?.text ?? ' '}</span>
    </button>
  );
}

interface Series {
  readonly title: string;
  readonly spec: ChartSpec;
}

function seriesOf(id: FigureId, facts: OverviewFacts): Series | undefined {
  return SERIES[id](facts);
}

type Point = readonly [at: string, value: number];

/** One line through at least two points. */
function line(title: string, name: string, points: readonly Point[]): Series | undefined {
  if (points.length < 2) return undefined;
  const inOrder = points.toSorted(([one], [other]) => one.localeCompare(other));
  const values = inOrder.map(([, value]) => value);
  return { title, spec: { kind: 'line', x: inOrder.map(([at]) => at.slice(0, 10)), series: [{ name, values }] } };
}

const SERIES: Readonly<Record<FigureId, (facts: OverviewFacts) => Series | undefined>> = {
  clicks: ({ clicks }) => {
    const [from, to] = [numberAt(clicks, 'totals_change.from'), numberAt(clicks, 'totals_change.to')];
    const [before, since] = [valueAt(clicks, 'window.previous_from'), valueAt(clicks, 'window.from')];
    if (from === null || to === null || typeof before !== 'string' || typeof since !== 'string') return undefined;
    const items = [
      { name: `28 days from ${day(since)}`, value: to, isOwn: true },
      { name: `28 days from ${day(before)}`, value: from },
    ];
    return { title: 'Clicks in 28 days', spec: { kind: 'bars', items } };
  },
  health: ({ audit }) =>
    line(
      'Site health by crawl',
      'Health',
      (audit?.history ?? []).flatMap(({ started_at, health_score }) =>
        health_score === null ? [] : [[started_at, health_score] as const],
      ),
    ),
  top10: ({ ranks }) =>
    line(
      'Visibility of tracked keywords by day',
      'Visibility',
      (ranks?.visibility?.history ?? []).flatMap(({ date, value }) => (value === null ? [] : [[date, value] as const])),
    ),
  domains: ({ won }) => {
    const points = valueAt(won, 'points');
    return line(
      'Referring domains',
      'Referring domains',
      (isRows(points) ? points : []).flatMap(({ period, referring_domains: value }) =>
        typeof period === 'string' && typeof value === 'number' ? [[period, value] as const] : [],
      ),
    );
  },
  ai: () => undefined,
};

interface UnknownProps extends Pick<OverviewBandProps, 'subject' | 'facts' | 'kept'> {
  readonly id: FigureId;
}

const ASKS: Readonly<Record<FigureId, Question | undefined>> = {
  clicks: OVERVIEW.clicks,
  health: undefined,
  top10: undefined,
  domains: OVERVIEW.won,
  ai: undefined,
};

/** What would make a figure known. */
function Unknown({ subject, id, facts, kept }: UnknownProps): VNode {
  const question = ASKS[id];
  if (question !== undefined) return <Run question={question} kept={kept} subject={subject} id={id} />;
  if (id === 'health') {
    const [first] = facts.audit?.history ?? [];
    return (
      <p class="empty">
        {first === undefined
          ? 'The health score comes with the first crawl.'
          : `First check on ${day(first.started_at)}. Changes appear after the next crawl.`}{' '}
        <a href={pageAddress(subject, 'data')}>Crawls and data</a>
      </p>
    );
  }
  if (id === 'top10') {
    return (
      <p class="empty">
        No keyword of this site was checked yet. <a href={pageAddress(subject, 'rankings')}>Track keywords</a>
      </p>
    );
  }
  return (
    <p class="empty">
      {facts.mentions === undefined
        ? 'Assistants were not asked about this brand yet.'
        : 'The last answers are on the page AI visibility.'}{' '}
      <a href={pageAddress(subject, 'ai')}>AI visibility</a>
    </p>
  );
}

interface RunProps {
  readonly subject: Subject;
  readonly question: Question;
  readonly kept: KeptAnswers;
  readonly id: FigureId;
}

function Run({ subject, question, kept, id }: RunProps): VNode {
  const price = usePriceRule(question.operation);
  const found = kept.of(question);
  if (found.is === 'ordered' || found.is === 'loading') return <p class="empty">Reading…</p>;
  if (found.is === 'known' && found.job.result === null)
    return <p class="empty">{found.job.progress.message ?? 'Waiting for its turn.'}</p>;
  if (found.is === 'known') {
    return (
      <p class="empty">
        {id === 'clicks' ? (
          <>
            Clicks are measured by Search Console alone.{' '}
            <a href={pageAddress(subject, 'data', 'imports')}>Connect it</a>
          </>
        ) : (
          'Too little is known of the time before to draw it.'
        )}
      </p>
    );
  }
  const asked = id === 'domains' ? [OVERVIEW.links, OVERVIEW.won] : [question];
  return (
    <div class="empty">
      <p>This report has not been run yet.</p>
      <div class="buttons">
        <OnlyFor role="member" what="run reports">
          <button type="button" onClick={() => kept.run(asked, {})}>
            Run
          </button>
        </OnlyFor>
        <span class="muted">{asked.length > 1 ? `${asked.length} reports, ${price} each` : price}</span>
      </div>
    </div>
  );
}
