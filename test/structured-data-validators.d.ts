declare module '@adobe/structured-data-validator' {
  interface Issue {
    readonly severity: 'ERROR' | 'WARNING';
    readonly issueMessage: string;
    readonly path: readonly unknown[];
  }
  export default class Validator {
    constructor(schema?: unknown);
    validate(extracted: unknown): Promise<Issue[]>;
  }
}

declare module '@marbec/web-auto-extractor' {
  interface Extracted {
    readonly jsonld?: Readonly<Record<string, unknown>>;
  }
  export default class WebAutoExtractor {
    constructor(options?: { readonly addLocation?: boolean; readonly embedSource?: readonly string[] });
    parse(html: string): Extracted;
  }
}
