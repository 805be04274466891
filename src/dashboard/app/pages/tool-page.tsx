import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';

import type { JobRequestView, ReportListView } from '../../views.ts';
import { get } from '../model/api.ts';
import { readAsked } from '../model/asking.ts';
import { type KeptAnswers, useKept } from '../model/kept.ts';
import { useLoad } from '../model/load.ts';
import { useSession } from '../model/session.ts';
import { pageAddress, type PageId, type Subject } from '../model/subject.ts';
import type { AskedField, Given } from '../model/questions.ts';
import type { Tab } from '../model/tabs.ts';
import { Tabs } from '../parts/tabs.tsx';
import { QuestionPanel } from './question-panel.tsx';
import { ReportList } from './reports.tsx';
import { SubjectPage } from './subject-page.tsx';
import { TabForm } from './tab-form.tsx';
import { TrackedSeeds } from './tracked-seeds.tsx';

interface ToolPageProps {
  readonly subject: Subject;
  readonly page: PageId;
  readonly title: string;
  readonly tabs: readonly Tab[];
  readonly tab: Tab;
  /** In place of the questions of the tab. */
  readonly children?: VNode | undefined;
}

/** A page of a subject with its tabs; each tab shows the answers to its questions. */
export function ToolPage({ subject, page, title, tabs, tab, children }: ToolPageProps): VNode {
  return (
    <SubjectPage subject={subject} title={title}>
      {tabs.length < 2 ? null : (
        <Tabs
          label={title}
          current={tab.id}
          tabs={tabs.map(({ id, title: name }) => ({ id, title: name, address: pageAddress(subject, page, id) }))}
        />
      )}
      {children ?? <TabBody key={tab.id} subject={subject} tab={tab} />}
    </SubjectPage>
  );
}

/** What is typed into these stands in the address. */
const IN_ADDRESS: readonly AskedField[] = ['keyword', 'url', 'other'];

export function givenOf(query: Readonly<Record<string, string>>): Given {
  return Object.fromEntries(IN_ADDRESS.flatMap((field) => (query[field] ? [[field, query[field]]] : [])));
}

/** The keyword or page that was looked up fills in the questions on its pages. */
function givenOfSubject(subject: Subject): Given {
  if (subject.kind === 'site') return {};
  const asked = readAsked(subject.target);
  if (asked?.kind === 'keyword') return { keyword: asked.value };
  return asked?.kind === 'page' ? { url: asked.value } : {};
}

/** Fields that tracked keywords can fill in. */
const SEEDED = ['keyword', 'keywords'] as const;

function TabBody({ subject, tab }: { readonly subject: Subject; readonly tab: Tab }): VNode {
  const { path, query, route } = useLocation();
  const [typed, setTyped] = useState<Given>({});
  const given = { ...givenOfSubject(subject), ...givenOf(query), ...typed };
  const kept = useKept(subject, tab.asks, given);
  const ask = (said: Given): void => {
    setTyped(said);
    const address = Object.entries(said).filter(([name]) => IN_ADDRESS.some((field) => field === name));
    route(address.length === 0 ? path : `${path}?${new URLSearchParams(address).toString()}`, true);
    kept.run(tab.asks, said);
  };
  const before = useAskedBefore(tab, kept, given);
  const [filled, setFilled] = useState<Given>({});
  const seeded = SEEDED.find((field) => tab.fields.includes(field));
  const fill = (said: Given): void => {
    setFilled(said);
    setTyped({ ...typed, ...said });
  };
  return (
    <>
      {tab.lead === undefined ? null : <p class="lead">{tab.lead}</p>}
      {tab.fields.length === 0 ? null : (
        <TabForm
          key={JSON.stringify([before, filled])}
          fields={tab.fields}
          given={{ ...rivals(subject, tab), ...before, ...given }}
          labels={tab.id === 'prompts' ? { other: 'Category', query: 'Topics' } : {}}
          price={usePrices(tab)}
          onAsk={ask}
        />
      )}
      {seeded === undefined || subject.kind === 'look' || { ...before, ...given }[seeded] !== undefined ? null : (
        <TrackedSeeds subject={subject} field={seeded} onChoose={fill} />
      )}
      {tab.asks.map((question) => (
        <QuestionPanel
          key={question.operation}
          subject={subject}
          question={question}
          kept={kept.of(question)}
          hasTitle={tab.asks.length > 1}
          onRun={
            question.input(subject, { ...before, ...given }) === undefined
              ? undefined
              : () => kept.run([question], { ...before, ...given })
          }
        />
      ))}
      {tab.fields.length === 0 ? null : <Earlier subject={subject} tab={tab} kept={kept} />}
    </>
  );
}

function rivals(subject: Subject, { fields, id }: Tab): Given {
  if (!fields.includes('other') || id === 'prompts' || subject.kind === 'look') return {};
  return subject.site.competitors.length === 0 ? {} : { other: subject.site.competitors.join(', ') };
}

function usePrices({ asks }: Tab): string {
  const { operations } = useSession().me;
  const rules = asks.map(({ operation }) => operations.find(({ id }) => id === operation)?.price_rule ?? '');
  return rules.join(' + ');
}

/** Fields of the form, as the answer that is shown was asked. */
function useAskedBefore({ asks, fields }: Tab, kept: KeptAnswers, given: Given): Given {
  const [first] = asks;
  const known = first === undefined ? undefined : kept.of(first);
  const id = known?.is === 'known' && fields.length > 0 && Object.keys(given).length === 0 ? known.job.id : '';
  const asked = useLoad(id, async (signal) =>
    id === '' ? undefined : get<JobRequestView>(`/jobs/${encodeURIComponent(id)}/request`, {}, signal),
  );
  const input = asked.data?.input ?? {};
  const text = (name: string): string => {
    const value = input[name];
    return Array.isArray(value) ? value.map(String).join('\n') : typeof value === 'string' ? value : '';
  };
  const names: Readonly<Record<AskedField, readonly string[]>> = {
    keyword: ['keyword', 'query'],
    keywords: ['keywords'],
    url: ['url'],
    query: ['queries', 'query', 'topics'],
    text: ['draft_markdown'],
    other: ['category'],
    place: ['locations', 'location'],
  };
  return Object.fromEntries(
    fields.flatMap((field) => {
      const said = names[field].map(text).find((value) => value !== '');
      return said === undefined ? [] : [[field, said]];
    }),
  );
}

interface EarlierProps {
  readonly subject: Subject;
  readonly tab: Tab;
  readonly kept: KeptAnswers;
}

const EARLIER_MAX = 10;

/** What else was asked with this tab. */
function Earlier({ subject, tab, kept }: EarlierProps): VNode | null {
  const operation = tab.asks.map((question) => question.operation).join(',');
  const shown = tab.asks
    .map((question) => kept.of(question))
    .flatMap((each) => (each.is === 'known' ? each.job.id : []));
  const site = subject.kind === 'site' ? { site: subject.id } : {};
  const { data } = useLoad(`${operation} ${shown.join(' ')}`, (signal) =>
    get<ReportListView>('/reports', { operation, ...site, limit: EARLIER_MAX }, signal),
  );
  const reports = (data?.reports ?? []).filter(({ job }) => !shown.includes(job.id));
  if (reports.length === 0 || subject.kind === 'look') return null;
  return (
    <section class="panel">
      <header>
        <h2>Asked before</h2>
      </header>
      <ReportList reports={reports} />
    </section>
  );
}
