import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { paymentNetwork } from '../src/pay/protocol/networks.ts'
import { startUsdcChain } from '../test/support/chain-usdc.ts'
import type { Hex } from '../test/support/chain.ts'
import { findFoundryProgram } from '../test/support/foundry.ts'

/**
 * `npm run local-chain -- 0x… 0x…`: a chain on this machine that passes for Base Sepolia, with money for these accounts, for trying out
 * payments without a network. It is in memory, and gone at the end of this program. With `--installed` nothing is downloaded: where
 * the chain is not on this machine, the program ends with another code.
 */

const PORT = 8_545
const GIVEN_USDC = 10

/** Written for `--facilitator-key-file`: its account has ether on this chain and nowhere else. */
const KEY_FILE =
  process.env['LOCAL_CHAIN_KEY_FILE'] ??
  join(import.meta.dirname, '../node_modules/.cache/local-chain.key')

/** Ends the program with `--installed` where there is no chain to start. */
const EXIT_NOT_INSTALLED = 3

const network = paymentNetwork('base-sepolia')
if (!network) throw new Error('The test network is not known.')
const words = process.argv.slice(2)
if (words.includes('--installed') && findFoundryProgram('anvil') === undefined) {
  process.exit(EXIT_NOT_INSTALLED)
}
const accounts = words.filter((word) => word !== '--installed')
if (!accounts.every((account) => /^0x[0-9a-fA-F]{40}$/.test(account))) {
  throw new Error('Name the addresses of the accounts that get money.')
}

const port = Number(process.env['LOCAL_CHAIN_PORT'] ?? PORT)
const usdc = await startUsdcChain({ network, port })
for (const account of accounts) await usdc.mint(account as Hex, GIVEN_USDC * 1_000_000)
mkdirSync(dirname(KEY_FILE), { recursive: true })
writeFileSync(KEY_FILE, await usdc.gasKey(), { mode: 0o600 })
process.stdout.write(
  `A chain like ${network.title} listens on ${usdc.chain.url}.\n` +
    `${GIVEN_USDC} USDC for each of ${accounts.length} accounts; a key for gas is in ${relative('', KEY_FILE)}.\n`,
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void usdc[Symbol.asyncDispose]())
}
