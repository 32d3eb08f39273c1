import {
  extractDiscoveryInfo,
  sanitizeResourceServiceMetadata,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from '@x402/extensions/bazaar'
import { describe, expect, test } from 'vitest'
import { offersOf } from '../../../src/core/offers.ts'
import { readArguments } from '../../../src/core/read-arguments.ts'
import { makeChallenge } from '../../../src/pay/challenge.ts'
import { encodeHeader } from '../../../src/pay/codec.ts'
import { PAYMENT_NETWORKS } from '../../../src/pay/networks.ts'
import { priceTable } from '../../../src/pay/terms.ts'
import { SOLD } from '../../support/invalid-inputs.ts'

const payTo = '0x00000000000000000000000000000000000000aa'
const prices = priceTable(offersOf(SOLD), { network: PAYMENT_NETWORKS[0], payTo })
const baseUrl = 'https://bellhop.example.com'

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
  expect(listings).toHaveLength(24)
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
    expect(encodeHeader(challenge).length).toBeLessThan(6_500)
  })
})

test('a tool without an address is named as the MCP transport names it', () => {
  const [tag] = prices.values()
  if (!tag) throw new Error('nothing for sale')
  const challenge = makeChallenge(tag, { transport: 'mcp', baseUrl: undefined, error: 'pay' })
  expect(challenge.resource.url).toBe('mcp://tool/extract')
})
