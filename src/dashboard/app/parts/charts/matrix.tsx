import type { VNode } from 'preact';

import type { MatrixCell, MatrixSpec } from '../../model/chart-spec.ts';

const STEPS = 5;
const ROWS_MAX = 60;

/** Figures in cells whose colour deepens with them, in five steps. It is a table by itself. */
export function Matrix({ title, spec }: { readonly title: string; readonly spec: MatrixSpec }): VNode {
  const { axes, rows, columns, cells, measure } = spec;
  return (
    <figure class="figure">
      <div class="matrix-box" tabIndex={0} role="group" aria-label={`${title}: ${axes[0]} by ${axes[1]}`}>
        <table class="matrix">
          <caption class="unseen">
            {title}: {measure}, {axes[0]} by {axes[1]}
          </caption>
          <thead>
            <tr>
              <th scope="col">{axes[0]}</th>
              {columns.map((column, at) => (
                <th key={`${at} ${column}`} scope="col" title={column}>
                  <span>{column}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, ROWS_MAX).map((row, at) => (
              <tr key={`${at} ${row}`}>
                <th scope="row" title={row}>
                  <span>{row}</span>
                </th>
                {columns.map((column, place) => (
                  <Cell key={`${place} ${column}`} cell={cells[at]?.[place]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="figure-note">
        {measure}.
        {rows.length > ROWS_MAX ? ` The first ${ROWS_MAX} of ${rows.length} rows; the table below has all.` : ''}
      </p>
    </figure>
  );
}

function Cell({ cell }: { readonly cell: MatrixCell | undefined }): VNode {
  if (cell === undefined) return <td class="heat-0" />;
  const { text, heat, isHatched = false, hint } = cell;
  const step = heat === null ? 0 : Math.min(STEPS, Math.max(1, Math.ceil(heat * STEPS)));
  return (
    <td class={isHatched ? 'heat-none' : `heat-${step}`} title={hint}>
      {text}
    </td>
  );
}
