import { z } from 'zod';

import { foldText } from '../../../web/words.ts';
import { readListCell } from '../../../text/cells.ts';
import { cleanText, compareText } from '../../../text/normalize.ts';
import type { OwnedAsset } from './input.ts';
import type { Row } from './prospects.ts';
import { indexVectors, type VectorIndex, readVector, type Vector } from './topics.ts';

export const MatchedAsset = z.object({
  url: z.string().nullable(),
  title: z.string().nullable(),
  page_type: z.string().nullable(),
  linkable_reason: z.string().nullable(),
  relevance: z.number().describe('0-1: how closely the topics of the prospect and the asset match.'),
  shared_topics: z.array(z.string()).describe('Words that both have, most specific first.'),
  newsworthy: z.boolean().describe('Data, a study or a tool: something that editors cover.'),
});
export type MatchedAsset = z.infer<typeof MatchedAsset>;

/** An owned asset, read once. */
export interface Asset {
  readonly url: string | null;
  readonly title: string;
  readonly page_type: string;
  readonly linkable_reason: string;
  readonly newsworthy: boolean;
  readonly vector: Vector;
}

const NEWSWORTHY =
  /\b(?:data|dataset|study|studies|survey|statistics|stats|research|report|index|census|benchmark|infographic|calculator|studie|umfrage|statistik|rechner|estudio|encuesta|estadísticas|informe|calculadora|étude|sondage)\b|調査|統計|データ/;

/** The asset that can be named to others: by its title, else by its address. */
export function nameAsset(asset: { readonly title: string | null; readonly url: string | null }): string {
  return asset.title !== null && asset.title !== '' ? `“${asset.title}”` : (asset.url ?? 'your page');
}

export interface Assets {
  readonly list: readonly Asset[];
  readonly index: VectorIndex;
}

export function readAssets(assets: readonly OwnedAsset[], language: string): Assets {
  const list = assets
    // By all that is given, so that two assets that differ in anything have one order.
    .toSorted((one, other) => compareText(JSON.stringify(one), JSON.stringify(other)))
    .map((asset) => {
      const title = cleanText(asset.title ?? '', 160);
      const pageType = cleanText(asset.page_type ?? '', 60);
      const reason = cleanText(asset.linkable_reason ?? '', 200);
      const url = cleanText(asset.url ?? '', 2048);
      const topics = readListCell(asset.topics);
      return {
        url: url === '' ? null : url,
        title,
        page_type: pageType,
        linkable_reason: reason,
        newsworthy: NEWSWORTHY.test(foldText(`${pageType} ${reason} ${title}`)),
        vector: readVector(language, { topics, title, address: url, aside: reason }),
      };
    })
    .toSorted((one, other) => compareText(keyOfAsset(one), keyOfAsset(other)));
  return { list, index: indexVectors(list.map(({ vector }) => vector)) };
}

function keyOfAsset(asset: Omit<Asset, 'vector' | 'newsworthy'>): string {
  return JSON.stringify([asset.url ?? '~', asset.title, asset.page_type, asset.linkable_reason]);
}

/** Least likeness that is a match: below it, one common word in passing would be one. */
const COSINE_MIN = 0.12;
/** Likeness that counts as the same subject: titles say more than their subject, so that 1 is never reached. */
const COSINE_FULL = 0.55;

/** The asset that shares most with the prospect; null when none shares a telling word. */
export function matchAsset(row: Row, assets: Assets, language: string): MatchedAsset | null {
  const vector = readVector(language, { topics: row.topics, title: row.title, address: row.url ?? '', aside: '' });
  const best = assets.index.nearest(vector, COSINE_MIN);
  const asset = best === undefined ? undefined : assets.list[best.at];
  if (best === undefined || asset === undefined) return null;
  return {
    url: asset.url,
    title: asset.title === '' ? null : asset.title,
    page_type: asset.page_type === '' ? null : asset.page_type,
    linkable_reason: asset.linkable_reason === '' ? null : asset.linkable_reason,
    relevance: Math.round(Math.min(1, best.cosine / COSINE_FULL) * 100) / 100,
    shared_topics: best.shared.slice(0, 5),
    newsworthy: asset.newsworthy,
  };
}
