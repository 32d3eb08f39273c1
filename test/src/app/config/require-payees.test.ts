import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from '../../../../src/app/config/config.ts'
import { requirePayees } from '../../../../src/app/config/require-payees.ts'

/** An example of EIP-55. */
const RIGHT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const MISTYPED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'
const USDC = { base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', other: 'eip155:84532' }

const check = async (flags: Record<string, string>) =>
  requirePayees(loadConfig({ flags: { remote: 'https://seller.example', ...flags }, env: {} }))

describe.each(['pay-to', 'remote-payee'])('--%s', (setting) => {
  test.each([
    ['with a mistyped character', MISTYPED, /EIP-55.*mistyped/],
    ['that is zero', `0x${'0'.repeat(40)}`, /nobody has the key/],
    ['that burns what it gets', '0x000000000000000000000000000000000000dEaD', /nobody has the key/],
    ['that is the token', USDC.base, /address of USDC itself/],
    ['that is the token in small letters', USDC.base.toLowerCase(), /address of USDC itself/],
  ])('refuses an address %s', async (_, payee, message) => {
    const checked = check({ [setting]: payee })
    await expect(checked).rejects.toThrow(ConfigError)
    await expect(checked).rejects.toThrow(message)
    await expect(checked).rejects.toThrow(`--${setting}`)
  })

  test.each([RIGHT, RIGHT.toLowerCase(), `0x${RIGHT.slice(2).toUpperCase()}`])(
    'takes %s',
    async (payee) => {
      await expect(check({ [setting]: payee })).resolves.toBeUndefined()
    },
  )

  test('looks at the token of the network that is paid on', async () => {
    const flags = { [setting]: USDC.base, 'pay-network': USDC.other }
    await expect(check(flags)).resolves.toBeUndefined()
  })
})
