import type { LinkPosition, LinkType } from '../../ports/links.ts';

/** What tells links to one page apart. */
export interface LinkTexts {
  readonly type: LinkType;
  readonly anchor: string;
  readonly rel: string;
  readonly position: LinkPosition | null;
  readonly alt: string;
  readonly image: string;
}

/** Up to so many are compared one by one, which costs less than to make a key of their texts. */
const COMPARED_MAX = 8;

/** The different links of one page to one other. */
export class LinkVariants<Link extends LinkTexts> {
  private readonly few: Link[] = [];
  private many: Map<string, Link> | undefined;

  find(like: LinkTexts): Link | undefined {
    return this.many === undefined ? this.few.find((link) => isSame(link, like)) : this.many.get(keyOf(like));
  }

  /** For one that is not found. */
  add(link: Link): void {
    if (this.many === undefined && this.few.length >= COMPARED_MAX) {
      this.many = new Map(this.few.map((known) => [keyOf(known), known]));
    }
    if (this.many === undefined) this.few.push(link);
    else this.many.set(keyOf(link), link);
  }
}

function isSame(one: LinkTexts, other: LinkTexts): boolean {
  return (
    one.anchor === other.anchor &&
    one.type === other.type &&
    one.rel === other.rel &&
    one.position === other.position &&
    one.alt === other.alt &&
    one.image === other.image
  );
}

function keyOf({ type, anchor, rel, position, alt, image }: LinkTexts): string {
  return `${type}\n${anchor}\n${rel}\n${position}\n${alt}\n${image}`;
}
