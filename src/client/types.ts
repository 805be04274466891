// Written by `npm run gen`. Do not edit.

export type * from './types/shapes.ts';
export type * from './types/account.ts';
export type * from './types/visibility.ts';
export type * from './types/places.ts';
export type * from './types/backlinks.ts';
export type * from './types/rankings.ts';
export type * from './types/content.ts';
export type * from './types/keywords.ts';
export type * from './types/tracking.ts';
export type * from './types/search.ts';
export type * from './types/sites.ts';
