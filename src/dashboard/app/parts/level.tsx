import type { VNode } from 'preact';

const SHAPES: Readonly<Record<string, VNode>> = {
  critical: <path fill="currentColor" d="M3.8.8h4.4l3 3v4.4l-3 3H3.8l-3-3V3.8z" />,
  high: <path fill="currentColor" d="M6 1 11.5 10.8H.5z" />,
  medium: <path fill="currentColor" d="M6 .6 11.4 6 6 11.4.6 6z" />,
  low: <circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" stroke-width="1.75" />,
  pass: <path d="m2 6.5 2.7 2.7L10 3.3" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" />,
};

const SAME: Readonly<Record<string, string>> = {
  fail: 'critical',
  failing: 'critical',
  failed: 'critical',
  warn: 'medium',
  warning: 'medium',
  passed: 'pass',
  passing: 'pass',
  met: 'pass',
  ok: 'pass',
  info: 'low',
  notice: 'low',
};

/** Fields whose words are levels. */
export const LEVEL_FIELDS: ReadonlySet<string> = new Set(['severity', 'priority', 'status', 'likelihood', 'impact']);

/** Its shape in its colour, beside words of its own. */
export function LevelMark({ level }: { readonly level: string }): VNode {
  return (
    <span class={`level is-${level}`} aria-hidden="true">
      <svg width="12" height="12" viewBox="0 0 12 12">
        {SHAPES[level]}
      </svg>
    </span>
  );
}

/** A level: its shape, its colour and its word. */
export function Level({ level }: { readonly level: string }): VNode {
  const kind = SAME[level] ?? level;
  const shape = SHAPES[kind];
  const words = level.replaceAll('_', ' ');
  return (
    <span class={`level is-${kind}`}>
      {shape === undefined ? null : (
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          {shape}
        </svg>
      )}
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </span>
  );
}
