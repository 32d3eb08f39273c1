/** What is used of it: the library of types for servers lacks it. */
declare namespace WebAssembly {
  interface Module {
    readonly kind?: 'module'
  }
  const Module: new (bytes: Uint8Array) => Module
  interface Instance {
    readonly exports: Record<string, unknown>
  }
  const Instance: new (module: Module) => Instance
}
