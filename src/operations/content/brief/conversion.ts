import type { Intent } from '../../../text/signals.ts';
import type { BriefReport } from './report.ts';

type Plan = BriefReport['conversion_plan'];

const BY_TYPE: Readonly<Record<string, Plan>> = {
  landing_page: {
    goal: 'An inquiry, a trial or a purchase.',
    primary_action: 'One offer, with its price or the next step, in the first screen.',
    placements: ['below the promise at the top', 'after the proof', 'at the end'],
    avoid: ['several offers that compete', 'a form that asks for more than the next step needs'],
  },
  comparison_page: {
    goal: 'A decision, and a click to the option that fits the reader.',
    primary_action: 'A recommendation for each kind of reader, with a link.',
    placements: ['in a summary at the top', 'at the end of each option', 'below the table'],
    avoid: ['recommending your own product without saying so', 'hiding the drawbacks'],
  },
  tool_page: {
    goal: 'The tool is used, and then saved, shared or upgraded.',
    primary_action: 'The tool itself, ready to use without scrolling.',
    placements: ['first screen', 'next to the result'],
    avoid: ['asking for an address before the result', 'text above the tool'],
  },
  product_page: {
    goal: 'A purchase or a request for an offer.',
    primary_action: 'Price, availability and the button, in the first screen.',
    placements: ['first screen', 'after reviews and details'],
    avoid: ['hiding delivery costs', 'text above the offer'],
  },
  local_landing_page: {
    goal: 'A call, a booking or a visit.',
    primary_action: 'Phone number, hours and booking, in the first screen.',
    placements: ['first screen', 'after services and prices', 'at the end'],
    avoid: ['a contact form as the only way', 'an address without a map'],
  },
};

const TO_READ: Plan = {
  goal: 'The reader’s question is answered, and the next step is offered.',
  primary_action: 'One link to what a reader needs next: a product, a service or a deeper guide.',
  placements: ['where the text mentions what it offers', 'at the end'],
  avoid: ['an offer above the answer', 'a pop-up before the first section'],
};

/** How the page leads readers on, by its kind; an article for people who compare leads to offers sooner. */
export function planConversion(pageType: string | null, intent: Intent | null): Plan {
  const plan = (pageType === null ? undefined : BY_TYPE[pageType]) ?? TO_READ;
  if (plan !== TO_READ || (intent !== 'commercial' && intent !== 'transactional')) return copy(plan);
  return { ...copy(plan), placements: ['after the first answer', ...plan.placements] };
}

function copy({ placements, avoid, ...rest }: Plan): Plan {
  return { ...rest, placements: [...placements], avoid: [...avoid] };
}
