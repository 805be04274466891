import { OWN_ENGINE } from '../ports/serp.ts';

const NAMES: Readonly<Record<string, string>> = {
  google: 'Google',
  bing: 'Bing',
  brave: 'Brave',
  duckduckgo: 'DuckDuckGo',
  yahoo: 'Yahoo',
  startpage: 'Startpage',
  mojeek: 'Mojeek',
  qwant: 'Qwant',
  [OWN_ENGINE]: 'your own index',
};

/** An engine as a sentence names it. */
export function nameEngine(engine: string): string {
  return NAMES[engine] ?? engine;
}
