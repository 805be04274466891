import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useContext } from 'preact/hooks';

import { SessionContext } from '../model/session.ts';
import { type Way, waysIn, withoutCommands } from '../model/ways.ts';
import { OnlyFor } from './only-for.tsx';

/** The service marks code as Markdown does, and names commands that nobody gives in a browser. */
export function Words({ text }: { readonly text: string }): VNode {
  const shown = withoutCommands(text);
  const parts = shown.split('`');
  // A lone mark is a mark and no code.
  if (parts.length % 2 === 0) return <>{shown}</>;
  return <>{parts.map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</>;
}

/** What to do about a problem, and where. */
export function Advice({ text }: { readonly text: string }): VNode {
  const words = withoutCommands(text);
  return (
    <>
      {words === '' ? null : (
        <p>
          <Words text={text} />
        </p>
      )}
      <Ways of={[text]} />
    </>
  );
}

interface WaysProps {
  /** Texts of the service that advise something. */
  readonly of: readonly string[];
  /** At most so many. */
  readonly max?: number;
  /** As buttons, the first of them for what the page is for; else as links. */
  readonly asButtons?: boolean;
}

/** Links to the pages for what some texts advise; nothing where nobody is logged in. */
export function Ways({ of, max, asButtons = false }: WaysProps): VNode | null {
  const session = useContext(SessionContext);
  const ways = new Map(of.flatMap(waysIn).map((way) => [way.title, way]));
  if (session === undefined || ways.size === 0) return null;
  const shown = [...ways.values()].slice(0, max);
  return (
    <p class="ways">
      {shown.map((way, at) => (
        <WayLink
          key={way.title}
          way={way}
          kind={asButtons ? (at === 0 ? 'button primary' : 'button') : undefined}
          isSilent={shown.findIndex(({ what }) => what === way.what) < at}
        />
      ))}
    </p>
  );
}

interface WayLinkProps {
  readonly way: Way;
  /** The class of a button; left out, it is a link like others. */
  readonly kind?: string | undefined;
  /** Another link beside it says whom to ask. */
  readonly isSilent?: boolean;
}

export function WayLink({ way, kind, isSilent = false }: WayLinkProps): VNode {
  const { path } = useLocation();
  const site = /^\/dashboard\/s\/([^/]+)/.exec(path)?.[1];
  return (
    <OnlyFor role={way.role} what={way.what} isSilent={isSilent}>
      <a class={kind} href={way.address(site === undefined ? undefined : decodeURIComponent(site))}>
        {way.title}
      </a>
    </OnlyFor>
  );
}
