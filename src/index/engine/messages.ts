import { z } from 'zod';

/** What the process that starts the engine tells it, once. */
export const OpenMessage = z.object({
  type: z.literal('open'),
  /** Folder that the engine owns alone. */
  directory: z.string(),
  /** 0 for any free port. */
  port: z.int(),
  user: z.string(),
  password: z.string(),
  readers: z.int().min(1).max(32),
  threads_max: z.int().min(1),
  memory_bytes_max: z.int().min(1),
  /** Package that embeds the engine. */
  engine_module: z.string(),
});
export type OpenMessage = z.infer<typeof OpenMessage>;

export const StopMessage = z.object({ type: z.literal('stop') });

/** What the engine process answers. */
export const EngineMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), port: z.int() }),
  z.object({
    type: z.literal('failed'),
    reason: z.enum(['missing', 'port', 'other']),
    message: z.string(),
  }),
]);
export type EngineMessage = z.infer<typeof EngineMessage>;
