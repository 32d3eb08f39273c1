import type { Context } from 'hono'

/** What the node adapter hands over besides the request. */
export interface NodeBindings {
  incoming?: { socket: { remoteAddress?: string } }
}

/** Address of the other end of the connection; undefined where there is none. */
export function peerOf(c: Context): string | undefined {
  return (c.env as NodeBindings | undefined)?.incoming?.socket.remoteAddress
}
