import { runByNpx } from '../config.ts';

/** What whoever started us types to start us again: a clone has npm scripts, the package a program of its own. */
export const IS_CLONE: boolean = import.meta.filename.endsWith('.ts');
export const COMMAND: string = IS_CLONE ? 'npm run seamark --' : runByNpx() ? 'npx seamark' : 'seamark';
