import type { DefinedSource } from '../ports/define-source.ts';
import { anthropic } from './anthropic/source.ts';
import { bingWebmaster } from './bing-webmaster/source.ts';
import { brave } from './brave/source.ts';
import { dataforseo } from './dataforseo/source.ts';
import { embeddings } from './embeddings/source.ts';
import { gemini } from './gemini/source.ts';
import { googlePlaces } from './google-places/source.ts';
import { hackerNews } from './hacker-news/source.ts';
import { nominatim } from './nominatim/source.ts';
import { openai } from './openai/source.ts';
import { openrouter } from './openrouter/source.ts';
import { ownAssistant } from './own-assistant/source.ts';
import { perplexity } from './perplexity/source.ts';
import { searchConsole } from './search-console/source.ts';
import { searxng } from './searxng/source.ts';
import { serpapi } from './serpapi/source.ts';
import { serper } from './serper/source.ts';
import { xai } from './xai/source.ts';
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
  openai,
  anthropic,
  gemini,
  perplexity,
  xai,
  openrouter,
  ownAssistant,
];
