/**
 * schema.org types, and the few values a page states about itself, from JSON-LD, microdata and RDFa.
 *
 * JSON-LD is what strangers wrote into a script element: it is read only up to a size, walked only up to a
 * number of nodes, and ignored when it is no JSON.
 */
export class StructuredData {
  private readonly types = new Set<string>();
  private readonly values: Stated = { published: undefined, hasContact: false };
  private bytesLeft = JSON_LENGTH_TOTAL;
  private nodesLeft = NODES_MAX;

  jsonLd(text: string): void {
    if (text.length > Math.min(JSON_LENGTH_MAX, this.bytesLeft)) return;
    this.bytesLeft -= text.length;
    const parsed = parseJson(text);
    if (parsed !== undefined) this.walk(parsed, 0);
  }

  /** The `itemtype` of an element. */
  microdata(itemtype: string): void {
    for (const type of words(itemtype)) if (SCHEMA_URL.test(type)) this.addType(type);
  }

  /** The `typeof` of an element, with the vocabulary in force. */
  rdfa(types: string, vocabulary: string): void {
    for (const type of words(types)) {
      if (SCHEMA_URL.test(type) || type.startsWith('schema:') || SCHEMA_URL.test(vocabulary)) this.addType(type);
    }
  }

  get schemaTypes(): readonly string[] {
    return [...this.types];
  }

  get published(): string | undefined {
    return this.values.published;
  }

  get hasContact(): boolean {
    return this.values.hasContact;
  }

  private addType(text: string): void {
    const name = text.replace(SCHEMA_URL, '').replace('schema:', '');
    if (TYPE_NAME.test(name) && this.types.size < TYPES_MAX) this.types.add(name);
  }

  private walk(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > DEPTH_MAX || this.nodesLeft <= 0) return;
    this.nodesLeft -= 1;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, NODES_MAX)) this.walk(item, depth + 1);
      return;
    }
    for (const [key, item] of Object.entries(value)) this.entry(key, item, depth);
  }

  private entry(key: string, item: unknown, depth: number): void {
    if (key === '@type') {
      for (const type of Array.isArray(item) ? item.slice(0, TYPES_MAX) : [item]) {
        if (typeof type === 'string') this.addType(type.slice(0, 128));
      }
    } else if (key === 'datePublished') {
      if (typeof item === 'string') this.values.published ??= item.slice(0, 64);
    } else if (key === 'telephone' || key === 'email') {
      this.values.hasContact = true;
    } else {
      this.walk(item, depth + 1);
    }
  }
}

interface Stated {
  published: string | undefined;
  hasContact: boolean;
}

export const JSON_LENGTH_MAX = 400_000;
const JSON_LENGTH_TOTAL = 1_000_000;
const NODES_MAX = 10_000;
const DEPTH_MAX = 32;
const TYPES_MAX = 50;
const SCHEMA_URL = /^https?:\/\/(?:www\.)?schema\.org\/?/i;
const TYPE_NAME = /^[A-Za-z][A-Za-z0-9]{0,63}$/;

function words(text: string): readonly string[] {
  return text.slice(0, 1024).split(/\s+/).slice(0, 10);
}

/** Pages often hold raw line breaks inside of strings, which JSON forbids. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replaceAll(CONTROL, ' '));
    } catch {
      return undefined;
    }
  }
}

// oxlint-disable-next-line no-control-regex -- control characters are exactly what is to be replaced
const CONTROL = /[\u0000-\u001f]/g;
