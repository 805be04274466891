/** What the process that starts the engine tells it, once. */
export interface OpenMessage {
  readonly type: 'open';
  /** Folder that the engine owns alone. */
  readonly directory: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly readers: number;
  readonly rebuilds_apart: boolean;
  readonly threads_max: number;
  readonly memory_bytes_max: number;
  /** After so long without a question it ends and says that it sleeps; 0 for never. */
  readonly idle_ms_max: number;
  /** Somebody waits with a question for it to start, who is put through to it once its owner hears that it has. */
  readonly is_awaited: boolean;
  /** Package that embeds the engine. */
  readonly engine_module: string;
}

export interface StopMessage {
  readonly type: 'stop';
}

const TEXTS = ['directory', 'user', 'password', 'engine_module'] as const;
const NUMBERS = ['port', 'readers', 'threads_max', 'memory_bytes_max', 'idle_ms_max'] as const;

/** Checked by hand: a library of checks would take as much memory as all else in that process. */
export function isOpenMessage(message: unknown): message is OpenMessage {
  if (!isOf('open', message)) return false;
  const field = (name: string): unknown => Reflect.get(message, name);
  return (
    TEXTS.every((name) => typeof field(name) === 'string') &&
    NUMBERS.every((name) => Number.isInteger(field(name))) &&
    typeof field('is_awaited') === 'boolean' &&
    typeof field('rebuilds_apart') === 'boolean'
  );
}

export function isStopMessage(message: unknown): message is StopMessage {
  return isOf('stop', message);
}

function isOf(type: string, message: unknown): message is object {
  return typeof message === 'object' && message !== null && Reflect.get(message, 'type') === type;
}
