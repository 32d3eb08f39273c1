import type { Fetched, FetchOptions } from '../../contract/net.ts'
import type { Log } from '../../lib/log.ts'
import { once } from '../../lib/once.ts'
import type { BodyRoomOptions } from './body-room.ts'
import type { FetchTurns } from './fetch-turns.ts'
import type { ReadableFile } from './keep-file.ts'

/** Reads such a file in place of a fetch. Throws as a fetch does of a document that is too large, late or without room. */
export type ReadFile = (
  file: ReadableFile,
  options: FetchOptions,
) => Promise<Pick<Fetched, 'body' | 'held' | 'complete'>>

/** What reading shares with the fetches of a process, so that both together are bounded. */
export interface FileReaderSettings {
  turns: FetchTurns
  bodies: Omit<BodyRoomOptions, 'log'>
  log: Log
}

/** Builds the reader of files. */
export function createFileReader({ turns, bodies, log }: FileReaderSettings): ReadFile {
  const open = once(async () => {
    // Loaded on first use, as what fetches is.
    const { BodyRoom } = await import('./body-room.ts')
    const { keepFile } = await import('./keep-file.ts')
    return { keepFile, room: new BodyRoom({ ...bodies, log }) }
  })
  return async (file, options) =>
    turns.run(options, async () => {
      const { keepFile, room } = await open()
      return keepFile(room, file, options)
    })
}
