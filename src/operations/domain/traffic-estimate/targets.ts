import { parseTarget, type Target } from '../../../web/target.ts';
import { isWithin } from '../../../web/url.ts';

/** A target as it was sent, and what it names. */
export interface AskedTarget {
  readonly sent: string;
  readonly target: Target;
  /** As it was sent, the smallest other target that holds this one. */
  readonly contained_in: string | null;
}

export interface AskedTargets {
  /** Each site or page once, in the order in which they were sent. */
  readonly distinct: readonly AskedTarget[];
  readonly duplicates: readonly { readonly target: string; readonly duplicate_of: string }[];
}

/** `example.com`, `EXAMPLE.com` and `www.example.com` name one site; a page is named by its URL. */
export function readTargets(sent: readonly string[]): AskedTargets {
  const first = new Map<string, { readonly sent: string; readonly target: Target }>();
  const duplicates: { target: string; duplicate_of: string }[] = [];
  for (const [at, text] of sent.entries()) {
    const target = parseTarget(text, `targets[${at}]`);
    const key = nameTarget(target);
    const known = first.get(key);
    if (known === undefined) first.set(key, { sent: text.trim(), target });
    else duplicates.push({ target: text.trim(), duplicate_of: known.sent });
  }
  const distinct = [...first.values()];
  return {
    distinct: distinct.map((each) => ({ ...each, contained_in: findOuter(each.target, distinct) })),
    duplicates,
  };
}

function nameTarget({ type, host_key, host, domain, path_key }: Target): string {
  if (type === 'page') return `${host_key} ${path_key ?? ''}`;
  return host === `www.${domain}` ? domain : host;
}

/** The longest host of those that hold a target is the closest around it. */
function findOuter(inner: Target, all: readonly { readonly sent: string; readonly target: Target }[]): string | null {
  const outer = all
    .filter(({ target }) => target !== inner && target.type !== 'page' && isWithin(inner.host, target.host))
    .toSorted((one, other) => other.target.host.length - one.target.host.length);
  return outer[0]?.sent ?? null;
}
