import { readFileSync } from 'node:fs';

/** What Node offers of WebAssembly, as far as it is used here; its type package does not declare it. */
interface HostedMemory {
  readonly buffer: SharedArrayBuffer;
}

interface Host {
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => HostedMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: HostedMemory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

declare const WebAssembly: Host;

export type SharedMemory = HostedMemory;

export const PAGE_BYTES = 65_536;
/** 4 GiB, the most that 32-bit addresses reach. */
export const PAGES_MAX = 65_536;

/** Fixed in size, so that views of it stay valid; pages that nothing is written to cost no memory. */
export function createMemory(bytes: number): SharedMemory {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

export type KernelName = 'pull' | 'sign' | 'merge16' | 'merge32' | 'merge64';

const KERNEL_NAMES: readonly KernelName[] = ['pull', 'sign', 'merge16', 'merge32', 'merge64'];

/** A loop over the nodes `first` up to `end`; it writes its figures at an address. */
export type Kernel = (first: number, end: number, result: number) => void;

export type Kernels = Readonly<Record<KernelName, Kernel>>;

/** What `kernels.as.ts` is compiled to; threads are given the module, so that it is read once. */
export function compileKernels(): object {
  return new WebAssembly.Module(readFileSync(new URL('data/kernels.wasm', import.meta.url)));
}

export function openKernels(module: object, memory: SharedMemory): Kernels {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  if (!areKernels(exports)) throw new TypeError('A kernel is missing in its module.');
  return exports;
}

/** Only the module of `kernels.as.ts` is opened, and every function of it has these parameters. */
function areKernels(exports: object): exports is Kernels {
  return KERNEL_NAMES.every((name) => name in exports);
}
