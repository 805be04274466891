import type { ChartSpec } from './chart-spec.ts';
import type { Fields, Unit } from './fields.ts';
import type { Say } from './say.ts';

export type { Fields, Unit };

/** How the answers of an operation are shown. What is not named here is shown as well, after what is. */
export interface Report {
  readonly operation: string;
  /** The tool that it is asked with. */
  readonly place: Place;
  /** What a kept answer is called: of what it is, never the name of the operation. */
  readonly title: (input: Fields) => string;
  /** What is said first: one sentence with figures of this answer alone. */
  readonly answer: ((answer: Fields, say: Say) => string) | undefined;
  /** Six at most, the one that matters most first. */
  readonly cards: readonly Card[];
  readonly charts: readonly ChartOf[];
  readonly views: readonly ViewOf[];
  readonly tables: readonly TableOf[];
  /** Single figures that stand in a list rather than in the band. */
  readonly facts: readonly FactOf[];
  /** What repeats the question or other fields: it stands in the data alone. */
  readonly left_out: readonly string[];
  /** Figures that rest on another capability than the rest of the answer: `links` for `target_authority`. */
  readonly from: ReadonlyMap<string, string>;
  /** Capabilities that add to an answer or check it; its figures rest on the others. */
  readonly besides: readonly string[];
  /** Whether all rows of its list can be asked for at once, as one job. */
  readonly has_export: boolean;
}

export interface FactOf {
  /** Dotted path to what it shows. */
  readonly field: string;
  readonly label: string;
  readonly unit?: Unit;
  /** Left out where it is null: not every answer has it. */
  readonly isOptional?: true;
  /** What it says, where that takes more than the value; null where it is not known. */
  readonly text?: (answer: Fields) => string | null;
}

export type Place = 'links' | 'site' | 'page' | 'keywords' | 'rankings' | 'ai' | 'local' | 'content' | 'plan';

export interface Card {
  /** Dotted path to one value of the answer. */
  readonly field: string;
  readonly label?: string;
  readonly unit?: Unit;
  /** Which way is good. Where it depends, neither is; of positions the first is best. */
  readonly better?: 'higher' | 'lower';
  /** Path of a word that says what the figure means. */
  readonly note?: string;
}

export interface ChartOf {
  readonly title: string;
  /** Paths whose figures it draws. */
  readonly draws: readonly string[];
  readonly note?: string;
  /** Undefined where there is too little to draw. */
  readonly spec: (answer: Fields) => ChartSpec | undefined;
}

/** Drawn by a part of its own, because neither a table nor a chart does it justice. */
export type ViewKind =
  | 'issues'
  | 'conversion'
  | 'snippet'
  | 'jsonld'
  | 'outline'
  | 'checklist'
  | 'markdown'
  | 'draft'
  | 'result_page'
  | 'overview';

export interface ViewOf {
  readonly view: ViewKind;
  readonly title: string;
  /** Path of what it shows; empty for the whole answer. */
  readonly of: string;
}

export interface TableOf {
  /** Dotted path to the rows. */
  readonly rows: string;
  readonly title: string;
  /** Those shown without opening the row; `a › b` shows b below a. The first two are what a phone shows. */
  readonly columns: readonly string[];
  /** `-rank` for the highest first; left out, the order of the service stands. */
  readonly sort?: string;
  /** Tables that follow one another and have one share a panel. */
  readonly tab?: string;
}
