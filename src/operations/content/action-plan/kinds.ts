import { tokenize } from '../../../web/words.ts';

/**
 * What kind of work an item is, by the words of its title, and how much each goal asks for that kind.
 *
 * Word beginnings, so that one entry covers the forms of a word; a phrase of two words counts as one. The list is ours:
 * English first, with the words that German, Spanish and Japanese plans use for the same work.
 */
export const WORK_KINDS = [
  'refresh',
  'technical',
  'links',
  'internal_links',
  'conversion',
  'launch',
  'new_content',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

export const GOALS = [
  'traffic_growth',
  'lead_generation',
  'refresh_decay',
  'launch_support',
  'authority_building',
] as const;
export type Goal = (typeof GOALS)[number];

const BEGINNINGS: Readonly<Record<WorkKind, readonly string[]>> = {
  internal_links: [
    'internal link',
    'interne verlink',
    'interne link',
    'enlaces intern',
    'enlazado intern',
    '内部リンク',
  ],
  refresh: [
    'refresh',
    'updat',
    'rewrit',
    'revis',
    'decay',
    'outdated',
    'improv',
    'expand',
    'consolidat',
    'merge',
    'prune',
    'aktualisier',
    'überarbeit',
    'auffrisch',
    'actualiz',
    'reescrib',
    'mejor',
    '更新',
    'リライト',
    '見直し',
  ],
  technical: [
    'fix',
    'redirect',
    'canonical',
    'noindex',
    'index',
    'sitemap',
    'robots',
    'schema',
    'structured data',
    'speed',
    'crawl',
    'core web',
    'lcp',
    'inp',
    'cls',
    '404',
    '301',
    'hreflang',
    'broken',
    'error',
    'https',
    'migrat',
    'duplicate',
    'beheb',
    'weiterleit',
    'ladezeit',
    'fehler',
    'correg',
    'arregl',
    'redirig',
    'velocidad',
    '修正',
    '速度',
    'エラー',
  ],
  links: [
    'backlink',
    'link build',
    'outreach',
    'digital pr',
    'guest post',
    'link gap',
    'mention',
    'press',
    'reclaim',
    'earn link',
    'linkaufbau',
    'gastbeitrag',
    'presse',
    'enlaces extern',
    'prensa',
    '被リンク',
    '広報',
    'プレス',
  ],
  conversion: [
    'pricing',
    'price',
    'demo',
    'trial',
    'landing',
    'cta',
    'signup',
    'sign up',
    'form',
    'convers',
    'lead',
    'checkout',
    'compar',
    'alternative',
    ' vs',
    'testimonial',
    'case study',
    'preis',
    'formular',
    'vergleich',
    'precio',
    'formulario',
    'comparativ',
    '料金',
    '比較',
    'お問い合わせ',
    '資料請求',
  ],
  launch: [
    'launch',
    'announc',
    'release',
    'product page',
    'rollout',
    'go live',
    'einführ',
    'ankündig',
    'lanzamient',
    'lanzar',
    'リリース',
    '発表',
    '公開',
  ],
  new_content: [
    'write',
    'create',
    'publish',
    'draft',
    'new',
    'guide',
    'article',
    'blog',
    'brief',
    'post',
    'glossary',
    'template',
    'video',
    'schreib',
    'erstell',
    'neue',
    'leitfaden',
    'artikel',
    'escrib',
    'crear',
    'nuev',
    'guía',
    'artículo',
    '作成',
    '記事',
    '新規',
    '執筆',
  ],
};

/** How well a kind of work serves a goal, 0-100; our own judgement, pinned by a test. */
export const GOAL_FIT: Readonly<Record<Goal, Readonly<Record<WorkKind, number>>>> = {
  traffic_growth: {
    new_content: 90,
    refresh: 80,
    technical: 75,
    internal_links: 70,
    links: 65,
    launch: 45,
    conversion: 35,
  },
  lead_generation: {
    conversion: 100,
    launch: 60,
    refresh: 55,
    technical: 50,
    internal_links: 50,
    new_content: 45,
    links: 35,
  },
  refresh_decay: {
    refresh: 100,
    internal_links: 70,
    technical: 65,
    conversion: 35,
    links: 35,
    new_content: 20,
    launch: 15,
  },
  launch_support: {
    launch: 100,
    conversion: 75,
    new_content: 65,
    technical: 60,
    links: 60,
    internal_links: 55,
    refresh: 25,
  },
  authority_building: {
    links: 100,
    new_content: 70,
    internal_links: 55,
    refresh: 50,
    technical: 40,
    launch: 40,
    conversion: 25,
  },
};

export interface KindFound {
  readonly value: WorkKind | 'other';
  readonly confidence: number;
  /** The words that it goes by. */
  readonly evidence: readonly string[];
}

/** The kind that most words of a title speak for; the first of the list above where they are equal. */
export function kindOf(title: string): KindFound {
  const words = tokenize(title).slice(0, 60);
  const line = ' ' + words.join(' ') + ' ';
  const unspaced = words.join('');
  const taken = new Set<string>();
  let best: { kind: WorkKind; points: number; evidence: string[] } | undefined;
  let all = 0;
  for (const kind of ORDER) {
    const evidence = BEGINNINGS[kind].filter((start) => !taken.has(start) && stands(start, line, unspaced));
    // A phrase says more than a word: "internal link" is no plain "link".
    const points = evidence.reduce((sum, start) => sum + (start.trim().includes(' ') ? 2 : 1), 0);
    evidence.forEach((start) => taken.add(start));
    all += points;
    if (points > (best?.points ?? 0)) best = { kind, points, evidence };
  }
  if (best === undefined) return { value: 'other', confidence: 0, evidence: [] };
  const share = best.points / all;
  return {
    value: best.kind,
    confidence: Math.round(100 * share * (best.points > 1 ? 0.9 : 0.75)) / 100,
    evidence: best.evidence.map((start) => start.trim()),
  };
}

const ORDER: readonly WorkKind[] = WORK_KINDS;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

function stands(start: string, line: string, unspaced: string): boolean {
  return UNSPACED.test(start) ? unspaced.includes(start) : line.includes(start.startsWith(' ') ? start : ' ' + start);
}
