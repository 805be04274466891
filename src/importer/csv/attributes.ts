import type { Field } from './headings.ts';
import { isBlank, isFalse, isTrue } from './yes-no.ts';

interface Attributes {
  readonly attributes: readonly string[];
  readonly dofollow: boolean;
  /** A cell that should say yes or no and says neither. */
  readonly doubt: { readonly field: Field; readonly text: string } | undefined;
}

/** Columns of their own say these, and a tool's type of link may. */
const NOT_FOLLOWED = ['nofollow', 'ugc', 'sponsored'] as const;
/** Words of a `rel` alone: elsewhere `external` would mean another thing. */
const REL_ONLY = ['noopener', 'noreferrer', 'external'] as const;

export function attributesOf(cell: (field: Field) => string, hasRel: boolean): Attributes {
  const rel = cell('rel').toLowerCase();
  const relOrType = `${rel} ${cell('type').toLowerCase()}`;
  const attributes: string[] = NOT_FOLLOWED.filter((name) => hasWord(relOrType, name) || isMarked(cell(name), name));
  const isUnfollowed = isUnfollowing(cell('follow'));
  // With a column of `rel` that is silent, it is the page that says not to follow: the link itself says nothing.
  if (isUnfollowed && attributes.length === 0 && !hasRel) attributes.push('nofollow');
  return {
    dofollow: attributes.length === 0 && !isUnfollowed,
    attributes: [...attributes, ...REL_ONLY.filter((name) => hasWord(rel, name))],
    doubt: doubtOf(cell),
  };
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(String.raw`\b${word}\b`).test(text);
}

/** By a yes, or by its own name. */
function isMarked(text: string, name: string): boolean {
  return isTrue(text) || text.toLowerCase() === name;
}

function isUnfollowing(text: string): boolean {
  return isFalse(text) || /^no-?follow/i.test(text);
}

function doubtOf(cell: (field: Field) => string): Attributes['doubt'] {
  const marks = NOT_FOLLOWED.map((field) => ({ field, text: cell(field) }));
  const mark = marks.find(({ field, text }) => !isMarked(text, field) && !isFollowing(text) && !isUnmarked(text));
  if (mark !== undefined) return mark;
  const text = cell('follow');
  const isClear = isBlank(text) || isTrue(text) || isUnfollowing(text) || isFollowing(text);
  return isClear ? undefined : { field: 'follow', text };
}

function isUnmarked(text: string): boolean {
  return isBlank(text) || isFalse(text);
}

function isFollowing(text: string): boolean {
  return /^(?:do-?)?follow/i.test(text);
}
