import { readTerms } from '../../../text/keyword.ts';
import { cleanText } from '../../../text/normalize.ts';
import { BUCKET_FACTS } from './buckets.ts';
import type { Draft } from './compose.ts';

export interface GivenAsset {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly page_type?: string | undefined;
  readonly topics?: readonly string[] | undefined;
}

export interface Asset {
  /** Its address, or its title where none was given. */
  readonly name: string;
  readonly page_type: string;
  readonly terms: ReadonlySet<string>;
}

/** Half of the words of a topic have to be in the asset; fewer are chance. */
const SHARED_MIN = 0.5;

export function readAssets(given: readonly GivenAsset[], language: string): Asset[] {
  return given.flatMap((asset) => {
    const name = cleanText(asset.url ?? asset.title ?? '', 500);
    if (name === '') return [];
    const text = [asset.title ?? '', ...(asset.topics ?? [])].join(' ');
    return [
      {
        name,
        page_type: cleanText(asset.page_type ?? '', 60)
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_'),
        terms: new Set(readTerms(text, language)),
      },
    ];
  });
}

function shareOf(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  return [...part].filter((term) => whole.has(term)).length / part.size;
}

/** The own page that should answer a prompt: by its topic first, by the type of page where the prompt has none. */
export function assetFor(draft: Draft, assets: readonly Asset[], language: string): Asset | undefined {
  const wanted = BUCKET_FACTS[draft.bucket].assets;
  const topic = draft.topic === undefined ? undefined : new Set(readTerms(draft.topic.given, language));
  let best: Asset | undefined;
  let most = 0;
  for (const asset of assets) {
    const typed = wanted.includes(asset.page_type) ? 1 : 0;
    const shared = topic === undefined || topic.size === 0 ? 0 : shareOf(topic, asset.terms);
    const points = topic === undefined ? typed : shared >= SHARED_MIN ? 2 * shared + typed : 0;
    if (points <= most) continue;
    best = asset;
    most = points;
  }
  return best;
}
