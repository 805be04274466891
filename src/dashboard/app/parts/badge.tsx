import type { VNode } from 'preact';

import { minute } from '../model/format.ts';

type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet';

const MARKS: Record<Tone, string> = { good: '●', bad: '✕', warn: '▲', busy: '◐', quiet: '○' };

/** A state in words, with a mark and a colour for anyone who scans the column. */
export function Badge({ tone, text }: { readonly tone: Tone; readonly text: string }): VNode {
  return (
    <span class={`badge ${tone}`}>
      <span aria-hidden="true">{MARKS[tone]}</span> <span class="word">{text}</span>
    </span>
  );
}

export function Time({ at }: { readonly at: string | null }): VNode {
  if (at === null) return <span class="muted">–</span>;
  return (
    <time dateTime={at} title={at}>
      {minute(at)}
    </time>
  );
}

/** How much of something is used. */
export function Bar({
  value,
  max,
  label,
}: {
  readonly value: number;
  readonly max: number;
  readonly label: string;
}): VNode {
  return <progress class="bar" value={Math.min(value, max)} max={max} aria-label={label} />;
}
