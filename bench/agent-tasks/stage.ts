import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { cleanEnv, serveBellhop, type Served, SOURCE, tempDir } from '../../test/support/bellhop.ts'
import { startChain, type TestChain } from '../../test/support/chain.ts'
import { CLIENTS, type McpClient, type Target } from '../../test/support/clients.ts'
import { deployMock } from '../../test/support/contracts.ts'
import { Person } from '../../test/support/http-person.ts'
import { type PageServer, startPageServer } from '../../test/support/page-server.ts'
import { Agent, type Cost, type HandsOn } from './agent.ts'
import { documents } from './documents.ts'
import type { AgentName, Given } from './task.ts'

/** How agents reach Bellhop. */
export const TRANSPORTS = ['stdio', 'HTTP'] as const
export type Transport = (typeof TRANSPORTS)[number]

/** Room for the tasks that are written, each with keys of its own. */
const TASKS_MAX_COUNT = 120

const HOLDER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const CHANNEL = 'general'

/** The strictest client: it checks results by the schemas that it was told. */
const [, connect] = CLIENTS[0] as (typeof CLIENTS)[number]

/** Documents and a chain, for any number of stages. */
export interface Outside extends AsyncDisposable {
  pages: PageServer
  chain: TestChain
  token: string
}

/** Starts the servers that a page, a feed or a balance is read from. */
export async function startOutside(): Promise<Outside> {
  const stack = new AsyncDisposableStack()
  const pages = stack.use(await startPageServer(documents()))
  const chain = stack.use(await startChain({ chainId: 1 }))
  await chain.setBalance(HOLDER, 10n ** 18n)
  const token = await deployMock(chain, 'Erc20', ['string', 'string', 'uint8'], ['Bell', 'BELL', 2])
  return { pages, chain, token, [Symbol.asyncDispose]: async () => stack.disposeAsync() }
}

/** One Bellhop with everybody who uses it. */
export interface Stage extends AsyncDisposable {
  /** Tokens (o200k) of names, descriptions and inputs of the tools that agents are offered by default. */
  toolTokens: number
  /** What the next task is given, of whose answers hosts hand on so much. The cost of its calls is added up. */
  given(cost: Cost, handsOn: HandsOn): Given & AsyncDisposable
}

/** Starts the program of an entry, with agents that reach it over one transport. */
export async function startStage(
  { pages, chain, token }: Outside,
  transport: Transport,
  entry = SOURCE,
): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(tempDir()).path
  const program = new Program(folder, stack, pages.port, chain.url, entry)
  const server = await program.serve(['--key-file', program.keyFile])
  if (transport === 'HTTP') await program.serveOpen()
  const person = new Person(server.url, server.owner())
  await using probe = new Company(program, server, transport, 0)
  const ada = await probe.client('ada')
  const { tools } = await ada.listTools()
  let count = 0
  const whole = stack.move()
  return {
    toolTokens: tools.reduce((sum, tool) => sum + tokensOf(tool), 0),
    given(cost, handsOn) {
      count += 1
      const company = new Company(program, server, transport, count)
      return {
        agent: async (name) => new Agent(await company.client(name), cost, handsOn),
        nameOf: (name) => company.nameOf(name),
        person,
        url: (path) => `${pages.origin}${path}`,
        channel: CHANNEL,
        topic: `task ${count}`,
        chain: { holder: HOLDER, token },
        [Symbol.asyncDispose]: async () => company[Symbol.asyncDispose](),
      }
    },
    [Symbol.asyncDispose]: async () => whole.disposeAsync(),
  }
}

function tokensOf({ name, description, inputSchema }: ListedTool): number {
  return countTokens(JSON.stringify({ name, description, inputSchema }))
}

type ListedTool = Awaited<ReturnType<McpClient['listTools']>>['tools'][number] & {
  inputSchema?: unknown
}

/** A product, and how it is started on one data folder. */
class Program {
  readonly keyFile: string
  readonly #stack: AsyncDisposableStack
  readonly #flags: readonly string[]
  readonly #env: Record<string, string>
  readonly #entry: string
  #open: Promise<Served> | undefined

  constructor(
    folder: string,
    stack: AsyncDisposableStack,
    pagePort: number,
    chainUrl: string,
    entry: string,
  ) {
    this.#stack = stack
    this.#entry = entry
    this.#flags = ['--data-dir', folder, '--allow-hosts', `127.0.0.1:${pagePort}`]
    this.#env = { BELLHOP_RPC_ETHEREUM: chainUrl }
    this.keyFile = join(folder, 'keys')
    const names = Array.from({ length: TASKS_MAX_COUNT }, (_, task) =>
      (['ada', 'bob', 'core'] as const).map((name) => accountName(name, task)),
    )
    const lines = names.flat().map((name) => `${name} ${keyOf(name)} allow-hosts\n`)
    writeFileSync(this.keyFile, lines.join(''))
  }

  async serve(flags: readonly string[] = []): Promise<Served> {
    const unlimited = ['--chat-rate-limits', 'off', '--rate-limits', 'off', '--render', 'known']
    const args = [...this.#flags, ...unlimited, ...flags]
    return this.#stack.use(await serveBellhop(args, this.#env, this.#entry))
  }

  /** A server that needs no keys, the same one whenever it is asked for: first while the stage is built. */
  async serveOpen(): Promise<Served> {
    this.#open ??= this.serve()
    return this.#open
  }

  onStdio(flags: readonly string[]): Target {
    const args = [this.#entry, ...this.#flags, ...flags]
    return { command: process.execPath, args, env: cleanEnv(this.#env) }
  }
}

/** The agents of one task. */
class Company implements AsyncDisposable {
  readonly #program: Program
  readonly #server: Served
  readonly #transport: Transport
  readonly #task: number
  readonly #clients = new Map<AgentName, Promise<McpClient>>()

  constructor(program: Program, server: Served, transport: Transport, task: number) {
    this.#program = program
    this.#server = server
    this.#transport = transport
    this.#task = task
  }

  nameOf(name: AgentName): string {
    return accountName(name, this.#task)
  }

  async client(name: AgentName): Promise<McpClient> {
    const client = this.#clients.get(name) ?? this.#connect(name)
    this.#clients.set(name, client)
    return client
  }

  async #connect(name: AgentName): Promise<McpClient> {
    const client = await connect(await this.#wayTo(name))
    // Clients check structured content against the schemas that they have seen.
    await client.listTools()
    // Nobody is new to the chat: what is written from now on is theirs to hear.
    // A list without that tool is no fault: its tasks need nothing that was said before.
    await client.callTool({ name: 'get_own_user', arguments: {} }).catch(() => undefined)
    return client
  }

  async #wayTo(name: AgentName): Promise<Target> {
    const isTwin = name.startsWith('twin')
    const account = this.nameOf(name)
    if (this.#transport === 'stdio') {
      const flags = name === 'core' ? ['--toolsets', 'core'] : []
      return this.#program.onStdio([...flags, ...(isTwin ? [] : ['--chat-name', account])])
    }
    if (isTwin) return { url: `${(await this.#program.serveOpen()).url}/mcp` }
    const headers = {
      authorization: `Bearer ${keyOf(account)}`,
      ...(name === 'core' ? { 'x-mcp-toolsets': 'core' } : {}),
    }
    return { url: `${this.#server.url}/mcp`, headers }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A client that never connected has thrown where it was asked for.
    const clients = await Promise.allSettled(this.#clients.values())
    await Promise.all(
      clients.map(async (client) => client.status === 'fulfilled' && client.value.close()),
    )
  }
}

function accountName(name: AgentName, task: number): string {
  return `${name.replace(' ', '-')}-${task}`
}

function keyOf(account: string): string {
  return `${account}-`.padEnd(32, 'k')
}
