import { expect, it } from 'vitest';

import type { Operation } from '../../src/contract/operation.ts';
import type { LinksSource } from '../../src/ports/links.ts';
import anchors from '../../src/operations/backlinks/anchors/operation.ts';
import domainPages from '../../src/operations/backlinks/domain-pages/operation.ts';
import list from '../../src/operations/backlinks/list/operation.ts';
import newLost from '../../src/operations/backlinks/new-lost-timeseries/operation.ts';
import referringDomains from '../../src/operations/backlinks/referring-domains/operation.ts';
import summary from '../../src/operations/backlinks/summary/operation.ts';
import { contextWithLinks } from '../link-context.ts';

/** Whoever leaves out indirect links in one backlink operation can leave them out in all, or the figures would not agree. */
const OPERATIONS: readonly (readonly [Operation, keyof LinksSource])[] = [
  [summary, 'summary'],
  [list, 'list'],
  [anchors, 'anchors'],
  [referringDomains, 'referringDomains'],
  [domainPages, 'targetPages'],
  [newLost, 'timeseries'],
];

class Asked extends Error {}

it.each(OPERATIONS)('%s counts indirect links unless it is asked to leave them out', async (operation, method) => {
  const questions: unknown[] = [];
  const keep = (question: unknown): Promise<never> => {
    questions.push(question);
    return Promise.reject(new Asked());
  };
  const context = Object.assign(contextWithLinks({ [method]: keep }), { now: new Date('2026-03-18T00:00:00Z') });
  for (const body of [{}, { include_indirect_links: true }, { include_indirect_links: false }]) {
    await expect(operation.prepare({ target: 'acme.test', ...body }).run(context)).rejects.toThrow(Asked);
  }
  expect(questions).toMatchObject([true, true, false].map((include_indirect_links) => ({ include_indirect_links })));
});
