import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AnyOperation, defineOperation } from '../../../../src/contract/operation.ts'
import {
  type Consent,
  type ProposedPayment,
  questionOf,
} from '../../../../src/contract/spending.ts'
import { CLIENTS } from '../../../support/clients.ts'
import { startHttpServer } from '../../../support/http-server.ts'
import { testServices } from '../../../support/operations.ts'

/** Tells what its caller agreed to. */
const pays: AnyOperation = defineOperation({
  name: 'pays',
  title: 'Pays',
  description: 'Ask for consent.',
  toolset: 'web',
  http: { method: 'POST', path: '/pays' },
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: z.object({}),
  output: z.object({ consent: z.string() }),
  async run({ approve }) {
    const payment = {
      operation: 'pays',
      host: 'a.example',
      payTo: '0x1',
      usd: '1',
      network: 'Base',
    }
    return { consent: (await approve?.({ ...payment, key: 'k' })) ?? 'nobody' }
  },
})

const questions: string[] = []
const serve = async (consent: Consent | undefined) =>
  startHttpServer({
    operations: [pays],
    services: {
      ...testServices(),
      ...(consent === undefined
        ? {}
        : {
            askOwner: async (payment: ProposedPayment) => {
              questions.push(questionOf(payment))
              return consent
            },
          }),
    },
  })

async function callAt(url: string, elicit?: () => 'accept' | 'decline') {
  const [, connect] = CLIENTS[1] ?? []
  const client = await connect?.({ url }, elicit)
  if (!client) throw new Error('no client')
  const { structuredContent } = await client.callTool({ name: 'pays', arguments: {} })
  await client.close()
  return structuredContent?.['consent']
}

test.each<Consent>(['accepted', 'declined', 'unable'])(
  'where a client cannot ask, the owner is asked: %s',
  async (consent) => {
    questions.length = 0
    await using server = await serve(consent)
    expect(await callAt(server.mcpUrl)).toBe(consent)
    expect(questions).toEqual(['Pay 1 USDC on Base to 0x1 (a.example) for one call of pays?'])
  },
)

test('a client that can ask its user asks nobody else', async () => {
  questions.length = 0
  await using server = await serve('accepted')
  expect(await callAt(server.mcpUrl, () => 'decline')).toBe('declined')
  expect(questions).toEqual([])
})

test('without the setting nobody is asked', async () => {
  await using server = await serve(undefined)
  expect(await callAt(server.mcpUrl)).toBe('unable')
})
