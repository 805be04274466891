import { z } from 'zod';

import { ASSISTANT_ACCESS, type AssistantAnswer } from '../../ports/assistants.ts';
import { LocationRecord } from './records.ts';

/** Answers of assistants as read back from JSON: the records of the port, checked again. */

const Text = z.string().nullable();
const Page = z.object({ url: Text, domain: z.string(), title: Text });

export const AssistantAnswerRecord: z.ZodType<AssistantAnswer> = z.object({
  assistant: z.string(),
  access: z.enum(ASSISTANT_ACCESS),
  source: z.string(),
  requested_model: Text,
  served_model: Text,
  prompt: z.string(),
  location: LocationRecord.nullable(),
  language: z.string(),
  asked_at: z.string(),
  run: z.int(),
  sampling: z.string(),
  status: z.enum(['answered', 'truncated', 'refused']),
  searched: z.boolean().nullable(),
  queries: z.array(z.string()).nullable(),
  text: z.string(),
  cited: z.array(Page.extend({ span: z.tuple([z.int(), z.int()]).nullable() })).nullable(),
  retrieved: z.array(Page).nullable(),
  cost_usd: z.number().nullable(),
});

/** An answer with what its question asked for and what the vendor sent; '' where that is not kept. */
export const AssistantObservation = z.object({
  answer: AssistantAnswerRecord,
  asked_location_code: z.int(),
  asked_language: z.string(),
  raw: z.string(),
});
export type AssistantObservation = z.infer<typeof AssistantObservation>;
