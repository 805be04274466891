import type { DefinedSource } from '../ports/define-source.ts';
import { bingWebmaster } from './bing-webmaster/source.ts';
import { brave } from './brave/source.ts';
import { dataforseo } from './dataforseo/source.ts';
import { embeddings } from './embeddings/source.ts';
import { googlePlaces } from './google-places/source.ts';
import { hackerNews } from './hacker-news/source.ts';
import { nominatim } from './nominatim/source.ts';
import { searchConsole } from './search-console/source.ts';
import { searxng } from './searxng/source.ts';
import { serpapi } from './serpapi/source.ts';
import { serper } from './serper/source.ts';
import { stackExchange } from './stack-exchange/source.ts';

/** Every source that an operator can connect. Without a preference, they are asked in this order. */
export const sources: readonly DefinedSource[] = [
  dataforseo,
  serper,
  serpapi,
  searxng,
  brave,
  searchConsole,
  bingWebmaster,
  googlePlaces,
  nominatim,
  hackerNews,
  stackExchange,
  embeddings,
];
