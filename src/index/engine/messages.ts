import { z } from 'zod';

/** What the engine process answers when it is started. */
export const EngineMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), port: z.int() }),
  z.object({
    type: z.literal('failed'),
    reason: z.enum(['missing', 'port', 'other']),
    message: z.string(),
  }),
]);
export type EngineMessage = z.infer<typeof EngineMessage>;

/** Nobody has asked it anything for long: it ends, until somebody does. */
export const SleepMessage = z.object({ type: z.literal('sleeps') });
export type SleepMessage = z.infer<typeof SleepMessage>;
