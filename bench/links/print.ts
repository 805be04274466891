import { written } from './measure.ts';
import { QUESTION_AIMS_MS, QUESTIONS, type TargetClass } from './questions.ts';
import { cellOf, type Cells } from './rounds.ts';

export interface Table {
  readonly name: string;
  readonly cells: Cells;
}

/** One line a question and class of targets, with what is aimed at beside what was measured. */
export function printQuestions(tables: readonly Table[], classes: readonly TargetClass[]): void {
  console.log(`\n${'p50 and p95 in ms'.padEnd(29)} ${tables.map(({ name }) => name.padStart(15)).join('  ')}    aim`);
  for (const target of classes) {
    for (const question of Object.keys(QUESTIONS)) {
      const aim_ms = QUESTION_AIMS_MS[question] ?? target.aim_ms;
      const cells = tables.map(({ cells: all }) => written(all.get(cellOf(question, target))));
      const isMet = (table: Table | undefined): boolean => {
        const times = table?.cells.get(cellOf(question, target));
        return times !== undefined && times.failed === 0 && times.p95_ms <= aim_ms;
      };
      const [alone, inTurn] = tables;
      const verdict = isMet(alone) ? 'met' : isMet(inTurn) ? 'met in turn' : 'MISSED';
      const name = `${target.name.padEnd(8)} ${question}`;
      console.log(`${name.padEnd(29)} ${cells.join('  ')}  ${String(aim_ms).padStart(5)} ${verdict}`);
    }
  }
  for (const { name, cells } of tables) {
    for (const [cell, { failed, failure }] of cells) {
      if (failed > 0) console.log(`${name}: ${cell} failed ${failed} ${failed === 1 ? 'time' : 'times'}: ${failure}`);
    }
  }
}
