import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../lib/log.ts'
import { networkOf } from '../../lib/network-of.ts'
import { countedAs } from '../callers/peer.ts'
import { CONNECTIONS_MIN_COUNT, OWN_OPEN_FILES_COUNT } from '../limits.ts'

/** Milliseconds in which at most one line of the log says that connections are refused. */
const REFUSALS_TOLD_MS = 60_000

/** Closes connections of an address that has so many already: each takes a file of this process, which all callers share. */
export function limitConnections(server: Server, perAddressMaxCount: number): void {
  const counts = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const address = networkOf(countedAs(socket.remoteAddress ?? ''))
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
    if (count > perAddressMaxCount) socket.destroy()
  })
}

/**
 * Closes connections that would take the files which the store, parsers and fetches need, and says so in the log. Returns how many
 * there may be.
 */
export function leaveOpenFiles(server: Server, openFilesMaxCount: number, log: Log): number {
  const maxCount = Math.max(CONNECTIONS_MIN_COUNT, openFilesMaxCount - OWN_OPEN_FILES_COUNT)
  let count = 0
  let toldAt = -Infinity
  server.prependListener('connection', (socket: Socket) => {
    count += 1
    socket.once('close', () => {
      count -= 1
    })
    if (count <= maxCount) return
    socket.destroy()
    const now = performance.now()
    if (now - toldAt < REFUSALS_TOLD_MS) return
    toldAt = now
    log.warn(
      { connections: maxCount, openFiles: openFilesMaxCount },
      'connections are refused: the limit of open files (ulimit -n) has no room for more',
    )
  })
  return maxCount
}
