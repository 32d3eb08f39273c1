import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { OperationError } from '../../../../src/contract/errors.ts'
import {
  defineOperation,
  here,
  type Place,
  type Services,
} from '../../../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import { asTool } from '../../../../src/core/run/agent-form.ts'
import { extract } from '../../../../tools/web/extract.ts'
import { read } from '../../../../tools/web/read.ts'
import { type Caller, callWith } from '../../../support/call.ts'
import { CLIENTS, resultText, type ToolAnswer } from '../../../support/clients.ts'
import { type HttpServer, startHttpServer } from '../../../support/http-server.ts'
import { type PageServer, startPageServer } from '../../../support/page-server.ts'

let pages: PageServer
let caller: Caller
let server: HttpServer
/** What was bought, once for each time. */
let bought: string[] = []

/** An instance of another owner, which wants money and consent for each call. */
const paidElsewhere: Place = async (operation, call) => {
  const { name, runsHere } = operation
  if (runsHere) return here(operation, call)
  const url = String(call.input['url'])
  const payment = { host: 'other.test', payTo: '0x01', usd: '0.002', network: 'Base' }
  const consent = await call.approve?.({ operation: name, ...payment, key: `${name} ${url}` })
  if (consent !== 'accepted') throw new OperationError('payment_refused', `Consent: ${consent}.`)
  bought.push(url)
  call.paid?.({ operation: name, ...payment, transaction: null })
  return here(operation, call)
}

let elsewhere = paidElsewhere
beforeEach(() => void (elsewhere = paidElsewhere))

beforeAll(async () => {
  const page = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body })
  pages = await startPageServer({ '/a': page('A.'), '/b': page('B.'), '/c': page('C.') })
  caller = callWith()
  const { fetch } = caller.services
  const services: Services = {
    ...caller.services,
    place: async (operation, call) => elsewhere(operation, call),
    fetch: async (url, options) => fetch(url, { ...options, principal: LOCAL_PRINCIPAL }),
  }
  const operations = [asTool(read)]
  server = await startHttpServer({ operations, services })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await caller.close()
  await pages.close()
})

/** The kind of each part of an answer, or the code of its failure. */
function kindsIn(answer: ToolAnswer): (string | undefined)[] {
  const heads = resultText(answer).match(/^\[\d of \d · .*/gm) ?? []
  return heads.map((head) => / · (text) · /.exec(head)?.[1] ?? / · (\w+): /.exec(head)?.[1])
}

describe.each(CLIENTS)('%s, several parts of whose call cost money', (_, connect) => {
  test('its user is asked for each once, and each is bought once', async () => {
    bought = []
    const questions: string[] = []
    const client = await connect({ url: server.mcpUrl }, (message) => {
      questions.push(message)
      return 'accept'
    })
    const urls = ['/a', '/b', '/c'].map((path) => pages.origin + path)
    const answer = await client.callTool({ name: 'read', arguments: { urls } })
    const { _meta } = answer
    expect(kindsIn(answer)).toEqual(['text', 'text', 'text'])
    expect(bought.toSorted()).toEqual(urls)
    expect(questions).toHaveLength(3)
    expect(_meta?.['bellhop/paid']).toHaveLength(3)
    await client.close()
  })

  test('what its user declines stands beside what was bought', async () => {
    bought = []
    let answers = 0
    const client = await connect({ url: server.mcpUrl }, () => {
      answers += 1
      return answers === 1 ? 'decline' : 'accept'
    })
    const urls = ['/a', '/b'].map((path) => pages.origin + path)
    const answer = await client.callTool({ name: 'read', arguments: { urls } })
    expect(kindsIn(answer)).toEqual(['payment_refused', 'text'])
    expect([bought, answers]).toEqual([urls.slice(1), 2])
    await client.close()
  })

  test('what another instance has refused is not offered to it again', async () => {
    const questions: string[] = []
    elsewhere = async (operation, call) => {
      const { name, runsHere } = operation
      if (runsHere) return here(operation, call)
      const payment = { host: 'other.test', payTo: '0x01', usd: '0.002', network: 'Base' }
      const consent = await call.approve?.({ operation: name, ...payment, key: name })
      questions.push(`${name} ${consent}`)
      throw new OperationError('unsupported_content', 'Of another kind.')
    }
    const client = await connect({ url: server.mcpUrl }, () => 'accept')
    const urls = ['https://site.test/']
    const answer = await client.callTool({ name: 'read', arguments: { urls } })
    expect(answer.content[0]?.text).toMatch(/^unsupported_content/)
    expect(questions).toEqual(
      ['extract', 'pdf_to_markdown', 'rss_to_json', 'document_to_markdown'].map(
        (name) => `${name} accepted`,
      ),
    )
    await client.close()
  })

  test('what fails once it is agreed to is not asked about again', async () => {
    bought = []
    let answers = 0
    const client = await connect({ url: server.mcpUrl }, () => {
      answers += 1
      return 'accept'
    })
    const urls = ['/missing', '/b', '/c'].map((path) => pages.origin + path)
    const answer = await client.callTool({ name: 'read', arguments: { urls } })
    expect(kindsIn(answer)).toEqual(['upstream_refused', 'text', 'text'])
    expect([bought.toSorted(), answers]).toEqual([urls.toSorted(), 3])
    await client.close()
  })
})

test('there is no route to it, and no such tool where calls are sold', async () => {
  const body = JSON.stringify({ urls: [pages.origin] })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/read`, { method: 'POST', headers, body })
  expect(answer.status).toBe(404)
  const gate = {
    prices: new Map(),
    baseUrl: () => 'http://localhost',
    pass: async () => Promise.reject(new Error('nobody pays here')),
  }
  const operations = [asTool(read), asTool(extract)]
  await using selling = await startHttpServer({ operations, services: caller.services, gate })
  for (const [, connect] of CLIENTS) {
    const client = await connect({ url: selling.mcpUrl })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['extract'])
    await client.close()
  }
})

describe.each(CLIENTS)('%s, whose call pays in another order when it is repeated', (_, connect) => {
  test('an answer waits for the payment that it is about', async () => {
    const agreed: string[] = []
    let rounds = 0
    const twice = defineOperation({
      name: 'twice',
      title: 'Twice',
      description: 'Pay twice.',
      toolset: 'web',
      http: { method: 'POST', path: '/twice' },
      effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
      input: z.object({}),
      output: z.object({}),
      async run(call) {
        rounds += 1
        const keys = rounds % 2 === 1 ? ['a', 'b'] : ['b', 'a']
        const payment = { operation: 'twice', host: 'h', payTo: '0x01', usd: '1', network: 'Base' }
        const open = keys.filter((key) => !agreed.includes(key))
        const outcomes = await Promise.allSettled(
          open.map(async (key) => {
            await call.approve?.({ ...payment, key })
            agreed.push(key)
          }),
        )
        for (const one of outcomes) if (one.status === 'rejected') throw one.reason
        return {}
      },
    })
    const { services } = caller
    await using both = await startHttpServer({ operations: [twice], services })
    const client = await connect({ url: both.mcpUrl }, () => 'accept')
    const answer = await client.callTool({ name: 'twice', arguments: {} })
    expect([answer.isError ?? false, agreed, rounds]).toEqual([false, ['a', 'b'], 3])
    await client.close()
  })
})
