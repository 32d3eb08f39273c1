import { parseArgs, type ParseArgsConfig } from 'node:util'
import { offeredToModels, operations, wholeCatalogue } from '../../tools/index.ts'
import { prompts } from '../../tools/prompts.ts'
import { compose, type Composed, makeLaterCallLog } from '../app/compose.ts'
import { type Config, ConfigError, loadConfig } from '../app/config/config.ts'
import { SETTINGS } from '../app/config/settings.ts'
import { OperationError } from '../contract/errors.ts'
import { selectTools } from '../core/select/select.ts'
import { VERSION } from '../lib/version.ts'
import { onStopSignal } from './commands/stop-signals.ts'
import { offerFor } from './offer.ts'

/** Every command; the first one is run where none is named. */
const COMMANDS = [
  'stdio',
  'serve',
  'call',
  'tools',
  'demo',
  'earnings',
  'usage',
  'plan',
  'wallet',
  'chat',
  'doctor',
  'backup',
  'restore',
  'migrate',
]

/** Commands that something may follow. */
const TAKES_WORDS: ReadonlySet<string> = new Set([
  'call',
  'tools',
  'chat',
  'plan',
  'wallet',
  'backup',
  'restore',
])

/** Exit codes: what a shell or a supervisor may act on. */
const EXIT = { ok: 0, failed: 1, usage: 2 } as const

/** Runs one command line and returns its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  // Who does not hear (a closed pipe, a full disk) must not end what is told.
  process.stderr.on('error', () => {})
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { ...FLAGS, ...ownChainFlags(argv) },
    })
    if (values['version'] || values['help']) endOnBrokenOutput()
    if (values['version']) return print(VERSION)
    if (values['help'] && positionals[0] === 'chat')
      return print((await import('./commands/chat.ts')).CHAT_USAGE)
    if (values['help'])
      return print(
        (await import('./commands/help.ts')).helpText(selectTools(await offeredToModels())),
      )
    if (positionals.length > 0) endOnBrokenOutput()
    const config = loadConfig({ flags: values })
    const [command = 'stdio', ...rest] = positionals
    const isTrial = values['dry-run'] === true
    if (isTrial && (command !== 'chat' || rest[0] !== 'import')) {
      throw new ConfigError('--dry-run is for chat import.')
    }
    return await run(command, rest, config, { json: values['json'], isTrial })
  } catch (thrown) {
    if (!isUsageError(thrown)) throw thrown
    const hint = thrown instanceof OperationError ? ` ${thrown.hint ?? ''}` : ''
    process.stderr.write(`bellhop: ${thrown.message}${hint}\nSee bellhop --help.\n`)
    return EXIT.usage
  }
}

const FLAGS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  json: { type: 'string' },
  'dry-run': { type: 'boolean' },
  ...Object.fromEntries(
    Object.entries(SETTINGS).map(([name, setting]) => [
      name,
      { type: 'switch' in setting ? 'boolean' : 'string' } as const,
    ]),
  ),
} satisfies ParseArgsConfig['options']

/** Flags of chains that the operator names (`--rpc-gnosis`). */
function ownChainFlags(argv: readonly string[]): Record<string, { type: 'string' }> {
  const names = argv.flatMap((word) => /^--(rpc-[a-z][a-z0-9-]*)(?:=|$)/.exec(word)?.[1] ?? [])
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
}

/** What a person reads who started the server by hand. */
const STDIO_GREETING =
  'Bellhop speaks MCP on stdin and stdout, for a client to start. See bellhop --help.\n'

/** The reader of stdout has closed, or the disk is full: report it once, without a stack. */
function endOnBrokenOutput(): void {
  process.stdout.once('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.stderr.write(`bellhop: cannot write to stdout: ${code}.\n`)
    process.exit(code === 'EPIPE' ? EXIT.ok : EXIT.failed)
  })
}

async function run(
  command: string,
  rest: readonly string[],
  config: Config,
  { json, isTrial }: { json: string | undefined; isTrial: boolean },
): Promise<number> {
  if (!COMMANDS.includes(command)) {
    const { unknownCommand } = await import('./suggest.ts')
    throw unknownCommand(command, COMMANDS, await wholeCatalogue())
  }
  const offer = await offerFor(config, command)
  if (!TAKES_WORDS.has(command) && rest.length > 0) {
    throw new ConfigError(`${command} takes no "${rest.join(' ')}".`)
  }
  switch (command) {
    case 'stdio':
      return withComposed(config, 'warn', async (composed) => {
        const { store, info, tasks, sell, observeCalls, chat } = composed
        const { findPage } = chat
        const services = composed.localServices()
        const { serveOnStdio } = await import('../mcp/stdio.ts')
        const log = makeLaterCallLog({ ...services, store, keepsFailures: false })
        observeCalls(undefined, log)
        // Deriving them would be a tenth of what a client waits for before it has the list.
        const { default: schemas } = await import('../../tools/schemas.json', {
          with: { type: 'json' },
        })
        if (process.stdin.isTTY) process.stderr.write(STDIO_GREETING)
        const stop = new AbortController()
        using _ = onStopSignal(() => stop.abort())
        const seller = await sell(offer.routes)
        const toolPrefix = config['tool-prefix']
        const gate = seller?.gate
        const deps = { services, info, schemas, prompts, tasks, gate, toolPrefix, findPage }
        const { standardTools, tools: readable, finder } = offer
        const offered = { operations: standardTools, readable, finder }
        await serveOnStdio(deps, offered, config.protocol, stop.signal)
        await log.close()
        return EXIT.ok
      })
    case 'serve':
      return withComposed(config, 'info', async (composed) => {
        const { serve } = await import('./commands/serve.ts')
        await serve(composed, config, offer)
        return EXIT.ok
      })
    case 'call':
      return withComposed(config, 'warn', async ({ services }) => {
        const { call } = await import('./commands/call.ts')
        return (await call(services, offer.tools, rest, json)) ? EXIT.ok : EXIT.failed
      })
    case 'tools': {
      const [name, ...others] = rest
      if (others.length > 0)
        throw new ConfigError('tools takes the name of one operation, or none.')
      if (name === undefined) {
        const { toolsText } = await import('./commands/tools.ts')
        return print(toolsText(offer.standardTools))
      }
      const { tools } = await offerFor(config, 'call')
      const { requireOperation } = await import('./suggest.ts')
      const { toolText } = await import('./commands/tool.ts')
      return print(toolText(requireOperation(tools, name)))
    }
    case 'demo': {
      const { demo } = await import('./commands/demo.ts')
      return (await demo()) ? EXIT.ok : EXIT.failed
    }
    case 'earnings':
      return withComposed(config, 'error', async (composed) => {
        const { earnings } = await import('./commands/earnings.ts')
        await earnings(composed)
        return EXIT.ok
      })
    case 'usage':
      return withComposed(config, 'error', async ({ store }) => {
        const { usageCsv } = await import('./commands/usage.ts')
        return print(await usageCsv(await store()))
      })
    case 'plan':
      return withComposed(config, 'error', async ({ store, chat }) => {
        const { plan } = await import('./commands/plan.ts')
        const findAccount = async (email: string) => {
          const { findByEmail } = await import('../chat/users/find-users.ts')
          const { reader } = await import('../chat/kernel/unit-of-work.ts')
          const here = await chat.chat()
          return (await findByEmail(here, reader(here), email))?.id
        }
        return print(await plan(await store(), rest, findAccount))
      })
    case 'wallet':
      return withComposed(config, 'error', async ({ services }) => {
        const { wallet } = await import('./commands/wallet.ts')
        await wallet(services, config, rest)
        return EXIT.ok
      })
    case 'chat':
      return withComposed(config, 'error', async (composed) => {
        const { chat } = composed
        const [verb, ...words] = rest
        if (verb === 'export' || verb === 'import') {
          const { moveChat } = await import('./commands/chat-move.ts')
          const note = (line: string) => void process.stderr.write(`${line}\n`)
          return print(await moveChat(composed, config, rest, { isTrial, note }))
        }
        if (verb === 'login' || verb === 'logout') {
          const { chatLogin, chatLogout } = await import('./commands/chat-login.ts')
          return print(await (verb === 'login' ? chatLogin : chatLogout)(chat, words))
        }
        const { administerChat } = await import('./commands/chat.ts')
        return print(await administerChat(await chat.chat(), rest, chat.ownerKey))
      })
    case 'doctor':
      return withComposed(config, 'error', async (composed) => {
        const { doctor } = await import('./commands/doctor.ts')
        return (await doctor(composed, config, offer.routes)) ? EXIT.ok : EXIT.failed
      })
    case 'backup':
    case 'restore':
      return withComposed(config, 'error', async (composed) => {
        const { backup, restore } = await import('./commands/backup.ts')
        return print(await (command === 'backup' ? backup : restore)(composed, config, rest))
      })
    case 'migrate':
      return withComposed(config, 'info', async ({ store }) => {
        const { migrate } = await import('./commands/migrate.ts')
        return print(await migrate(store, config))
      })
    default:
      throw new Error(`The command ${command} is listed and does nothing.`)
  }
}

async function withComposed(
  config: Config,
  logLevel: NonNullable<Config['log-level']>,
  work: (composed: Composed) => Promise<number>,
): Promise<number> {
  if (config['pay-to'] !== undefined || config['remote-payee'] !== undefined) {
    const { requirePayees } = await import('../app/config/require-payees.ts')
    await requirePayees(config)
  }
  const telemetry = config.telemetry && (await import('../app/compose/compose-telemetry.ts'))
  const composed = compose(config, logLevel, operations, telemetry?.openTelemetry)
  try {
    return await work(composed)
  } finally {
    await composed.close()
  }
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return EXIT.ok
}

function isUsageError(thrown: unknown): thrown is Error {
  if (thrown instanceof ConfigError || thrown instanceof OperationError) return true
  return (
    thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('ERR_PARSE_ARGS_')
  )
}
