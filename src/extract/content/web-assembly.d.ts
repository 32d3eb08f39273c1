/** What is used of it: the library of types for servers lacks it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    readonly exports: Record<string, unknown>
    constructor(module: Module)
  }
}
