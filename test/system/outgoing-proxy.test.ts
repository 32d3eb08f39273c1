import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bellhop, tempDir } from '../support/bellhop.ts'
import { canaries } from '../support/canaries.ts'
import { startConnectProxy } from '../support/connect-proxy.ts'
import { selfSignedFor } from '../support/net-certificate.ts'
import { startPageServer } from '../support/page-server.ts'
import { startSquid } from '../support/squid.ts'

const NAME = 'www.bellhop-vectors.com'
const PUBLIC = '93.184.216.34'
const TEXT =
  'The harbour office keeps a ledger of every boat that enters between October and March.'
const PAGE = `<!doctype html><title>Harbour</title><article><h1>Harbour</h1>${`<p>${TEXT}</p>`.repeat(4)}</article>`

/** Runs one errand behind a proxy; `said` is all that it printed. */
async function errand(url: string, flags: readonly string[], env: Record<string, string>) {
  using data = tempDir()
  const { code, stdout, stderr } = await bellhop(
    ['call', 'extract', url, '--data-dir', data.path, '--browser', 'off', ...flags],
    { env },
  )
  return { code, said: stdout + stderr }
}

test('errands are run behind a proxy of a company, with its login, in both ways of looking names up', async () => {
  using dir = tempDir()
  const login = `bellhop:${canaries().password}`
  for (const [host, flags, expected] of [
    [PUBLIC, [], `CONNECT ${PUBLIC}:443`],
    [NAME, ['--outgoing-proxy-resolves'], `CONNECT ${NAME}:443`],
  ] as const) {
    const { key, cert } = selfSignedFor(host)
    const file = join(dir.path, `${host}.pem`)
    writeFileSync(file, cert)
    const server = createServer({ key, cert }, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await using outside = await startConnectProxy({
      target: (server.address() as AddressInfo).port,
    })
    await using squid = await startSquid(login, outside.port)
    const env = { NODE_EXTRA_CA_CERTS: file, BELLHOP_OUTGOING_PROXY_LOGIN: login }
    const way = ['--outgoing-proxy', squid.address, ...flags]
    const read = await errand(`https://${host}/`, way, env)
    expect(read.said).toContain(TEXT)
    expect(outside.targets).toEqual([expected])
    const refused = await errand(`https://${host}/`, way, { NODE_EXTRA_CA_CERTS: file })
    expect(refused.code).not.toBe(0)
    expect(refused.said).toContain('asks for a user name and a password')
    server.close()
  }
})

test('plain pages are read where only the proxy looks names up', async () => {
  const login = `bellhop:${canaries().password}`
  await using pages = await startPageServer({ '/': { body: PAGE } })
  await using outside = await startConnectProxy({ target: pages.port })
  await using squid = await startSquid(login, outside.port)
  const way = ['--outgoing-proxy', squid.address, '--outgoing-proxy-resolves']
  const env = { BELLHOP_OUTGOING_PROXY_LOGIN: login }
  const read = await errand(`http://${NAME}/`, way, env)
  expect(read.said).toContain(TEXT)
  expect(outside.targets).toEqual([`GET http://${NAME}/`])
})

test('the proxy variables of the environment are not used by themselves', async () => {
  await using outside = await startConnectProxy({ target: 1 })
  const env = {
    HTTPS_PROXY: outside.address,
    https_proxy: outside.address,
    ALL_PROXY: outside.address,
  }
  const read = await errand(`https://${NAME}/`, [], env)
  expect(read.code).not.toBe(0)
  expect(outside.targets).toEqual([])
})
