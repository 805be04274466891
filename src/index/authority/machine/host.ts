/** What Node offers of WebAssembly, as far as it is used here; its type package does not declare it. */
interface HostedMemory {
  readonly buffer: SharedArrayBuffer;
}

interface Host {
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => HostedMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly host: { readonly memory: HostedMemory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

declare const WebAssembly: Host;

export type SharedMemory = HostedMemory;

const PAGE_BYTES = 65_536;

/** Fixed in size, so that views of it stay valid; pages that nothing is written to cost no memory. */
export function sharedMemory(bytes: number): SharedMemory {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

export function compileModule(bytes: Uint8Array<ArrayBuffer>): object {
  return new WebAssembly.Module(bytes);
}

/** A function of a module, over the nodes `first` up to `end`; it writes its figures at an address. */
export type Kernel = (first: number, end: number, result: number) => void;

export function kernelsOf<Name extends string>(
  module: object,
  memory: SharedMemory,
  names: readonly Name[],
): ReadonlyMap<Name, Kernel> {
  const { exports } = new WebAssembly.Instance(module, { host: { memory } });
  return new Map(names.map((name) => [name, kernel(exports[name])]));
}

function kernel(exported: unknown): Kernel {
  if (!isKernel(exported)) throw new TypeError('A kernel is missing in its module.');
  return exported;
}

/** Only modules of `kernels.ts` are run, and every function of them has these parameters. */
function isKernel(exported: unknown): exported is Kernel {
  return typeof exported === 'function';
}
