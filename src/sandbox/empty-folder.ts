import { chmodSync, rmdirSync } from 'node:fs'
import { makeOwnFolder } from '../lib/own-folder.ts'

/** A folder that nothing can be put into. */
export interface EmptyFolder {
  path: string
  /** Removes it. May be called again: some systems keep it while a process works in it. */
  remove(): void
}

/** Makes an empty folder that only we may enter, and nobody write to; where none can be made, it is the other. */
export function emptyFolder(otherwise: string): EmptyFolder {
  const path = make()
  return {
    path: path ?? otherwise,
    remove() {
      try {
        if (path !== undefined) rmdirSync(path)
      } catch {
        // Removed already, or still in use.
      }
    },
  }
}

function make(): string | undefined {
  try {
    const path = makeOwnFolder('child')
    chmodSync(path, 0o500)
    return path
  } catch {
    // No folder for temporary files, or a full disk: documents can be parsed without it.
    return undefined
  }
}
