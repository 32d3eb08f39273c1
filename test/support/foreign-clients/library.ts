/** A connection that a foreign library has opened to Bellhop, as programs that use it would. */
export interface ForeignClient {
  /** Names of the tools, without what the library puts before them. */
  tools: string[]
  /** Calls a tool as an agent of that library does; throws what the library throws. */
  call(name: string, input: Record<string, unknown>): Promise<ForeignAnswer>
  close(): Promise<void>
}

/** What a library returns of a call. */
export interface ForeignAnswer {
  /** All of it. */
  result: unknown
  /** What it keeps of the structured content, where it does. */
  structured?: unknown
}

/** Where Bellhop is. */
export type ForeignTarget =
  | { command: string; args: string[]; env: Record<string, string> }
  | { url: string; headers: Record<string, string> }

/** Imports a package of the folder that the library is installed in. */
export type Load = (specifier: string) => Promise<unknown>

/** Opens a connection by a library. */
export type OpenForeign = (load: Load, target: ForeignTarget) => Promise<ForeignClient>
