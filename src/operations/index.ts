// Written by `npm run gen`. Do not edit.
import type { Operation } from '../contract/operation.ts';
import backlinksList from './backlinks/list.ts';
import backlinksSummary from './backlinks/summary.ts';
import contentTechnicalQa from './content/technical-qa.ts';
import extract from './extract.ts';
import search from './search.ts';

/** Every operation, in the order of their files. */
export const operations: readonly Operation[] = [backlinksList, backlinksSummary, contentTechnicalQa, extract, search];
