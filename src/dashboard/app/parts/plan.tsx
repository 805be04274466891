import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { count } from '../model/format.ts';
import { useSession } from '../model/session.ts';
import { isRows, valueAt } from '../model/values.ts';
import { wayOfCall, withoutCommands } from '../model/ways.ts';
import { labelOf } from '../model/words.ts';
import type { Fields } from '../model/report.ts';
import { inputOf, type OnAsk } from './figures.tsx';
import { Ways, WayLink, Words } from './advice.tsx';
import { Copy } from './secret.tsx';

interface PlanProps {
  readonly answer: Fields;
  readonly onAsk: OnAsk | undefined;
}

/** What to do, as a checklist whose ticks this browser keeps, and the calls that come next with their price. */
export function Plan({ answer, onAsk }: PlanProps): VNode | null {
  const steps = valueAt(answer, 'agent_workflow.steps');
  const calls = valueAt(answer, 'agent_workflow.next_calls');
  const guardrails = valueAt(answer, 'agent_workflow.guardrails');
  const request = plain(valueAt(answer, 'meta.request_id'));
  const [done, toggle] = useDone(request);
  if (!isRows(steps)) return null;
  return (
    <section class="panel plan">
      <header>
        <h2>Do next</h2>
        <span class="grow" />
        {'clipboard' in globalThis.navigator ? (
          <Copy
            what="Checklist"
            text={() => steps.map((step) => `- [ ] ${withoutCommands(plain(step['action']))}`).join('\n')}
          />
        ) : null}
      </header>
      <ol>
        {steps.map((step, at) => (
          <Step key={String(at)} step={step} isDone={done.includes(at)} onToggle={() => toggle(at)} />
        ))}
      </ol>
      {isRows(calls) && onAsk !== undefined ? <NextCalls calls={calls} onAsk={onAsk} /> : null}
      {Array.isArray(guardrails) && guardrails.length > 0 ? (
        <details class="guardrails">
          <summary>{count(guardrails.length, 'thing')} to keep in mind</summary>
          <ul>
            {guardrails.map((text) => (
              <li key={plain(text)}>
                <Words text={plain(text)} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

interface StepProps {
  readonly step: Fields;
  readonly isDone: boolean;
  readonly onToggle: () => void;
}

function Step({ step, isDone, onToggle }: StepProps): VNode {
  const effort = plain(step['effort']);
  return (
    <li class={isDone ? 'is-done' : undefined}>
      <label>
        <input type="checkbox" checked={isDone} onChange={onToggle} />
        <b>
          <Words text={plain(step['action'])} />
        </b>
      </label>
      <span class="muted">
        {[effort === '' ? '' : `${effort} effort`, plain(step['owner_hint'])].filter(Boolean).join(' · ')}
      </span>
      <div class="under">{plain(step['why'])}</div>
      <Evidence of={step['evidence']} why={plain(step['why'])} />
      <Ways of={[plain(step['action'])]} />
    </li>
  );
}

function useDone(request: string): readonly [readonly number[], (at: number) => void] {
  const key = `done ${request}`;
  const [done, setDone] = useState<readonly number[]>(() => readDone(key));
  const toggle = (at: number): void => {
    const next = done.includes(at) ? done.filter((each) => each !== at) : [...done, at];
    setDone(next);
    if (request !== '' && next.length > 0) localStorage.setItem(key, next.join());
    else localStorage.removeItem(key);
  };
  return [done, toggle];
}

function readDone(key: string): readonly number[] {
  if (!('localStorage' in globalThis)) return [];
  return (localStorage.getItem(key) ?? '').split(',').filter(Boolean).map(Number);
}

function NextCalls({ calls, onAsk }: { readonly calls: readonly Fields[]; readonly onAsk: OnAsk }): VNode {
  const forms = useSession().me.operations.filter(({ is_account }) => !is_account);
  const titles = new Map(forms.map(({ id, title }) => [id, title]));
  const isOnce = (id: string): boolean => calls.filter((call) => call['operation'] === id).length === 1;
  return (
    <div class="next">
      {calls.map((call, at) => {
        const id = plain(call['operation']);
        const reason = plain(call['reason']);
        const way = wayOfCall(id, inputOf(call));
        if (way !== undefined) return <WayLink key={String(at)} way={way} kind="button" />;
        const title = titles.get(id);
        return title === undefined ? null : (
          <button key={String(at)} type="button" title={reason} onClick={() => onAsk(id, inputOf(call))}>
            {title}
            {/* Two buttons with one title differ by what each call is for. */}
            {isOnce(id) ? null : <small> {reason.replace(/\.$/, '')} ·</small>}
            <small>{priceOf(call['credits'])}</small>
          </button>
        );
      })}
    </div>
  );
}

function priceOf(credits: unknown): string {
  if (typeof credits !== 'number') return '';
  return credits === 0 ? ' free' : ` ${count(credits, 'credit')}`;
}

const EVIDENCE_MAX = 3;

/** What the step rests on, beyond what its reason says already. */
function Evidence({ of, why }: { readonly of: unknown; readonly why: string }): VNode | null {
  const lines = Array.isArray(of) ? of.map(plain).filter((text) => text !== '' && !why.includes(text)) : [];
  if (lines.length === 0) return null;
  return (
    <div class="under">
      {lines
        .slice(0, EVIDENCE_MAX)
        .map((text) => evidenceText(text))
        .join(' · ')}
    </div>
  );
}

/** `broken_pages: 1` as words. */
function evidenceText(text: string): string {
  const named = /^(?:[a-z_]+(?:\[\d+\])?\.)*([a-z]+(?:_[a-z]+)*): (.+)$/s.exec(text);
  if (named === null) return withoutCommands(text);
  const [, name = '', value = ''] = named;
  return `${labelOf(name)}: ${value.replace(/^null\b/, 'not known')}`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
