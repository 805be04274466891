import { defineSource } from '../ports/define-source.ts';
import { lackingOf as lackingOfAnswer } from '../sources/assistants/place.ts';
import { lackingOf as lackingOfSerp } from '../sources/result-pages/reach.ts';
import { ASSISTANT_REACH, madeAnswer } from './assistant-answers.ts';
import { madeFacts, madeIdeas } from './keyword-facts.ts';
import { MadeWeb } from './made-web.ts';
import { madeSerp, SERP_REACH } from './result-pages.ts';

const web = new MadeWeb();
/** When somebody asks, it is always the day on which the demo was loaded. */
const TODAY = 0;

/** Where the demo knows nothing, it has to say so, as any source does. */
function answerRows<Row>(value: readonly Row[]): {
  value: readonly Row[];
  measure: 'estimated';
  coverage?: 'none';
  is_empty?: true;
} {
  return { value, measure: 'estimated', ...(value.length === 0 ? { coverage: 'none', is_empty: true } : {}) };
}

/** What the demo asks in place of all connected sources: nothing of it costs anything or leaves the process. */
export const demoSource = defineSource({
  name: 'demo',
  title: 'The demo',
  docs: { gives: 'Made-up answers about made-up sites.', costs: 'Nothing.', access: 'Run `seamark demo`.', terms: '' },
  settings: {},
  connected_by: [[]],
  sees: { serp: SERP_REACH.sees, assistants: ASSISTANT_REACH.assistants },
  failures: {},
  offers: {
    serp: {
      check: {
        lacks: (query) => lackingOfSerp(query, SERP_REACH),
        usd: () => 0,
        ask: (query, { now }) => Promise.resolve(madeSerp(web, query, { days_ago: TODAY, checked_at: now() })),
      },
    },
    keywords: {
      metrics: {
        lacks: () => [],
        usd: () => 0,
        ask: (query, { now }) => Promise.resolve(answerRows(madeFacts(query, now()))),
      },
      ideas: {
        lacks: () => [],
        usd: () => 0,
        ask: (query, { now }) => Promise.resolve(answerRows(madeIdeas(query, now()))),
      },
    },
    assistants: {
      ask: {
        lacks: (query) => lackingOfAnswer(query, ASSISTANT_REACH),
        usd: () => 0,
        ask: (query, { now }) => {
          const asked_at = now();
          const value = madeAnswer(query, { days_ago: TODAY, asked_at });
          return Promise.resolve({ value, observed_at: value.asked_at });
        },
      },
    },
  },
  probe: () => Promise.resolve('The demo answers.'),
});
