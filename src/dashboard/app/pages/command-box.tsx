import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { askAddress, offersFor, readAsked } from '../model/asking.ts';
import { pagesOf } from '../model/pages.ts';
import { useSession } from '../model/session.ts';
import { useSites } from '../model/sites.ts';
import { lookSubject, pageAddress, siteSubject, type Subject } from '../model/subject.ts';
import { Icon } from '../parts/icon.tsx';

interface Choice {
  readonly id: string;
  readonly group: 'Go to' | 'Ask';
  readonly title: string;
  readonly note: string;
  readonly address: string;
}

const OFFERS_MAX = 6;
const SITES_MAX = 4;

interface CommandBoxProps {
  readonly subject: Subject | undefined;
  /** Changes whenever the box is to be focused. */
  readonly focus: number;
}

/** The box on every page: leads to sites, pages and reports by what is typed. Nothing is asked before its form was seen. */
export function CommandBox({ subject, focus }: CommandBoxProps): VNode {
  const { route } = useLocation();
  const box = useRef<HTMLInputElement>(null);
  const list = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const choices = useChoices(typed, subject);
  const chosen = choices[Math.min(at, choices.length - 1)];
  // Before the next key is pressed: what is typed right after the slash belongs in the box.
  useLayoutEffect(() => {
    if (focus > 0) box.current?.focus();
  }, [focus]);
  const go = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    setTyped('');
    setOpen(false);
    box.current?.blur();
    route(choice.address);
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && choices.length > 0) setAt((before) => (before + step + choices.length) % choices.length);
    else if (event.key === 'Enter') go(chosen);
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
  };
  const isShown = isOpen && choices.length > 0;
  return (
    <div class="command-box" role="search">
      <Icon name="search" />
      <input
        ref={box}
        type="text"
        role="combobox"
        aria-label="Domain, page or keyword"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? list : undefined}
        aria-activedescendant={isShown && chosen !== undefined ? `${list}-${chosen.id}` : undefined}
        placeholder="Domain, page or keyword"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setAt(0);
        }}
      />
      <kbd aria-hidden="true">/</kbd>
      {isShown ? <Choices list={list} choices={choices} chosen={chosen} onChoose={go} /> : null}
    </div>
  );
}

interface ChoicesProps {
  readonly list: string;
  readonly choices: readonly Choice[];
  readonly chosen: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

function Choices({ list, choices, chosen, onChoose }: ChoicesProps): VNode {
  return (
    <ul class="menu-box" id={list} role="listbox" aria-label="What fits">
      {choices.map((choice, index) => (
        <li
          key={choice.id}
          id={`${list}-${choice.id}`}
          role="option"
          aria-selected={choice === chosen}
          class={index > 0 && choices[index - 1]?.group !== choice.group ? 'first' : undefined}
          // The box would lose the focus, and the list with it.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <span>{choice.title}</span>
          <span class="note">{choice.note}</span>
        </li>
      ))}
    </ul>
  );
}

function useChoices(typed: string, subject: Subject | undefined): readonly Choice[] {
  const sites = useSites().data?.sites ?? [];
  const { operations } = useSession().me;
  const words = typed.trim().toLowerCase();
  if (words === '') return [];
  const places: Choice[] = sites
    .filter(({ name, target }) => `${name} ${target}`.toLowerCase().includes(words))
    .slice(0, SITES_MAX)
    .map((site) => goTo(`site-${site.id}`, site.name, 'Your site', pageAddress(siteSubject(site), '')));
  const pages = (subject === undefined ? [] : pagesOf(subject))
    .filter(({ title }) => title.toLowerCase().startsWith(words))
    .map(({ id, title }) =>
      goTo(`page-${id}`, title, subject?.name ?? '', subject === undefined ? '' : pageAddress(subject, id)),
    );
  const asked = readAsked(typed);
  const isOwn = sites.some(({ target }) => target === words);
  const look =
    asked === undefined || asked.kind === 'keywords' || asked.kind === 'text' || isOwn
      ? []
      : [goTo('look', `Everything about ${asked.value}`, 'What is known', pageAddress(lookSubject(asked.value), ''))];
  const prices = new Map(operations.map(({ id, price_rule }) => [id, price_rule]));
  const asks = (asked === undefined ? [] : offersFor(asked))
    .slice(0, OFFERS_MAX)
    .map(({ operation, title, input }): Choice => ({
      id: `ask-${operation}`,
      group: 'Ask',
      title,
      note: prices.get(operation) ?? '',
      address: askAddress(operation, input),
    }));
  const named = operations
    .filter(({ is_account, title, id }) => !is_account && (id.includes(words) || title.toLowerCase().includes(words)))
    .slice(0, SITES_MAX)
    .map(({ id, title, price_rule }): Choice => ({
      id: `form-${id}`,
      group: 'Ask',
      title,
      note: price_rule,
      address: askAddress(id, {}),
    }));
  return [...places, ...pages, ...look, ...named, ...asks];
}

function goTo(id: string, title: string, note: string, address: string): Choice {
  return { id, group: 'Go to', title, note, address };
}
