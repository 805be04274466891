import type { Playbook } from './input.ts';

/** A section that pages of a playbook have between their answer and their links. */
interface SectionIdea {
  readonly heading: string;
  readonly purpose: string;
}

export interface PlaybookFacts {
  /** What a reader of such a page came for. */
  readonly promise: string;
  readonly sections: readonly SectionIdea[];
  readonly schema: readonly { readonly type: string; readonly why: string; readonly fields: readonly string[] }[];
}

/** What each kind of page needs; our own reading of what such pages are looked for and found useful for. */
export const PLAYBOOK_FACTS: Readonly<Record<Playbook, PlaybookFacts>> = {
  templates: {
    promise: 'a template that can be used at once',
    sections: [
      { heading: 'Preview and download', purpose: 'Shows the template itself before anything about it.' },
      { heading: 'How to fill it in', purpose: 'Explains the parts of this very template.' },
      { heading: 'When to use another one', purpose: 'Names the cases that it does not fit, with links.' },
    ],
    schema: [{ type: 'CreativeWork', why: 'The page offers a work to use.', fields: ['name', 'description'] }],
  },
  curation: {
    promise: 'a choice that someone has made and can explain',
    sections: [
      { heading: 'The list', purpose: 'Shows the choice with the facts that decided it.' },
      { heading: 'How the choice was made', purpose: 'States the criteria and the date of the last check.' },
      { heading: 'What was left out', purpose: 'Names well-known candidates and why they are not here.' },
    ],
    schema: [{ type: 'ItemList', why: 'The page is a ranked list.', fields: ['name', 'url', 'position'] }],
  },
  conversions: {
    promise: 'the converted value, at once',
    sections: [
      { heading: 'Converter', purpose: 'Answers without scrolling and works without a click.' },
      { heading: 'Formula and worked example', purpose: 'Shows the calculation with the units of this page.' },
      { heading: 'Table of usual values', purpose: 'Covers what people look up most for these units.' },
    ],
    schema: [{ type: 'WebApplication', why: 'The page is a small tool.', fields: ['name', 'applicationCategory'] }],
  },
  comparisons: {
    promise: 'a decision between the two',
    sections: [
      { heading: 'Verdict', purpose: 'Says first who should choose which, and why.' },
      { heading: 'Side by side', purpose: 'Compares facts of both, each with its date and source.' },
      { heading: 'When neither fits', purpose: 'Names alternatives for the remaining cases.' },
    ],
    schema: [{ type: 'Product', why: 'Each side of the comparison is a product.', fields: ['name', 'brand', 'price'] }],
  },
  examples: {
    promise: 'real examples to learn from',
    sections: [
      { heading: 'The examples', purpose: 'Shows each one with what makes it work.' },
      { heading: 'What they have in common', purpose: 'Draws the rule from these examples.' },
      { heading: 'Make your own', purpose: 'Turns the rule into steps.' },
    ],
    schema: [{ type: 'ItemList', why: 'The page is a list of examples.', fields: ['name', 'url'] }],
  },
  locations: {
    promise: 'what there is in this very place',
    sections: [
      { heading: 'Available here', purpose: 'Lists what the place really has, with addresses, prices and hours.' },
      { heading: 'Local facts', purpose: 'Says what is different here: rules, prices, distances.' },
      { heading: 'Nearby places', purpose: 'Links the places around it.' },
    ],
    schema: [
      {
        type: 'LocalBusiness',
        why: 'Each place on the page can be visited.',
        fields: ['name', 'address', 'telephone'],
      },
    ],
  },
  personas: {
    promise: 'an answer for the reader’s own situation',
    sections: [
      { heading: 'What matters to this reader', purpose: 'Names the constraints of this group, in its words.' },
      { heading: 'Recommended set-up', purpose: 'Shows what fits them, and what they can leave out.' },
      { heading: 'Someone like you', purpose: 'Quotes a real case of this group.' },
    ],
    schema: [{ type: 'WebPage', why: 'The page speaks to an audience.', fields: ['name', 'audience'] }],
  },
  integrations: {
    promise: 'whether and how the two work together',
    sections: [
      { heading: 'What the integration does', purpose: 'Lists the actions and data that it really moves.' },
      { heading: 'Set-up', purpose: 'Gives the steps, the rights that are needed and the limits.' },
      { heading: 'Use cases', purpose: 'Shows what customers do with it.' },
    ],
    schema: [
      {
        type: 'SoftwareApplication',
        why: 'Both sides are software.',
        fields: ['name', 'applicationCategory', 'price'],
      },
    ],
  },
  glossary: {
    promise: 'a definition that can be quoted',
    sections: [
      { heading: 'Definition', purpose: 'Defines the term in one or two sentences.' },
      { heading: 'Example', purpose: 'Shows the term in use, with figures where it has them.' },
      { heading: 'Related terms', purpose: 'Says how it differs from its neighbours.' },
    ],
    schema: [{ type: 'DefinedTerm', why: 'The page defines a term.', fields: ['name', 'description'] }],
  },
  translations: {
    promise: 'the content in the reader’s language',
    sections: [
      { heading: 'The content', purpose: 'Is translated by someone who knows the market, not word for word.' },
      { heading: 'What differs here', purpose: 'Names prices, law and habits of this market.' },
      { heading: 'Other languages', purpose: 'Links every version, as hreflang does.' },
    ],
    schema: [{ type: 'WebPage', why: 'Each version names its language.', fields: ['name', 'inLanguage'] }],
  },
  directory: {
    promise: 'entries to choose from',
    sections: [
      { heading: 'Entries', purpose: 'Lists them with the facts that people choose by.' },
      { heading: 'Filters', purpose: 'Narrows the list without making new addresses for every filter.' },
      { heading: 'How entries get here', purpose: 'States the rules and the date of the last check.' },
    ],
    schema: [{ type: 'ItemList', why: 'The page lists entries.', fields: ['name', 'url', 'address'] }],
  },
  profiles: {
    promise: 'who or what this is, with facts',
    sections: [
      { heading: 'Key facts', purpose: 'Gives what is asked most, with sources.' },
      { heading: 'History and context', purpose: 'Says what cannot be read from the facts.' },
      { heading: 'Related profiles', purpose: 'Links those that are really connected.' },
    ],
    schema: [{ type: 'ProfilePage', why: 'The page is about one person or organisation.', fields: ['name', 'image'] }],
  },
  custom: {
    promise: 'the answer to its keyword',
    sections: [
      { heading: 'Details', purpose: 'Shows the facts that only this page has.' },
      { heading: 'How to use this', purpose: 'Turns the facts into a decision or a next step.' },
    ],
    schema: [{ type: 'WebPage', why: 'No playbook was named.', fields: ['name', 'description'] }],
  },
};
