import type { z } from 'zod';

import type { Operation } from '../src/contract/operation.ts';
import { runChecked } from './pure-operation.ts';
import { contextWithRankings, type KnownRankings } from './ranking-records.ts';

/** What an operation answers where so much of rankings is known, with what it asked for and what it costs. */
export async function askRankings<Report extends z.ZodType>(
  operation: Operation,
  schema: Report,
  input: Readonly<Record<string, unknown>>,
  known: KnownRankings,
) {
  const { context, asked } = contextWithRankings(known);
  const answer = await runChecked(operation, input, context);
  const { credits, guidance } = await operation.prepare(input).run(contextWithRankings(known).context);
  if (guidance === undefined || !('steps' in guidance)) throw new Error('The operation answers a workflow.');
  return { ...answer, report: schema.parse(answer.result), asked, credits, guidance };
}

/** The row of a list that is about this keyword or domain. */
export function rowOf<Name extends string, Row extends Readonly<Record<Name, string>>>(
  items: readonly Row[],
  name: Name,
): (value: string) => Row {
  return (value) => {
    const found = items.find((item) => item[name] === value);
    if (found === undefined) throw new Error(`There is no row for ${value}.`);
    return found;
  };
}
