import type { Operation, RunContext } from '../src/contract/operation.ts';
import type { Brand } from '../src/ports/projects.ts';
import type { Ports } from '../src/ports/sources.ts';
import { type PureAnswer, runChecked } from './pure-operation.ts';

/** A context whose links are what a test says; any other question of it throws. */
export function contextWithLinks(links: Partial<Ports['links']>, brand: Brand | null = null): RunContext {
  const context: RunContext = Object.assign(Object.create(null), {
    ports: { links },
    brand: () => Promise.resolve(brand),
  });
  return context;
}

/** Runs an operation whose source answers `found`. @returns its answer, and the first question that the source got */
export async function askWithLinks<Query, Found>(
  operation: Operation,
  body: Readonly<Record<string, unknown>>,
  found: Found,
  links: (answer: (query: Query) => Promise<Found>) => Partial<Ports['links']>,
): Promise<PureAnswer & { readonly asked: Query | undefined }> {
  const asked: Query[] = [];
  const context = contextWithLinks(
    links(async (query) => {
      asked.push(query);
      return found;
    }),
  );
  const answer = await runChecked(operation, { target: 'acme.test', ...body }, context);
  return { ...answer, asked: asked[0] };
}
