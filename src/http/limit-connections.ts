import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../lib/network-of.ts'
import { countedAs } from './peer.ts'

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
