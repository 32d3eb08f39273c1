import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { foundryProgram } from './foundry.ts'

/** Longest wait for the chain to listen, to end, or to answer one request. */
const TURN_MAX_MS = 20_000

/** Time limit for a hook that starts a chain: the first one on a machine downloads the node. */
export const CHAIN_START_MAX_MS = 240_000

/** A value as JSON-RPC takes it: `0x…` data or quantity. */
export type Hex = `0x${string}`

/** What kind of chain to start. */
export interface ChainOptions {
  /** Default 31337. */
  chainId?: number
  /** Default: one that is free. */
  port?: number
  /** Mines a block every that many seconds; without it, one per transaction. */
  blockTimeSeconds?: number
  /** The time of all its blocks, for tests whose clock stands still; without it, that of this machine. */
  at?: Date
  /** Further arguments of anvil, e.g. `['--gas-limit', '60000000']`. */
  args?: readonly string[]
}

/** A transaction to be sent; the node fills in what is missing. */
export interface Transaction {
  from?: string
  to?: string
  data?: Hex
  value?: Hex
  gas?: Hex
}

/** What became of a transaction, in the block that has it. */
export interface Receipt {
  transactionHash: Hex
  status: string
  contractAddress: Hex
}

/** A private chain of one test file: its own anvil, on its own port of loopback. */
export interface TestChain extends AsyncDisposable {
  url: string
  chainId: number
  /** Ten funded accounts that the node signs for (`eth_sendTransaction`). */
  accounts: readonly Hex[]
  /** One JSON-RPC request; throws the node's error message. */
  rpc<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>
  /** Puts runtime code at an address. */
  setCode(address: string, code: Hex): Promise<void>
  /** Writes one storage slot; slot and value are padded to 32 bytes. */
  setStorage(address: string, slot: bigint | Hex, value: bigint | Hex): Promise<void>
  setBalance(address: string, wei: bigint): Promise<void>
  /** Deploys creation code (with its arguments appended) and gives the address. */
  deploy(creationCode: Hex): Promise<Hex>
  /** Sends a transaction, of the first account unless it names another, and waits for its block. */
  mined(transaction: Transaction): Promise<Receipt>
  /** Sends a transaction as `mined` does and throws unless it succeeds. */
  send(transaction: Transaction): Promise<Receipt>
  /** Sends a transaction of any account, which gets ether for it, and throws unless it succeeds. */
  sendAs(from: Hex, transaction: Transaction): Promise<Receipt>
  mine(blocks?: number): Promise<void>
  /** Remembers the whole state; the id goes to `revert`, once. */
  snapshot(): Promise<Hex>
  revert(snapshot: Hex): Promise<void>
  /** Ends the node. The chain is in memory: it is gone. */
  stop(): Promise<void>
}

/**
 * Starts a chain. Several test files may do so at once: each has its own process, on a port that the
 * system picks. Ends with `stop()` or `await using`, at the latest with the test process.
 */
export async function startChain(options: ChainOptions = {}): Promise<TestChain> {
  const { chainId = 31_337, port = 0, blockTimeSeconds, at, args = [] } = options
  const anvil = await foundryProgram('anvil')
  const clock = blockTimeSeconds === undefined ? [] : ['--block-time', String(blockTimeSeconds)]
  const place = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)]
  const time = at ? ['--timestamp', String(Math.floor(at.getTime() / 1000))] : []
  const node = spawn(anvil, [...place, ...time, ...clock, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killAtExit = (): void => void node.kill('SIGKILL')
  process.once('exit', killAtExit)
  const url = await listening(node)

  let requests = 0
  const rpc = async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    requests += 1
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: requests, method, params }),
      signal: AbortSignal.timeout(TURN_MAX_MS),
    })
    const answer = (await response.json()) as { result: T; error?: { message: string } }
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result
  }
  if (at) {
    await rpc('anvil_setBlockTimestampInterval', [0])
    // Calls before the first block would be of another time.
    await rpc('evm_mine')
  }
  const accounts = await rpc<Hex[]>('eth_accounts')
  // The node answers with the hash before it has made the block.
  const mined: TestChain['mined'] = async (transaction) =>
    minedReceipt(
      rpc,
      await rpc<Hex>('eth_sendTransaction', [{ from: accounts[0], ...transaction }]),
    )
  const send: TestChain['send'] = async (transaction) => {
    const receipt = await mined(transaction)
    if (receipt.status !== '0x1') throw new Error(`Transaction ${receipt.transactionHash} failed.`)
    return receipt
  }
  const setBalance: TestChain['setBalance'] = async (address, wei) =>
    void (await rpc('anvil_setBalance', [address, `0x${wei.toString(16)}`]))
  const stop = async (): Promise<void> => {
    process.off('exit', killAtExit)
    if (node.exitCode !== null || node.signalCode !== null) return
    const ended = once(node, 'exit', { signal: AbortSignal.timeout(TURN_MAX_MS) })
    node.kill('SIGKILL')
    await ended
  }
  return {
    url,
    chainId,
    accounts,
    rpc,
    setCode: async (address, code) => void (await rpc('anvil_setCode', [address, code])),
    setStorage: async (address, slot, value) =>
      void (await rpc('anvil_setStorageAt', [address, toWord(slot), toWord(value)])),
    setBalance,
    deploy: async (creationCode) => (await send({ data: creationCode })).contractAddress,
    mined,
    send,
    sendAs: async (from, transaction) => {
      await setBalance(from, 10n ** 18n)
      await rpc('anvil_impersonateAccount', [from])
      return send({ ...transaction, from })
    },
    mine: async (blocks = 1) => void (await rpc('anvil_mine', [`0x${blocks.toString(16)}`])),
    snapshot: async () => rpc<Hex>('evm_snapshot'),
    revert: async (snapshot) => {
      if (!(await rpc<boolean>('evm_revert', [snapshot]))) throw new Error('No such snapshot.')
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** A number or data as a 32-byte word. */
export function toWord(value: bigint | Hex): Hex {
  const digits = typeof value === 'bigint' ? value.toString(16) : value.slice(2)
  return `0x${digits.padStart(64, '0')}`
}

async function listening(node: ReturnType<typeof spawn>): Promise<string> {
  let output = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const timer = setTimeout(() => reject(new Error(`anvil is slow:\n${output}`)), TURN_MAX_MS)
  let ready = false
  const read = (chunk: Buffer): void => {
    if (ready) return
    output += chunk.toString()
    const address = /^Listening on (\S+)$/m.exec(output)?.[1]
    if (address === undefined) return
    ready = true
    resolve(`http://${address}`)
  }
  // Read to the end: a full pipe would stop the node.
  node.stdout?.on('data', read)
  node.stderr?.on('data', read)
  node.once('error', reject)
  node.once('exit', () => reject(new Error(`anvil ended:\n${output}`)))
  try {
    return await promise
  } catch (thrown) {
    node.kill('SIGKILL')
    throw thrown
  } finally {
    clearTimeout(timer)
  }
}

async function minedReceipt(rpc: TestChain['rpc'], hash: Hex): Promise<Receipt> {
  const deadline = Date.now() + TURN_MAX_MS
  while (Date.now() < deadline) {
    const receipt = await rpc<Receipt | null>('eth_getTransactionReceipt', [hash])
    if (receipt) return receipt
    await new Promise((resolve) => {
      setTimeout(resolve, 10)
    })
  }
  throw new Error(`Transaction ${hash} was not mined.`)
}
