// Written by `npm run gen`. Do not edit.
export const CAPABILITY_NAMES = [
  'assistants',
  'browser',
  'discussions',
  'embeddings',
  'fetch',
  'keywords',
  'links',
  'pages',
  'places',
  'rankings',
  'serp',
  'sites',
] as const;
