import type { VNode } from 'preact';

const FIGURES = [1, 2, 3, 4, 5, 6] as const;
const ROWS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Holds the place of a report while it is loaded, so that nothing moves once it is there. */
export function ReportSkeleton(): VNode {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      <div class="line" />
      <div class="panel strip">
        {FIGURES.map((figure) => (
          <div key={figure} class="fig">
            <div class="line short" />
            <div class="line" />
          </div>
        ))}
      </div>
      <div class="panel">
        {ROWS.map((row) => (
          <div key={row} class="row">
            <div class="line" />
          </div>
        ))}
      </div>
    </div>
  );
}
