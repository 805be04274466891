import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { findExampleFaults } from '../scripts/gen/example-faults.ts';
import type { Operation } from '../src/contract/operation.ts';
import { operations } from '../src/operations/index.ts';

function operationOf(id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  return found;
}

/** The recorded answer of an operation with some of its guidance replaced. */
function faultsWith(id: string, guidance: string, changes: Readonly<Record<string, unknown>>): string[] {
  const file = join(import.meta.dirname, '../docs/operations/examples', `${id}.json`);
  const answer: Record<string, Record<string, unknown>> = JSON.parse(readFileSync(file, 'utf8'));
  return findExampleFaults(operationOf(id), { ...answer, [guidance]: { ...answer[guidance], ...changes } }, operations);
}

describe('the check of a recorded example', () => {
  it('refuses an operation that has none', () => {
    expect(findExampleFaults(operationOf('search'), undefined, operations)).toEqual([
      'has no recorded example: npm run examples -- search',
    ]);
  });

  it('finds nothing wrong with the examples that are committed', () => {
    expect(faultsWith('search', 'agent_support', {})).toEqual([]);
    expect(faultsWith('content.technical-qa', 'agent_workflow', {})).toEqual([]);
  });

  it('refuses empty citations and uses that name no use', () => {
    expect(faultsWith('search', 'agent_support', { citations: [], usable_for: ['x'] })).toEqual([
      'agent_support.citations: is empty',
      'agent_support.usable_for: needs sentences that name a use',
    ]);
  });

  it('refuses a plan without steps, and next calls that their operation would not take', () => {
    const next_calls = [{ ...CALL, operation: 'search', path: '/search', body: { qwery: 'x' } }];
    expect(faultsWith('content.technical-qa', 'agent_workflow', { steps: [], next_calls })).toEqual([
      'agent_workflow.steps: is empty',
      expect.stringContaining('next_calls.0: The input of search is not valid'),
    ]);
    const unknown = [{ ...CALL, operation: 'search.web', path: '/search', body: {} }];
    expect(faultsWith('content.technical-qa', 'agent_workflow', { next_calls: unknown })).toEqual([
      'next_calls.0: there is no operation search.web',
    ]);
  });
});

const CALL = { method: 'POST', reason: 'Shows who ranks for it.', credits: 1 };
