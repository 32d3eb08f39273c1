import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, loadConfig } from '../../../../src/app/config/config.ts'
import { wallet } from '../../../../src/cli/commands/wallet.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { callWith } from '../../../support/call.ts'

const dir = tempDir()
afterAll(() => dir[Symbol.dispose]())
const { services } = callWith()

test.each([
  [['new'], {}, /BELLHOP_WALLET_PASSWORD/],
  [['new'], { BELLHOP_WALLET_PASSWORD: 'short' }, /at least 8/],
  [['burn'], {}, /no action/],
  [['address', 'x'], {}, /one word/],
  [['address'], {}, /no wallet/],
  [[], {}, /no wallet/],
])('wallet %j with %j fails in words', async (words, env, message) => {
  const config = loadConfig({ flags: { 'data-dir': dir.path }, env })
  const failing = wallet(services, config, words)
  await expect(failing).rejects.toBeInstanceOf(ConfigError)
  await expect(failing).rejects.toThrow(message)
})

test.each(['new', 'import'])(
  'wallet %s never writes over a file, whatever it holds',
  async (word) => {
    const path = join(dir.path, 'kept.json')
    writeFileSync(path, 'precious')
    const env = { BELLHOP_WALLET_PASSWORD: 'long enough' }
    const config = loadConfig({ flags: { 'wallet-file': path }, env })
    await expect(wallet(services, config, [word])).rejects.toThrow(/never overwritten/)
    expect(readFileSync(path, 'utf8')).toBe('precious')
  },
)
