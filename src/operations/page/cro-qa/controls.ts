import { NOT_TEXT } from '../../../web/page/elements.ts';
import type { Page, Place, Region } from '../../../web/page/page.ts';
import { isHidden, type Landmark, landmarkOf } from '../../../web/page/regions.ts';
import { TextSink } from '../../../web/page/text-reader.ts';
import { type OpenElement, type TreeHandler, walkHtml } from '../../../web/page/walk.ts';

/** Something that visitors click. */
export interface Control {
  readonly kind: 'button' | 'link';
  readonly text: string;
  readonly url: string | undefined;
  readonly href: string | undefined;
  /** Made to look like a button, by its element, role or class. */
  readonly styled: boolean;
  readonly region: Region;
  readonly form: number | undefined;
  readonly place: Place;
}

/** Something that visitors fill in. */
export interface Field {
  readonly type: string;
  readonly name: string;
  readonly required: boolean;
  readonly labelled: boolean;
  readonly form: number | undefined;
  readonly place: Place;
}

export interface Controls {
  readonly controls: readonly Control[];
  readonly fields: readonly Field[];
  /** What the labels of fields say, and where their text begins. */
  readonly labels: readonly { readonly text: string; readonly start: number }[];
  /** Media that start by themselves, with sound. */
  readonly autoplay: readonly Place[];
  /** Elements whose class or name says that a customer is quoted. */
  readonly testimonials: readonly { readonly text: string; readonly place: Place }[];
}

const CONTROLS_MAX = 5000;
const FIELDS_MAX = 1000;
const LABEL_TEXTS_MAX = 5000;
const TESTIMONIALS_MAX = 50;

/** Collects what can be clicked and filled in. Markdown only has links. */
export function readControls(page: Page): Controls {
  if (page.format === 'markdown') return readMarkdownControls(page);
  const reader = new ControlReader(page);
  walkHtml(page.source, reader, ROOT);
  return reader.read();
}

function readMarkdownControls(page: Page): Controls {
  const controls = page.links.slice(0, CONTROLS_MAX).map(({ text, label, url, href, place }): Control => ({
    kind: 'link',
    text: text === '' ? (label ?? '') : text,
    url,
    href,
    styled: false,
    region: 'content',
    form: undefined,
    place,
  }));
  return { controls, fields: [], labels: [], autoplay: [], testimonials: [] };
}

interface Draft extends Omit<Control, 'text' | 'url'> {
  readonly sink: TextSink;
  readonly label: string;
}

interface Context extends Landmark {
  readonly hidden: boolean;
  readonly skipped: boolean;
  readonly form: number | undefined;
  readonly control: Draft | undefined;
  readonly labelled: boolean;
  readonly testimonial: { readonly sink: TextSink; readonly place: Place } | undefined;
}

const ROOT: Context = {
  region: 'content',
  main: false,
  article: false,
  sectioned: false,
  hidden: false,
  skipped: false,
  form: undefined,
  control: undefined,
  labelled: false,
  testimonial: undefined,
};

const BUTTON_CLASS = /(?:^|[\s_-])(?:btn|button|cta|call-to-action)(?:$|[\s_-]|\d)/i;
const TESTIMONIAL_CLASS = /(?:^|[\s_-])(?:testimonials?|customer-quote|review-(?:text|body|card))(?:$|[\s_-])/i;
const BUTTON_INPUTS = new Set(['submit', 'button', 'image']);
/** Text inside belongs to no control; selects are searched for fields like everything else. */
const SKIPPED = new Set([...NOT_TEXT].filter((name) => name !== 'select' && name !== 'textarea'));
const NO_FIELD = new Set(['hidden', 'submit', 'button', 'image', 'reset']);

class ControlReader implements TreeHandler<Context> {
  readonly #page: Page;
  readonly #drafts: Draft[] = [];
  readonly #fields: (Field & { readonly id: string })[] = [];
  readonly #labels = new Set<string>();
  readonly #labelTexts: { readonly text: string; readonly start: number }[] = [];
  readonly #autoplay: Place[] = [];
  readonly #testimonials: { sink: TextSink; place: Place }[] = [];
  #forms = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  doctype(): void {}

  endOf(): void {}

  close(): void {}

  open(element: OpenElement, parent: Context): Context {
    if (element.foreign || element.beyond_depth) return { ...parent, skipped: parent.skipped || element.foreign };
    const { name } = element;
    const hidden = parent.hidden || isHidden(element);
    const form = this.#countForm(name, parent);
    const { region, main, article, sectioned } = landmarkOf(element, parent);
    const seen = !hidden && !parent.skipped;
    if (name === 'label') this.#labels.add(element.attributes.get('for') ?? '');
    return {
      region,
      main,
      article,
      sectioned,
      hidden,
      skipped: parent.skipped || SKIPPED.has(name),
      form,
      labelled: parent.labelled || name === 'label',
      ...(seen
        ? this.#read(element, { ...parent, region, form })
        : { control: parent.control, testimonial: parent.testimonial }),
    };
  }

  #countForm(name: string, parent: Context): number | undefined {
    if (name !== 'form') return parent.form;
    this.#forms += 1;
    return this.#forms - 1;
  }

  #read(element: OpenElement, context: Context): Pick<Context, 'control' | 'testimonial'> {
    this.#readField(element, context);
    if (element.name === 'video' || element.name === 'audio') this.#readMedia(element);
    const control = readControl(element, context);
    if (control !== undefined && this.#drafts.length < CONTROLS_MAX) this.#drafts.push(control);
    return {
      control: control ?? context.control,
      testimonial: context.testimonial ?? this.#readTestimonial(element),
    };
  }

  text(data: string, context: Context, start: number): void {
    if (context.hidden || context.skipped) return;
    if (context.labelled && this.#labelTexts.length < LABEL_TEXTS_MAX) this.#labelTexts.push({ text: data, start });
    context.control?.sink.add(data);
    context.testimonial?.sink.add(data);
  }

  read(): Controls {
    const urls = new Map(this.#page.links.map((link) => [link.place.start, link.url]));
    return {
      controls: this.#drafts.map(({ sink, label, ...control }) => ({
        ...control,
        text: sink.text === '' ? label : sink.text,
        url: urls.get(control.place.start),
      })),
      fields: this.#fields.map(({ id, ...field }) => ({ ...field, labelled: field.labelled || this.#labels.has(id) })),
      labels: this.#labelTexts,
      autoplay: this.#autoplay,
      testimonials: this.#testimonials.map(({ sink, place }) => ({ text: sink.text, place })),
    };
  }

  #readField({ name, attributes, start, end }: OpenElement, { form, labelled }: Context): void {
    const type = readFieldType(name, attributes);
    if (type === undefined || NO_FIELD.has(type) || this.#fields.length >= FIELDS_MAX) return;
    const id = attributes.get('id') ?? '';
    this.#fields.push({
      type,
      name: (attributes.get('name') ?? id).slice(0, 100),
      required: attributes.has('required') || attributes.get('aria-required') === 'true',
      labelled: labelled || LABELS.some((each) => (attributes.get(each) ?? '') !== ''),
      form,
      place: { start, end },
      id,
    });
  }

  #readMedia({ attributes, start, end }: OpenElement): void {
    if (attributes.has('autoplay') && !attributes.has('muted')) this.#autoplay.push({ start, end });
  }

  #readTestimonial({ name, attributes, start, end }: OpenElement): Context['testimonial'] {
    if (this.#testimonials.length >= TESTIMONIALS_MAX) return undefined;
    const classes = (attributes.get('class') ?? '').slice(0, 500);
    if (name !== 'blockquote' && !TESTIMONIAL_CLASS.test(classes)) return undefined;
    const testimonial = { sink: new TextSink(), place: { start, end } };
    this.#testimonials.push(testimonial);
    return testimonial;
  }
}

function readFieldType(name: string, attributes: ReadonlyMap<string, string>): string | undefined {
  if (name === 'select' || name === 'textarea') return name;
  return name === 'input' ? (attributes.get('type')?.trim().toLowerCase() ?? 'text') : undefined;
}

/** What labels a field other than a label element. */
const LABELS = ['aria-label', 'aria-labelledby', 'placeholder', 'title'];
/** What names a control that has no words. */
const NAMES = ['aria-label', 'value', 'alt', 'title'];

function readControl(element: OpenElement, { form, region }: Context): Draft | undefined {
  const { attributes, start, end } = element;
  const isButton = isButtonElement(element);
  if (!isButton && (element.name !== 'a' || !attributes.has('href'))) return undefined;
  const named = NAMES.map((name) => attributes.get(name)?.trim() ?? '').find((text) => text !== '');
  return {
    kind: isButton ? 'button' : 'link',
    styled:
      isButton || readRole(element) === 'button' || BUTTON_CLASS.test((attributes.get('class') ?? '').slice(0, 500)),
    href: attributes.get('href')?.trim(),
    region,
    form,
    place: { start, end },
    sink: new TextSink(),
    label: (named ?? '').slice(0, 300),
  };
}

function isButtonElement(element: OpenElement): boolean {
  const { name, attributes } = element;
  if (name === 'input') return BUTTON_INPUTS.has(attributes.get('type')?.trim().toLowerCase() ?? '');
  return name === 'button' || (name !== 'a' && readRole(element) === 'button');
}

function readRole({ attributes }: OpenElement): string | undefined {
  return attributes.get('role')?.trim().toLowerCase();
}
