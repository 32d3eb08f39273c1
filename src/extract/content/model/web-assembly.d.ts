/** The members used here: the library of types for servers lacks it. */
declare namespace WebAssembly {
  const Module: new (bytes: Uint8Array) => object
  const Instance: new (module: object) => { readonly exports: Record<string, unknown> }
}
