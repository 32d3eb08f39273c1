import type { AddressInfo } from 'node:net'
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { inspectFetching } from '../../../../src/cli/commands/inspect-fetching.ts'
import { OperationError } from '../../../../src/contract/errors.ts'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import { createGuardedFetch } from '../../../../src/net/fetch/guarded-fetch.ts'
import { createVetAddress } from '../../../../src/net/guard/vet-address.ts'
import { selfSignedFor } from '../../../support/net-certificate.ts'
import { interceptDials } from '../../../support/net-dials.ts'
import { quietLog } from '../../../support/store-backend.ts'

const PUBLIC = '93.184.215.14'
const failing = (code: string) => Object.assign(new Error(`getaddrinfo ${code}`), { code })

/** The two services of a machine whose name server answers so. */
function machineWith(answer: string | Error) {
  const resolve = async () => {
    if (typeof answer !== 'string') throw answer
    return [{ address: answer, family: 4 }]
  }
  return {
    vetAddress: createVetAddress({ allowHosts: [], resolve }),
    fetch: createGuardedFetch({ allowHosts: [], userAgent: 'Bellhop', log: quietLog, resolve }),
  }
}

const trusted = getCACertificates('default')
const { key, cert } = selfSignedFor('example.com')
const server = createTlsServer({ key, cert }, (socket) => {
  socket.on('error', () => {})
  socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => {
  setDefaultCACertificates(trusted)
  server.close()
})

/** The sentence of the first call that fails on such a machine. */
async function firstFailure({ fetch }: ReturnType<typeof machineWith>): Promise<string> {
  const { signal } = new AbortController()
  const options = { signal, principal: LOCAL_PRINCIPAL }
  const failure: unknown = await fetch('https://example.com/page', options).catch(
    (thrown: unknown) => thrown,
  )
  if (!(failure instanceof OperationError)) throw new Error('it did not fail')
  return failure.message
}

test.each([
  ['dns', 'leads to a private address', '10.0.0.7'],
  ['dns', 'could not be found by this machine', failing('ENOTFOUND')],
  ['dns', 'could not be looked up just now', failing('EAI_AGAIN')],
  ['fetch', 'No secure connection', PUBLIC],
] as const)('%s: %s, in the words of the first call that fails', async (check, words, answer) => {
  using _dials = interceptDials({ port })
  const machine = machineWith(answer)
  const message = await firstFailure(machine)
  expect(message).toContain(words)
  const findings = await inspectFetching(machine, false)
  expect(findings.at(-1)).toEqual({
    check,
    status: 'warn',
    detail: expect.stringContaining(`example.com: ${message}`),
  })
})

test('what can be fetched is well', async () => {
  using _dials = interceptDials({ port })
  setDefaultCACertificates([...trusted, cert])
  const findings = await inspectFetching(machineWith(PUBLIC), false)
  expect(findings).toMatchObject([
    { check: 'dns', status: 'ok' },
    { check: 'fetch', status: 'ok' },
  ])
})
