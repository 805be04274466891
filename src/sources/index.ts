import type { DefinedSource } from '../ports/define-source.ts';
import { serper } from './serper/source.ts';

/** Every source that an operator can connect; where none is preferred, they are asked in this order. */
export const sources: readonly DefinedSource[] = [serper];
