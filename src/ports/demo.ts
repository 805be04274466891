/** The workspace of the demo. */
export const DEMO_WORKSPACE = 'demo';

/** Said of every source in the demo, and at the head of every summary. */
export const DEMO_NOTE = 'Demo data: the sites and every figure are made up.';

/** Begins the ids of indexes that hold the demo; ids of workspaces have no dot. */
const INDEX_PREFIX = 'demo.';

/** Whether an index holds the demo, so that whatever is asked about it is made up. */
export function isDemoIndex(indexId: string): boolean {
  return indexId.startsWith(INDEX_PREFIX);
}

/** @param name unique among all loads of the demo */
export function demoIndexId(name: string): string {
  return INDEX_PREFIX + name;
}

/** `unfinished`: whoever loaded or removed it was stopped; either can be begun again. */
export type DemoState = 'absent' | 'loading' | 'ready' | 'removing' | 'unfinished';

export interface DemoProgress {
  readonly stage: string;
  readonly percent: number;
}

/** A made web with its history in a workspace of its own, for people who have nothing of their own to look at yet. */
export interface DemoDesk {
  state(): Promise<DemoState>;
  /** What a load of this process has come to; undefined where there is none. */
  progress(): DemoProgress | undefined;
  /**
   * Loads the demo. Nothing happens where it is loaded; what an interrupted load left is removed first.
   *
   * @throws AppError conflict while it is being loaded or removed elsewhere, or a workspace has its name
   */
  load(onProgress: (progress: DemoProgress) => void, signal: AbortSignal): Promise<'loaded' | 'known'>;
  /** Removes all of it. False where there is none. @throws AppError conflict while it is being loaded or removed elsewhere */
  remove(): Promise<boolean>;
}
