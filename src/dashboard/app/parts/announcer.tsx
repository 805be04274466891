import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** What can be done about what was announced, such as to take it back. */
interface Reply {
  readonly text: string;
  readonly work: () => void;
}

interface Said {
  readonly text: string;
  readonly reply: Reply | undefined;
}

let tell: (said: Said) => void = () => undefined;

/** Announces what was done, briefly on screen and to screen readers. */
export function announce(text: string, reply?: Reply): void {
  tell({ text, reply });
}

const SHOWN_MS = 6000;
/** So long something can be taken back. */
const REPLY_MS = 8000;
const NOTHING: Said = { text: '', reply: undefined };

export function Announcer(): VNode {
  const [{ text, reply }, setSaid] = useState(NOTHING);
  useEffect(() => {
    tell = setSaid;
  }, []);
  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(() => setSaid(NOTHING), reply === undefined ? SHOWN_MS : REPLY_MS);
    return () => clearTimeout(timer);
  }, [text, reply]);
  return (
    <div class="announcer" role="status" aria-live="polite">
      {text === '' ? null : (
        <p>
          {text}
          {reply === undefined ? null : (
            <button
              type="button"
              onClick={() => {
                reply.work();
                setSaid(NOTHING);
              }}
            >
              {reply.text}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
