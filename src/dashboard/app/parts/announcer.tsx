import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

let tell: (text: string) => void = () => undefined;

/** Announces what was done, briefly on screen and to screen readers. */
export function announce(text: string): void {
  tell(text);
}

const SHOWN_MS = 6000;

export function Announcer(): VNode {
  const [text, setText] = useState('');
  useEffect(() => {
    tell = setText;
  }, []);
  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(() => setText(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class="announcer" role="status" aria-live="polite">
      {text === '' ? null : <p>{text}</p>}
    </div>
  );
}
