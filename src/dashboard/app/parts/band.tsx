import type { ComponentChildren, VNode } from 'preact';

export interface BandFigure {
  readonly name: string;
  /** Undefined where nothing is known yet: that is said in words, never as 0. */
  readonly value: ComponentChildren | undefined;
  readonly unit?: string;
  /** What the figure is measured over, or compared with. */
  readonly note?: ComponentChildren;
}

/** A few figures side by side, with what each means beneath it. */
export function Band({
  figures,
  unknown,
}: {
  readonly figures: readonly BandFigure[];
  readonly unknown: string;
}): VNode {
  return (
    <dl class="band">
      {figures.map(({ name, value, unit, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          {value === undefined ? (
            <dd class="unknown">{unknown}</dd>
          ) : (
            <dd>
              <span class="value">{value}</span> {unit === undefined ? null : <span class="unit">{unit}</span>}
            </dd>
          )}
          {value === undefined || note === undefined ? null : <dd class="note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
