import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'
import { addressOf, makeKey } from '../../pay/wallet/wallet.ts'
import { CLONE } from '../clone.ts'
import { Skipped } from './screen.ts'

/** Starts the chain, in a clone. */
const CHAIN_SCRIPT = 'scripts/local-chain.ts'

/** Code with which that script ends where the chain is not installed. */
const EXIT_NOT_INSTALLED = 3

/** Longest start of the chain, and of the seller, which buys a call of itself first. */
const START_MAX_MS = 60_000

/** The test network that the chain passes for. */
const NETWORK = 'eip155:84532'

/** An account that nobody uses. */
const SELLER_ADDRESS = '0x000000000000000000000000000000000000be11'

/** An instance that sells its calls, and how a buyer with a wallet is started. */
export interface Shop extends AsyncDisposable {
  buyerArgs: readonly string[]
  buyerEnv: Record<string, string>
}

/** Opens a shop for test money on a chain of this machine. Throws Skipped where there is no such chain. */
export async function openShop(folder: string): Promise<Shop> {
  if (CLONE === undefined) throw new Skipped('the test chain comes with a clone only.')
  const key = makeKey()
  const gasKeyFile = join(folder, 'gas.key')
  const chain = start([join(CLONE, CHAIN_SCRIPT), '--installed', addressOf(key)], {
    LOCAL_CHAIN_PORT: '0',
    LOCAL_CHAIN_KEY_FILE: gasKeyFile,
  })
  const started: ChildProcess[] = [chain]
  const close = async (): Promise<void> => {
    await Promise.all(started.map(end))
  }
  try {
    const rpc = await loadAddress(chain, /listens on (http:\/\/[\w.:]+\d)/)
    const network = ['--pay-network', NETWORK, '--pay-rpc-url', rpc]
    const selling = ['--paid', '--pay-to', SELLER_ADDRESS, '--pay-to-new', '--facilitator', 'local']
    const place = ['--port', '0', '--chat', 'off', '--data-dir', join(folder, 'seller')]
    const gas = ['--facilitator-key-file', gasKeyFile]
    const program = process.argv[1] ?? ''
    const seller = start([program, 'serve', ...place, ...selling, ...gas, ...network])
    started.push(seller)
    const url = await loadAddress(seller, /"url":"([^"]+)"/)
    return {
      buyerArgs: ['--remote', url, '--place', 'text=there', '--chat', 'off', ...network],
      buyerEnv: { BELLHOP_WALLET_KEY: key.reveal() },
      [Symbol.asyncDispose]: close,
    }
  } catch (thrown) {
    await close()
    throw thrown
  }
}

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...getDefaultEnvironment(), ...env },
  })
}

/** Where a program says that it listens, on any stream. Throws Skipped or the last that it said. */
async function loadAddress(child: ChildProcess, pattern: RegExp): Promise<string> {
  let last = 'It did not start in time.'
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  for (const input of [child.stdout, child.stderr]) {
    if (input === null) continue
    createInterface({ input }).on('line', (line) => {
      last = line
      const [, found] = pattern.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
  }
  const signal = AbortSignal.timeout(START_MAX_MS)
  once(child, 'close', { signal }).then(
    () => resolve(undefined),
    () => resolve(undefined),
  )
  const address = await promise
  if (address !== undefined) return address
  if (child.exitCode === EXIT_NOT_INSTALLED) {
    throw new Skipped('it needs anvil, a test chain (https://getfoundry.sh).')
  }
  throw new Error(last)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
