import type { StepDraft } from '../guidance/plan.ts';
import { readDataRows } from '../kernel/data.ts';
import { Level } from '../kernel/level.ts';
import { keyed } from './fields.ts';

/** Texts by class, from data files whose first column is the class. */

/** @throws Error when a class has no row, which is a mistake of the file */
export function readTexts<Class extends string>(
  module: string,
  path: string,
  classes: readonly Class[],
): Readonly<Record<Class, readonly string[]>> {
  const rows = new Map(readDataRows(module, path).map(([name = '', ...cells]) => [name, cells]));
  return keyed(classes, (name) => {
    const cells = rows.get(name);
    if (cells === undefined) throw new Error(`${path} has no row “${name}”.`);
    return cells;
  });
}

/** What to do about each class of rows, the most pressing first. */
export type Playbook<Class extends string> = readonly (readonly [Class, StepDraft])[];

/** A playbook whose columns are class, effort, owner, action and why. The order of the file is that of the steps. */
export function readPlaybook<Class extends string>(
  module: string,
  path: string,
  classes: readonly Class[],
): Playbook<Class> {
  return readDataRows(module, path).map(([name, effort, owner_hint = '', action = '', why = '']) => {
    const found = classes.find((each) => each === name);
    if (found === undefined) throw new Error(`${path} names the class “${name}”, which does not exist.`);
    return [found, { action, why, effort: Level.parse(effort), owner_hint }];
  });
}

/**
 * One step for each class that occurs among the rows, in the order of the playbook, with its first rows as evidence.
 *
 * @param quiet a class that needs no step where there is another
 */
export function draftSteps<Class extends string>(
  playbook: Playbook<Class>,
  rows: readonly { readonly name: Class; readonly quote: string }[],
  quiet?: Class,
): StepDraft[] {
  const steps = playbook.flatMap(([name, step]) => {
    const quotes = rows.flatMap((row) => (row.name === name ? [row.quote] : []));
    const evidence = [`${name}: ${quotes.length}`, ...quotes.slice(0, 3)];
    return quotes.length === 0 ? [] : [{ name, step: { ...step, evidence } }];
  });
  const pressing = steps.filter(({ name }) => name !== quiet);
  return (pressing.length > 0 ? pressing : steps).map(({ step }) => step);
}
