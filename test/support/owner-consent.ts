import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { cleanEnv, CLI, type Served, serveBellhop, tempDir } from './bellhop.ts'
import { startUsdcChain, type UsdcChain } from './chain-usdc.ts'
import { CLIENTS, type McpClient, type Target } from './clients.ts'
import { Person } from './http-person.ts'
import { newAddress } from './seller.ts'

/** Funds of the wallet, in atomic units. */
const FUNDS = 100_000
/** Price of the call, in atomic units. */
export const CALL_PRICE = 1_000

/** The call of an agent that costs money; the word makes it another one. */
export async function callPaid(agent: McpClient, word: string, timeoutMs = 60_000) {
  const input = { from: 'markdown', to: 'html', data: `# ${word}` }
  return agent.callTool({ name: 'convert', arguments: input }, { timeout: timeoutMs })
}

/** The bot that asks. */
const BOT = 'Notification Bot'

/** A seller, and an instance with a wallet whose owner is asked in the chat, for an agent whose program cannot ask. */
export class ConsentStage implements AsyncDisposable {
  readonly #dir = tempDir()
  readonly #stack = new AsyncDisposableStack()
  #usdc!: UsdcChain
  #instance!: Served
  readonly #key = generatePrivateKey()
  readonly #payTo = newAddress()
  #settings: readonly string[] = []

  static async open({ keys = [] }: { keys?: readonly (readonly [string, string])[] } = {}) {
    const stage = new ConsentStage()
    await stage.#start(keys)
    return stage
  }

  async #start(keys: readonly (readonly [name: string, key: string])[]): Promise<void> {
    this.#usdc = this.#stack.use(await startUsdcChain())
    await this.#usdc.mint(privateKeyToAddress(this.#key), FUNDS)
    const gasFile = join(this.#dir.path, 'gas.key')
    writeFileSync(gasFile, await this.#usdc.gasKey(), { mode: 0o600 })
    const chain = ['--pay-rpc-url', this.#usdc.rpc.url]
    const local = ['--facilitator', 'local', '--facilitator-key-file', gasFile]
    const seller = this.#stack.use(
      await serveBellhop(['--paid', '--pay-to', this.#payTo, ...local, ...chain]),
    )
    const data = this.#stack.use(tempDir())
    const buying = ['--remote', seller.url, '--place', 'convert=there', ...chain]
    const asking = ['--approve-by-chat', '--spend-approve-above', '0.0005']
    this.#settings = [...buying, ...asking, '--data-dir', data.path]
    const keyFile = join(this.#dir.path, 'keys')
    writeFileSync(keyFile, keys.map((line) => `${line.join(' ')}\n`).join(''), { mode: 0o600 })
    const doors = keys.length === 0 ? [] : ['--oauth', 'on', '--key-file', keyFile]
    this.#instance = this.#stack.use(
      await serveBellhop([...this.#settings, ...doors], { BELLHOP_WALLET_KEY: this.#key }),
    )
  }

  /** Connects an agent by a key of the chat, or by a token. */
  async connectBy(key: string): Promise<McpClient> {
    return this.#connectTo({
      url: `${this.#instance.url}/mcp`,
      headers: { authorization: `Bearer ${key}` },
    })
  }

  /** Starts a program of an agent on this machine, with the data of the instance. */
  async connectHere(): Promise<McpClient> {
    const [command, entry] = CLI
    return this.#connectTo({
      command,
      args: [entry, 'stdio', ...this.#settings],
      env: cleanEnv({ BELLHOP_WALLET_KEY: this.#key }),
    })
  }

  async #connectTo(target: Target): Promise<McpClient> {
    const [, connect] = CLIENTS[1] ?? []
    const agent = await connect?.(target)
    if (!agent) throw new Error('no client')
    this.#stack.defer(async () => agent.close())
    return agent
  }

  /** Connects an agent, whose program cannot ask; what was declined in the session of another one can be asked for again. */
  async connect(): Promise<McpClient> {
    return this.#connectTo({ url: `${this.#instance.url}/mcp` })
  }

  /** Where the page of the instance is, and the key of its owner. */
  page(): { url: string; key: string } {
    return { url: this.#instance.url, key: this.#instance.owner().key }
  }

  /** The owner, signed in on one more device. */
  device(): Person {
    return new Person(this.#instance.url, this.#instance.owner())
  }

  /** Id of the bot that asks. */
  async botId(): Promise<number> {
    return this.device().idOf(BOT)
  }

  /** What has moved: out of the wallet, and to the seller. */
  async moved(): Promise<[paid: number, got: number]> {
    const left = await this.#usdc.balance(privateKeyToAddress(this.#key))
    return [FUNDS - left, await this.#usdc.balance(this.#payTo)]
  }

  async [Symbol.asyncDispose]() {
    await this.#stack.disposeAsync()
    this.#dir[Symbol.dispose]()
  }
}
