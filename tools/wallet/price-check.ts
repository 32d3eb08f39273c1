import { z } from 'zod'
import { OperationError } from '../../src/contract/errors.ts'
import { openObject } from '../../src/contract/open-object.ts'
import { defineOperation } from '../../src/contract/operation.ts'
import { spendingOf } from '../../src/contract/spending.ts'
import { paidRequest, payFetch } from './pay-fetch.ts'

/** Operation `price_check`: what a call would cost, without paying for it. */
export const priceCheck = defineOperation({
  name: 'price_check',
  title: 'Price check',
  description: 'Tell what a call of a tool would cost, and whether limits allow it.',
  toolset: 'wallet',
  audience: 'owner',
  runsHere: true,
  http: { method: 'POST', path: '/wallet/price-check' },
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input: z.object({
    operation: z.string().describe('Name of the tool.'),
    input: openObject().describe('Arguments for the tool.'),
  }),
  output: z.object({
    place: z.enum(['here', 'there', 'here-then-there']).describe('Where the tool would run.'),
    usd: z
      .string()
      .nullable()
      .describe(
        'Price at the other place; 0 where it is free, null where it cannot be paid or only the call tells it.',
      ),
    host: z.string().nullable(),
    payTo: z.string().nullable(),
    network: z.string().nullable(),
    allowed: z.boolean(),
    reason: z.string().nullable().describe('Why the call is not allowed.'),
  }),
  async run({ services, signal, input: { operation, input } }) {
    const values = Object.values(input)
    // Asking for the price would tell the other instance of the file.
    if (values.some((value) => typeof value === 'string' && services.files.names(value))) {
      throw new OperationError('invalid_input', 'A file of the chat is read here, for nothing.', {
        hint: 'Call the tool with the link of the file.',
      })
    }
    const spending = spendingOf(services)
    if (operation !== payFetch.name) return spending.quote(operation, input, signal)
    const { readArguments } = await import('../../src/core/run/read-arguments.ts')
    const { input: read } = await readArguments(payFetch, input)
    const request = paidRequest(read as z.output<typeof payFetch.input>)
    return {
      ...(await spending.quoteFetch(request, { fetch: services.fetch, signal })),
      place: 'there' as const,
    }
  },
})
