import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { OperationError } from '../../../../src/contract/errors.ts'
import { type AnyOperation, defineOperation } from '../../../../src/contract/operation.ts'
import { paymentRefused } from '../../../../src/pay/wallet/policy.ts'
import { ADDRESSES, CLIENTS, type Elicit, resultText } from '../../../support/clients.ts'
import { type HttpServer, startHttpServer } from '../../../support/http-server.ts'
import { testServices } from '../../../support/operations.ts'

const WALLET = 'http://127.0.0.1:8402/#owner/money'
const ACCOUNT = 'http://127.0.0.1:8402/#agents'

const FAILURES: Record<string, () => OperationError> = {
  budget: () => paymentRefused('over_day_budget'),
  unfunded: () =>
    new OperationError('payment_refused', 'The seller did not take the payment.', {
      fields: { reason: 'not_taken', seller: 'insufficient_funds' },
    }),
  payee: () => paymentRefused('payee_changed'),
  stranger: () => new OperationError('unauthorized', 'This needs a chat account.'),
  missing: () => new OperationError('not_found', 'It is gone.'),
}

/** An operation for each failure; those named `chat_…` use an account. */
const failing = Object.entries(FAILURES).flatMap(([key, make]) =>
  (['', 'chat_'] as const).map((prefix): AnyOperation =>
    defineOperation({
      name: `${prefix}${key}`,
      title: key,
      description: 'Fail.',
      toolset: 'text',
      ...(prefix === '' ? {} : { usesAccount: true as const }),
      http: { method: 'POST', path: `/${prefix}${key}` },
      effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
      input: z.object({}),
      output: z.object({}),
      async run() {
        throw make()
      },
    }),
  ),
)

let server: HttpServer
let stranger: HttpServer
let nowMs = 1e12
beforeAll(async () => {
  const services = { ...testServices(), now: () => new Date(nowMs) }
  const findPage = async (kind: string) => (kind === 'wallet' ? WALLET : ACCOUNT)
  const parts = { operations: failing, services, findPage }
  server = await startHttpServer({ ...parts, isOpen: true })
  stranger = await startHttpServer(parts)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await stranger[Symbol.asyncDispose]()
})

/** Calls a tool; returns what its user was shown, and the answer. */
async function call(
  connect: (typeof CLIENTS)[number][1],
  name: string,
  {
    elicit = () => 'accept',
    capabilities = ADDRESSES,
    url = server.mcpUrl,
  }: {
    elicit?: Elicit
    capabilities?: object
    url?: string
  } = {},
) {
  nowMs += 3_600_000
  const pages: (string | undefined)[] = []
  const client = await connect(
    { url },
    (message, elicitation) => {
      pages.push(elicitation.url)
      return elicit(message, elicitation)
    },
    capabilities,
  )
  const ask = async () => client.callTool({ name, arguments: {} })
  const answer = await ask()
  const again = await ask()
  await client.close()
  return { pages, text: resultText(answer), again: resultText(again), answer }
}

describe.each(CLIENTS)('%s, whose call fails', (_, connect) => {
  test.each([
    ['budget', WALLET],
    ['unfunded', WALLET],
    ['chat_stranger', ACCOUNT],
  ])('is shown the page that mends it, once: %s', async (name, page) => {
    const { pages, text, again, answer } = await call(connect, name)
    expect(pages).toEqual([page])
    expect(answer.isError).toBe(true)
    expect(text).toMatch(
      /^\w+: .+\n(?:.*\. )?The user was shown 127\.0\.0\.1:8402 .*same call again/,
    )
    expect(again).not.toContain('was shown')
  })

  test.each(['decline', 'cancel'] as const)('has the error alone after %s', async (action) => {
    const { pages, text } = await call(connect, 'budget', { elicit: () => action })
    expect(pages).toEqual([WALLET])
    expect(text).toContain('Only the owner can raise the limit')
  })

  test('is shown nothing where no page mends it, or it shows forms only', async () => {
    for (const name of ['payee', 'missing', 'stranger']) {
      expect((await call(connect, name)).pages).toEqual([])
    }
    const forms = { elicitation: { form: {} } }
    const { pages, text } = await call(connect, 'budget', { capabilities: forms })
    expect([pages, text]).toEqual([[], expect.stringContaining('Only the owner')])
  })

  test('is shown no wallet that is not its own', async () => {
    const { pages } = await call(connect, 'budget', { url: stranger.mcpUrl })
    expect(pages).toEqual([])
  })

  test('gets the error where its client fails at it', async () => {
    const elicit = () => {
      throw new Error('no browser here')
    }
    const answer = call(connect, 'budget', { elicit })
    // The newest client gives a call up itself whose question it cannot show.
    await answer.then(
      ({ text }) => expect(text).toContain('Only the owner can raise the limit'),
      (thrown) => expect(String(thrown)).toContain('no browser here'),
    )
  })
})
