import type { ComponentChildren, VNode } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';

import { asProblem, Problem } from '../model/api.ts';
import { sayFault } from '../model/words.ts';
import type { Role } from '../model/roles.ts';
import { OnlyFor } from './only-for.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface FormProps {
  readonly action: string;
  /** What was entered, by the names of the fields. */
  readonly onSubmit: (values: FormData) => Promise<unknown>;
  readonly onCancel?: (() => void) | undefined;
  /** Whoever may not send it reads whom to ask in place of the button. */
  readonly only?: { readonly role: Role; readonly what: string };
  readonly children: ComponentChildren;
}

const FormProblem = createContext<Problem | undefined>(undefined);

/** Sends once at a time; a refusal is told beside the fields it is about, and the first of them has the focus. */
export function Form({ action, onSubmit, onCancel, only, children }: FormProps): VNode {
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (form.current === null || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    onSubmit(new FormData(form.current)).then(
      () => setBusy(false),
      (thrown: unknown) => {
        setBusy(false);
        setProblem(asProblem(thrown));
      },
    );
  };
  useEffect(() => {
    if (problem === undefined) return;
    const field = form.current?.querySelector('[aria-invalid=true]');
    if (field instanceof HTMLElement) field.focus();
  }, [problem]);
  const button = (
    <button type="submit" class="primary" disabled={isBusy}>
      {action}
    </button>
  );
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <FormProblem.Provider value={problem}>
        {problem === undefined ? null : <ProblemNotice problem={withoutShown(problem, form.current)} />}
        {children}
      </FormProblem.Provider>
      <div class="buttons">
        {only === undefined ? button : <OnlyFor {...only}>{button}</OnlyFor>}
        {onCancel === undefined ? null : (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}

/** What controls of the form tell beside themselves need not be told above them as well. */
function withoutShown(problem: Problem, form: HTMLFormElement | null): Problem {
  const names = [...(form?.querySelectorAll('[name]') ?? [])].map((control) => control.getAttribute('name') ?? '');
  const fields = problem.fields.filter(({ path }) => !names.some((name) => isAbout(path, name)));
  return new Problem(problem.message, { status: problem.status, fix: problem.fix, fields });
}

function isAbout(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`);
}

interface FieldProps {
  /** As the service names it in its refusals. */
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly children: (control: ControlProps) => ComponentChildren;
}

interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

/** A control with its label, its hint, and what is wrong with it. */
export function Field({ name, label, hint, children }: FieldProps): VNode {
  const id = useId();
  const messages = useMessages(name);
  const described = [...(hint === undefined ? [] : [`${id}-hint`]), ...(messages.length > 0 ? [`${id}-error`] : [])];
  const control: ControlProps = {
    id,
    name,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    'aria-invalid': messages.length > 0 ? 'true' : undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(control)}
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {messages.length === 0 ? null : (
        <p class="error" id={`${id}-error`}>
          {messages.map((message) => sayFault(label, message)).join(' ')}
        </p>
      )}
    </div>
  );
}

export function useMessages(name: string): readonly string[] {
  const problem = useContext(FormProblem);
  return (problem?.fields ?? []).filter(({ path }) => isAbout(path, name)).map(({ message }) => message);
}

/** The text of a field, without the space around it. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** A password is what was typed, spaces and all. */
export function secretOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}
