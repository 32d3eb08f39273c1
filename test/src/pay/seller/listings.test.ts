import {
  extractDiscoveryInfo,
  sanitizeResourceServiceMetadata,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from '@x402/extensions/bazaar'
import {
  appendPaymentIdentifierToExtensions,
  isPaymentIdentifierExtension,
  validatePaymentIdentifier,
} from '@x402/extensions/payment-identifier'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readArguments } from '../../../../src/core/run/read-arguments.ts'
import { offersOf } from '../../../../src/core/select/offers.ts'
import { makeChallenge } from '../../../../src/pay/protocol/challenge.ts'
import { encodeHeader } from '../../../../src/pay/protocol/codec.ts'
import { PAYMENT_NETWORKS } from '../../../../src/pay/protocol/networks.ts'
import { priceTable } from '../../../../src/pay/protocol/terms.ts'
import { SOLD } from '../../../support/invalid-inputs.ts'

const payTo = '0x00000000000000000000000000000000000000aa'
const prices = priceTable(offersOf(SOLD), { network: PAYMENT_NETWORKS[0], payTo })
const baseUrl = 'https://bellhop.example.com'

type Json = Record<string, unknown>
type Extension = Parameters<typeof validateDiscoveryExtension>[0]
type Resource = Parameters<typeof sanitizeResourceServiceMetadata>[0]
type Payload = Parameters<typeof extractDiscoveryInfo>[0]

const listings = SOLD.flatMap((operation) =>
  (['http', 'mcp'] as const).map((transport) => {
    const tag = prices.get(operation.name)
    if (!tag) throw new Error('not for sale')
    const challenge = makeChallenge(tag, { transport, baseUrl, error: 'Payment required' })
    return { operation, transport, challenge, requirements: tag.requirements }
  }),
)

test('every operation has two listings, over HTTP and over MCP', () => {
  expect(listings).toHaveLength(2 * prices.size)
  expect(prices.size).toBeGreaterThanOrEqual(12)
})

describe.each(listings)('$operation.name over $transport', (listing) => {
  const { operation, transport, challenge, requirements } = listing
  const extension = challenge.extensions?.['bazaar'] as Extension

  test('is valid for the stock validator', () => {
    expect(validateDiscoveryExtensionSpec({ ...extension })).toEqual({ valid: true })
    expect(validateDiscoveryExtension(extension)).toEqual({ valid: true })
    const { serviceName, tags } = challenge.resource
    expect(sanitizeResourceServiceMetadata(challenge.resource as Resource)).toEqual({
      serviceName,
      tags,
    })
  })

  test('is catalogued at its real address', () => {
    const payload = { ...challenge, accepted: requirements, payload: {} } as unknown as Payload
    expect(extractDiscoveryInfo(payload, requirements)).toMatchObject({
      resourceUrl: baseUrl + (transport === 'mcp' ? '/mcp' : operation.http.path),
      ...(transport === 'mcp' ? { toolName: operation.name } : { method: 'POST' }),
    })
  })

  test('shows a call that is valid, and a result of the right shape', async () => {
    const { input, output } = operation.example ?? { input: undefined, output: undefined }
    expect(operation.input.safeParse(input).error).toBeUndefined()
    expect(operation.output.safeParse(output).error).toBeUndefined()
    const read = await readArguments(operation, input ?? {})
    expect(read.ignored).toEqual([])
  })

  test('comes back in a header that proxies let pass', () => {
    expect(encodeHeader(challenge).length).toBeLessThan(transport === 'http' ? 1_700 : 6_500)
  })

  test('asks for the id of a payment as the stock code reads it', () => {
    const declaration = challenge.extensions?.['payment-identifier']
    expect(isPaymentIdentifierExtension(declaration)).toBe(true)
    const [filled] = Object.values(
      appendPaymentIdentifierToExtensions({ 'payment-identifier': structuredClone(declaration) }),
    )
    expect(validatePaymentIdentifier(filled)).toEqual({ valid: true })
  })
})

test.each(listings.filter(({ transport }) => transport === 'http'))(
  'the challenge of $operation.name shows what is required, by its type, and nothing that OpenAPI says better',
  ({ operation, challenge }) => {
    const { info, schema } = (challenge.extensions ?? {})['bazaar'] as {
      info: { input: { body: object } }
      schema: { properties: { input: { properties: { body: Record<string, unknown> } } } }
    }
    const { body } = schema.properties.input.properties
    const { required = [], properties = {} } = z.toJSONSchema(operation.input, { io: 'input' })
    const fields = [...new Set([...required, ...Object.keys(info.input.body)])]
    const types = fields.map((name) => [name, { type: (properties[name] as Json)['type'] }])
    expect(body).toEqual({ type: 'object', properties: Object.fromEntries(types), required })
  },
)

test('a tool without an address is named as the MCP transport names it', () => {
  const [tag] = prices.values()
  if (!tag) throw new Error('nothing for sale')
  const challenge = makeChallenge(tag, { transport: 'mcp', baseUrl: undefined, error: 'pay' })
  expect(challenge.resource.url).toBe('mcp://tool/extract')
})
