import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';

import type { PriceView } from '../../views.ts';
import { asProblem, type Problem, send } from '../model/api.ts';
import { count } from '../model/format.ts';
import { type KeptAnswers, useKept } from '../model/kept.ts';
import { numberAt } from '../model/overview.ts';
import { type Issue, listIssues, describeCheck } from '../model/page-findings.ts';
import { pageAddress, type Subject } from '../model/subject.ts';
import type { Given, Question } from '../model/questions.ts';
import { PAGE_CHECKS, type Tab } from '../model/tabs.ts';
import { valueAt } from '../model/values.ts';
import { OnlyFor } from '../parts/only-for.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Tabs } from '../parts/tabs.tsx';
import type { Fields } from '../model/fields.ts';
import { PagesToCheck } from './site-audit-pages.tsx';
import { QuestionPanel } from './question-panel.tsx';
import { SubjectPage } from './subject-page.tsx';
import { givenOf } from './tool-page.tsx';

const QUESTIONS = PAGE_CHECKS.flatMap(({ asks }) => asks);

interface PageCheckProps {
  readonly subject: Subject;
  readonly tab: string;
}

/** Everything about one page in one press: by its address, or as the text before it is published. */
export function PageCheck({ subject, tab }: PageCheckProps): VNode {
  const { query } = useLocation();
  return <Check key={`${query['url'] ?? ''} ${query['keyword'] ?? ''}`} subject={subject} tab={tab} />;
}

function Check({ subject, tab }: PageCheckProps): VNode {
  const { query, route } = useLocation();
  const [text, setText] = useState<string>();
  const given: Given = { ...givenOf(query), ...(text === undefined ? {} : { text }) };
  const isAsked = given.url !== undefined || text !== undefined;
  const kept = useKept(subject, given.url === undefined ? [] : QUESTIONS, given);
  const current = PAGE_CHECKS.find(({ id }) => id === tab);
  const title =
    given.url === undefined
      ? text === undefined
        ? `Check a page of ${subject.name}`
        : 'Check of the pasted text'
      : pathOf(given.url);
  const look = (said: Given): void => {
    setText(said.text);
    if (said.text === undefined) {
      const { url = '', keyword = '' } = said;
      route(pageAddress(subject, 'page', '', { url: absolute(url, subject), keyword }));
      return;
    }
    kept.run(QUESTIONS, said);
  };
  return (
    <SubjectPage subject={subject} title={title}>
      {given.url === undefined ? null : (
        <p class="muted address">
          <a href={given.url} rel="noreferrer noopener" target="_blank">
            {given.url}
          </a>
        </p>
      )}
      <PageForm subject={subject} given={given} isOpen={!isAsked} onAsk={look} />
      {isAsked ? (
        <>
          <Tabs
            label="Parts of the check"
            current={current?.id ?? ''}
            tabs={[
              { id: '', title: 'All', address: address(subject, '', query) },
              ...PAGE_CHECKS.map(({ id, title: name }) => ({ id, title: name, address: address(subject, id, query) })),
            ]}
          />
          {current === undefined ? (
            <All subject={subject} kept={kept} given={given} query={query} />
          ) : (
            current.asks.map((question) => (
              <QuestionPanel
                key={question.operation}
                subject={subject}
                question={question}
                kept={kept.of(question)}
                hasTitle={false}
                onRun={question.input(subject, given) === undefined ? undefined : () => kept.run([question], given)}
              />
            ))
          )}
        </>
      ) : subject.kind === 'site' ? (
        <PagesToCheck subject={subject} />
      ) : null}
    </SubjectPage>
  );
}

function address(subject: Subject, tab: string, query: Readonly<Record<string, string>>): string {
  return pageAddress(subject, 'page', tab, { url: query['url'] ?? '', keyword: query['keyword'] ?? '' });
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url;
}

function absolute(url: string, { target }: Subject): string {
  if (/^https?:/i.test(url)) return url;
  return url.startsWith('/') ? `https://${target.replace(/\/.*$/, '')}${url}` : `https://${url}`;
}

/** What is wrong with an address, as the browser tells it at the field; '' where nothing is. */
function explainAddress(text: string, subject: Subject): string {
  const written = text.trim();
  // A browser takes a host with spaces.
  return written === '' || (!/\s/.test(written) && URL.canParse(absolute(written, subject)))
    ? ''
    : 'Enter the address of a page, such as https://example.com/page or /page.';
}

interface PageFormProps {
  readonly subject: Subject;
  readonly given: Given;
  readonly isOpen: boolean;
  readonly onAsk: (given: Given) => void;
}

function PageForm({ subject, given, isOpen, onAsk }: PageFormProps): VNode {
  const [isText, setText] = useState(given.text !== undefined);
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const said = (name: string): Given => {
      const value = values.get(name);
      return typeof value === 'string' && value.trim() !== '' ? { [name]: value.trim() } : {};
    };
    onAsk({ ...said('url'), ...said('text'), ...said('keyword') });
  };
  return (
    <details class="panel page-form" open={isOpen}>
      <summary>{isOpen ? 'Page or text to check' : 'Check another page'}</summary>
      <form class="tab-form" onSubmit={submit}>
        {isText ? (
          <label class="long">
            Text
            <textarea
              name="text"
              rows={10}
              placeholder="Paste HTML or Markdown"
              defaultValue={given.text ?? ''}
              spellcheck={false}
            />
          </label>
        ) : (
          <label>
            Page
            <input
              name="url"
              type="text"
              onInput={({ currentTarget: field }) => field.setCustomValidity(explainAddress(field.value, subject))}
              placeholder="https://example.com/page, or /page"
              defaultValue={given.url ?? ''}
              autocomplete="off"
              spellcheck={false}
            />
          </label>
        )}
        <label>
          Keyword
          <input
            name="keyword"
            type="text"
            placeholder="What it should rank for"
            defaultValue={given.keyword ?? ''}
            autocomplete="off"
          />
        </label>
        <div class="buttons">
          <OnlyFor role="member" what="run reports">
            <button type="submit" class="primary">
              Check
            </button>
          </OnlyFor>
          <button type="button" class="quiet" onClick={() => setText(!isText)}>
            {isText ? 'Name a page instead' : 'Paste a text instead'}
          </button>
        </div>
      </form>
    </details>
  );
}

interface AllProps {
  readonly subject: Subject;
  readonly kept: KeptAnswers;
  readonly given: Given;
  readonly query: Readonly<Record<string, string>>;
}

/** What to fix from every part, beside how ready each part is. */
function All({ subject, kept, given, query }: AllProps): VNode {
  const askable = QUESTIONS.filter((question) => question.input(subject, given) !== undefined);
  const unasked = askable.filter((question) => kept.of(question).is === 'unasked');
  const answered = QUESTIONS.flatMap((question) => {
    const found = kept.of(question);
    return found.is === 'known' && found.job.result !== null ? [[question.operation, found.job.result] as const] : [];
  });
  const answers = new Map<string, Fields>(answered);
  const refused = new Map(
    askable.flatMap((question) => {
      const found = kept.of(question);
      return found.is === 'refused' ? [[found.problem.message, found.problem] as const] : [];
    }),
  );
  const issues = listIssues(answers);
  const running = askable.filter((question) => {
    const found = kept.of(question);
    return found.is === 'ordered' || (found.is === 'known' && found.job.result === null && found.job.error === null);
  });
  return (
    <>
      {[...refused].map(([message, problem]) => (
        <ProblemNotice key={message} problem={problem} />
      ))}
      {unasked.length === 0 ? null : <RunAll questions={unasked} subject={subject} given={given} kept={kept} />}
      {running.length === 0 ? null : (
        <p class="muted" role="status">
          Reading the page: {count(running.length, 'part')} to go…
        </p>
      )}
      {answers.size === 0 ? null : (
        <>
          <p class="answer">{describeCheck(answers, issues)}</p>
          <div class="split two-one">
            <section class="panel">
              <header>
                <h2>What to fix</h2>
                <span class="muted small">{count(issues.length, 'finding')}</span>
              </header>
              {issues.length === 0 ? (
                <p class="empty">Nothing was found to fix.</p>
              ) : (
                <ul class="issues">{issues.map(IssueRow)}</ul>
              )}
            </section>
            <Scores answers={answers} subject={subject} query={query} />
          </div>
        </>
      )}
    </>
  );
}

function IssueRow({ id, level, title, fix, part }: Issue): VNode {
  return (
    <li key={id}>
      <details>
        <summary>
          <span class={`level is-${level}`}>{level}</span>
          <b>{title}</b>
          <span class="muted small">{part}</span>
        </summary>
        <p>{fix === '' ? 'Look at the tab for what was found.' : fix}</p>
      </details>
    </li>
  );
}

const SCORES: readonly (readonly [tab: string, operation: string, path: string])[] = [
  ['technical', 'content.technical-qa', 'readiness_score'],
  ['conversion', 'page.cro-qa', 'conversion_score'],
];
const COUNTS: readonly (readonly [tab: string, operation: string, path: string, one: string])[] = [
  ['title', 'content.title-meta', 'snippet_risks', 'risk'],
  ['schema', 'content.schema-plan', 'recommended_types', 'type'],
  ['internal-links', 'content.internal-links', 'suggestions', 'link to add'],
];

interface ScoresProps extends Pick<AllProps, 'subject' | 'query'> {
  readonly answers: ReadonlyMap<string, Fields>;
}

function Scores({ answers, subject, query }: ScoresProps): VNode {
  const nameOf = (id: string): string => PAGE_CHECKS.find((each: Tab) => each.id === id)?.title ?? id;
  return (
    <section class="panel">
      <header>
        <h2>By part</h2>
      </header>
      <dl class="parts">
        {SCORES.map(([tab, operation, path]) => {
          const score = numberAt(answers.get(operation), path);
          return (
            <div key={tab}>
              <dt>
                <a href={address(subject, tab, query)}>{nameOf(tab)}</a>
              </dt>
              <dd>
                {score === null ? (
                  <span class="unknown">not known</span>
                ) : (
                  <>
                    <meter min={0} max={100} low={50} high={80} optimum={100} value={score} aria-label={nameOf(tab)} />{' '}
                    {Math.round(score)}
                  </>
                )}
              </dd>
            </div>
          );
        })}
        {COUNTS.map(([tab, operation, path, one]) => {
          const found = valueAt(answers.get(operation), path);
          return (
            <div key={tab}>
              <dt>
                <a href={address(subject, tab, query)}>{nameOf(tab)}</a>
              </dt>
              <dd>
                {Array.isArray(found) ? (
                  count(found.length, one, one === 'link to add' ? 'links to add' : undefined)
                ) : (
                  <span class="unknown">not known</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

interface RunAllProps extends Omit<AllProps, 'query'> {
  readonly questions: readonly Question[];
}

/** One press and one price for every part that was not asked yet. */
function RunAll({ questions, subject, given, kept }: RunAllProps): VNode {
  const [credits, setCredits] = useState<number>();
  const [problem, setProblem] = useState<Problem>();
  const names = questions.map(({ operation }) => operation).join(',');
  useEffect(() => {
    const price = ({ operation, input }: Question): Promise<number> =>
      send<PriceView>('POST', '/reports', { operation, input: input(subject, given), dry_run: true }).then(
        (told) => told.credits,
      );
    Promise.all(questions.map(price)).then(
      (prices) => {
        setProblem(undefined);
        setCredits(prices.reduce((sum, each) => sum + each, 0));
      },
      (thrown: unknown) => setProblem(asProblem(thrown)),
    );
  }, [names]);
  if (problem !== undefined) return <ProblemNotice problem={problem} />;
  return (
    <div class="panel offer">
      <p>
        {count(questions.length, 'part')} of this check {questions.length === 1 ? 'has' : 'have'} not been run yet.
        {given.keyword === undefined ? ' With a keyword, title and snippet are checked as well.' : ''}
      </p>
      <div class="buttons">
        <OnlyFor role="member" what="run reports">
          <button
            type="button"
            class="primary"
            disabled={credits === undefined}
            onClick={() => kept.run(questions, given)}
          >
            Check all
          </button>
        </OnlyFor>
        <span class="muted">{credits === undefined ? 'Asking the price…' : count(credits, 'credit')}</span>
      </div>
    </div>
  );
}
