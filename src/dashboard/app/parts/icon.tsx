import type { VNode } from 'preact';

import sprite from './icons.svg?url';

/** A sign of the sprite beside a word, or alone in a control that has a name. */
export function Icon({ name }: { readonly name: string }): VNode {
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

export function Mark(): VNode {
  return (
    <svg class="mark" viewBox="0 0 20 20" aria-hidden="true">
      <use class="buoy" href={`${sprite}#mark`} />
      <use class="waves" href={`${sprite}#waves`} />
    </svg>
  );
}
