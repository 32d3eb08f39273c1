import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { runNetChild } from '../../../support/net-run-child.ts'
import { startPageServer } from '../../../support/page-server.ts'

describe('proxies of the environment', () => {
  it(
    'are not used, though the global fetch of the same process uses them',
    { tags: 'full' },
    async () => {
      let proxied = 0
      const proxy = createServer((socket) => {
        proxied += 1
        socket.on('error', () => {})
        socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      })
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
      const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy']
      const env = {
        NODE_USE_ENV_PROXY: '1',
        ...Object.fromEntries(names.map((name) => [name, address])),
      }
      await using pages = await startPageServer({ '/': { body: 'direct' } })
      const task = { allowHosts: ['127.0.0.1'], urls: [pages.url, 'http://169.254.169.254/'] }
      const outcomes: string[] = []
      for await (const { outcome } of runNetChild(task, env)) outcomes.push(outcome)
      expect(outcomes).toEqual(['ok', 'url_not_allowed'])
      expect([pages.requests.length, proxied]).toEqual([1, 0])

      const control = runNetChild({ ...task, urls: [pages.url], unguarded: true }, env)
      for await (const { outcome } of control) outcomes.push(outcome)
      proxy.close()
      expect(outcomes).toHaveLength(3)
      expect([pages.requests.length, proxied]).toEqual([1, 1])
    },
  )
})
