import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/app/config/config.ts'

test('secrets are taken out of the environment, and shown by no dump of the configuration', () => {
  const env: Record<string, string | undefined> = {
    BELLHOP_WALLET_KEY: 'canary-1',
    BELLHOP_WALLET_PASSWORD: ' canary-2\n',
    X402_PRIVATE_KEY: 'canary-3',
    BELLHOP_REMOTE_KEY: 'canary-4',
    BELLHOP_SIGNER_KEY: 'canary-5',
    PATH: '/bin',
  }
  const config = loadConfig({ env })
  expect(env).toEqual({ PATH: '/bin' })
  const { walletKey, walletPassword, plainKey, remoteKey, signerKey } = config.secrets
  expect(
    [walletKey, walletPassword, plainKey, remoteKey, signerKey].map((secret) => secret?.reveal()),
  ).toEqual(['canary-1', 'canary-2', 'canary-3', 'canary-4', 'canary-5'])
  const dumps = [JSON.stringify(config), inspect(config, { depth: 9, showHidden: true })]
  expect(dumps.join()).not.toContain('canary')
})

test('a placeholder of a desktop host, and an empty value, are no secrets', () => {
  const env = { BELLHOP_WALLET_KEY: '${user_config.wallet_key}', X402_PRIVATE_KEY: ' ' }
  expect(loadConfig({ env }).secrets).toEqual({})
})

test('neither a flag nor a file can hold a secret', () => {
  const { secrets } = loadConfig({ flags: { 'wallet-key': 'canary' }, env: {} })
  expect(secrets.walletKey).toBeUndefined()
})
