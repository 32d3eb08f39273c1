import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'

/** Serves an app on a port of this machine; `url` has no slash at its end. */
export async function serveApp(app: Hono): Promise<AsyncDisposable & { url: string }> {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
