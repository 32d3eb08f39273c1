import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { composeSeller } from '../../../../src/app/compose/compose-seller.ts'
import { ConfigError, loadConfig } from '../../../../src/app/config/config.ts'
import { operations } from '../../../../tools/index.ts'
import { testInstance } from '../../../support/operations.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keyFile = (name: string, content: string) => {
  writeFileSync(join(folder, name), content, { mode: 0o600 })
  return join(folder, name)
}
const payTo = `0x${'1'.repeat(40)}`
const sell = (flags: Record<string, string>) =>
  composeSeller(loadConfig({ flags: { paid: true, ...flags }, env: {} }), operations, {
    ...testInstance(),
    operatorFetch: async () => {
      throw new Error('nothing is fetched at the start')
    },
  })

describe('a seller that cannot be', () => {
  const local = { 'pay-to': payTo, facilitator: 'local' }
  test.each<[string, Record<string, string>, RegExp]>([
    ['without a payee', {}, /--paid needs --pay-to/],
    ['with a payee that is no address', { 'pay-to': '0x1' }, /--pay-to.*EVM address/],
    ['on Base without a facilitator', { 'pay-to': payTo }, /--paid needs --facilitator on Base/],
    ['with its own and no key', local, /--facilitator-key-file/],
    ['with a key file that is not there', { ...local, 'facilitator-key-file': '/none' }, /read/],
    [
      'with a key that is none',
      { ...local, 'facilitator-key-file': keyFile('short', 'canary-of-a-key') },
      /64 hex digits/,
    ],
    [
      'with an API key that is none',
      {
        'pay-to': payTo,
        facilitator: 'https://f.example',
        'facilitator-key-file': keyFile('bad', '{"id":"canary-of-a-key"}'),
      },
      /not an API key/,
    ],
    ['with a price of nothing', { 'pay-to': payTo, prices: 'nothing=1' }, /--prices.*nothing/],
    ['with a price that is none', { 'pay-to': payTo, prices: 'extract=cheap' }, /--prices/],
    ['with a network that is not known', { 'pay-to': payTo, 'pay-network': 'x' }, /--pay-network/],
  ])('%s says which setting is wrong, and no key', (_, flags, message) => {
    expect(() => sell(flags)).toThrow(ConfigError)
    expect(() => sell(flags)).toThrow(message)
    expect(() => sell(flags)).not.toThrow(/canary/)
  })
})

test.skipIf(process.platform === 'win32')(
  'a gas key that others may read is refused, and how to mend it is said',
  () => {
    const path = keyFile('open', `canary${'1'.repeat(58)}`)
    const flags = { 'pay-to': payTo, facilitator: 'local', 'facilitator-key-file': path }
    for (const mode of [0o640, 0o604, 0o644]) {
      chmodSync(path, mode)
      expect(() => sell(flags)).toThrow(`chmod 600 ${path}`)
    }
  },
)

describe('a seller', () => {
  test('sells at its own prices, and does not sell what costs nothing', async () => {
    const prices = 'extract=0.005, metadata=0'
    const seller = sell({ 'pay-to': payTo, facilitator: 'https://f.example', prices })
    const amounts = [...(seller?.gate.prices ?? [])].map(([name, { units }]) => [name, units])
    expect(amounts.slice(0, 2)).toEqual([
      ['extract', 5_000],
      ['unfurl', 1_000],
    ])
    await seller?.close()
  })

  test('on the test network needs no facilitator of its own', async () => {
    const seller = sell({ 'pay-to': payTo, 'pay-network': 'eip155:84532' })
    expect(seller?.gate.prices.get('extract')?.terms).toMatchObject({ network: 'eip155:84532' })
    await seller?.close()
  })

  test('is none unless it is asked for', () => {
    const config = loadConfig({ flags: { 'pay-to': payTo }, env: {} })
    const parts = { ...testInstance(), operatorFetch: async () => expect.unreachable() }
    expect(composeSeller(config, operations, parts)).toBeUndefined()
  })
})
