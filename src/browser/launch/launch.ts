import { spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { BrowserMode } from '../../contract/browser.ts'
import { type LentListener, openBlackHole } from '../../net/guard/guard-proxy.ts'
import type { Cdp } from '../cdp.ts'
import { BROWSER_START_MAX_MS, PAGES_MAX_COUNT } from '../limits.ts'
import { listFlags } from './flags.ts'
import { FOLDER_PREFIX, OWNER_FILE, ownerMark } from './folders.ts'
import { killGroup, type KeeperNews, type KeeperOrder, type KeeperTask } from './keeper.ts'
import { openPipeClient } from './pipe.ts'
import { GroupUsage } from './usage.ts'
import { listWays, type Way } from './ways.ts'

/** What a browser is started with. */
export interface LaunchOptions {
  program: string
  /** The entry file of the keeper. */
  keeper: URL
  searchPath: string
  withoutSandbox: boolean
  /** Flags that are left out, for tests of what each is for; `moreFlags` are added. */
  leaveOutFlags?: readonly string[]
  moreFlags?: readonly string[]
  /** Default: all that this machine may allow. */
  ways?: readonly Way[]
}

/** A browser that runs. */
export interface RunningBrowser {
  cdp: Cdp
  product: string
  /** What the browser calls itself to servers. */
  userAgent: string
  mode: BrowserMode
  hasSandbox: boolean
  /** Process of the browser, where it is one of this machine. */
  pid: number | undefined
  usage: GroupUsage | undefined
  /** Where a page's proxy listens; undefined: where it likes. */
  lend?(): LentListener
  /** Takes a lent listener back. */
  takeBack?(listener: LentListener): void
  /** Connections to nowhere that were refused. */
  readonly caught: number
  close(): Promise<void>
}

/** Why a browser did not start. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
  readonly kind: 'sandbox' | 'seal' | 'other'

  constructor(kind: 'sandbox' | 'seal' | 'other', message: string) {
    super(message)
    this.kind = kind
  }
}

/** A user that nobody is, for a browser that root starts: it refuses to confine its processes as root. */
const NOBODYS_ID = 61_184

const STDERR_MAX_CHARS = 16_384

const isRoot = process.getuid?.() === 0

/** Starts a browser in the safest way that works here. Throws StartFailure. */
export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  const { platform } = process
  const ways = options.ways ?? listWays({ platform, isRoot, searchPath: options.searchPath })
  let failure: unknown
  for (const way of ways) {
    try {
      return await launchIn(way, options)
    } catch (thrown) {
      failure = thrown
      if (!(thrown instanceof StartFailure) || thrown.kind !== 'seal') throw thrown
    }
  }
  throw failure
}

async function launchIn(way: Way, options: LaunchOptions): Promise<RunningBrowser> {
  const folder = makeFolder()
  const isSealed = way.mode === 'sealed'
  const keeper = startKeeper(way, options, {
    folder,
    listeners: isSealed ? PAGES_MAX_COUNT + 1 : 0,
  })
  const started = new Started(keeper, folder)
  try {
    const late = new StartFailure('other', 'The browser did not start in time.')
    return await inTime(started.start(way, options), BROWSER_START_MAX_MS, late)
  } catch (thrown) {
    await started.close()
    throw thrown
  }
}

/** Makes the folder of a browser, for the user that it runs as. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), FOLDER_PREFIX))
  writeFileSync(join(folder, OWNER_FILE), ownerMark())
  if (!isRoot) return folder
  try {
    chownSync(folder, NOBODYS_ID, NOBODYS_ID)
    return folder
  } catch {
    rmSync(folder, { recursive: true, force: true })
    throw new StartFailure('sandbox', 'There is no other user here to run it as than root.')
  }
}

function startKeeper(
  way: Way,
  { keeper, searchPath }: LaunchOptions,
  task: KeeperTask,
): ChildProcess {
  const command = [...way.prefix, process.execPath, fileURLToPath(keeper), JSON.stringify(task)]
  const [program = process.execPath, ...args] = command
  return spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
    windowsHide: true,
    env: {
      PATH: searchPath,
      ...(process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }),
    },
  })
}

/** A keeper and what it has been heard of. */
class Started {
  readonly #keeper: ChildProcess
  readonly #folder: string
  readonly #listeners: LentListener[] = []
  readonly #gone = Promise.withResolvers<void>()
  #stderr = ''
  #pid: number | undefined
  #hole: Awaited<ReturnType<typeof openBlackHole>> | undefined
  #cdp: Cdp | undefined

  constructor(keeper: ChildProcess, folder: string) {
    this.#keeper = keeper
    this.#folder = folder
    keeper.stderr?.on('data', (chunk: Buffer) => {
      if (this.#stderr.length < STDERR_MAX_CHARS) this.#stderr += chunk.toString('utf8')
    })
    keeper.once('exit', () => this.#end('its process ended'))
    keeper.once('error', (error) => this.#end(error.message))
    // None of it keeps this process from ending: then the keeper ends the browser.
    keeper.unref()
    keeper.channel?.unref()
    for (const stream of keeper.stdio) (stream as Partial<Socket> | null)?.unref?.()
  }

  async start(way: Way, options: LaunchOptions): Promise<RunningBrowser> {
    const isSealed = way.mode === 'sealed'
    if (isSealed) await this.#takeListeners(PAGES_MAX_COUNT + 1)
    this.#hole = await openBlackHole(this.#listeners.shift())
    const cdp = openPipeClient(
      this.#keeper.stdio[3] as Writable,
      this.#keeper.stdio[4] as Readable,
      () => this.#kill(),
    )
    this.#cdp = cdp
    this.#pid = await this.#order(this.#orderOf(way, options, this.#hole.port))
    const { product = '', userAgent = '' } = await this.#unlessGone(cdp.send('Browser.getVersion'))
    const lent = isSealed
      ? {
          lend: () => {
            const listener = this.#listeners.pop()
            if (!listener) throw new Error('more pages than listeners')
            return listener
          },
          takeBack: (listener: LentListener) => void this.#listeners.push(listener),
        }
      : {}
    const hole = this.#hole
    return {
      cdp,
      product: String(product),
      userAgent: String(userAgent),
      mode: way.mode,
      hasSandbox: !options.withoutSandbox,
      pid: this.#pid,
      usage: new GroupUsage(this.#pid),
      ...lent,
      get caught() {
        return hole.caught
      },
      close: async () => this.close(),
    }
  }

  /** Ends all its processes, and waits until its keeper has removed its folder. */
  async close(): Promise<void> {
    if (this.#keeper.exitCode === null && this.#keeper.signalCode === null && this.#keeper.pid) {
      if (this.#keeper.connected) this.#keeper.disconnect()
      else this.#kill()
    }
    const timer = setTimeout(() => this.#kill(), BROWSER_START_MAX_MS / 3)
    await this.#gone.promise
    clearTimeout(timer)
  }

  #kill(): void {
    if (this.#pid !== undefined) killGroup(this.#pid)
    if (this.#keeper.pid !== undefined) killGroup(this.#keeper.pid)
  }

  #end(reason: string): void {
    // A keeper that was killed leaves both behind.
    if (this.#pid !== undefined) killGroup(this.#pid)
    try {
      rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // The next start sweeps it away.
    }
    this.#hole?.close()
    this.#cdp?.shut(reason)
    this.#gone.resolve()
  }

  #orderOf(way: Way, options: LaunchOptions, holePort: number): KeeperOrder {
    const { program, withoutSandbox, searchPath, leaveOutFlags = [], moreFlags = [] } = options
    const profile = join(this.#folder, 'profile')
    const flags = listFlags({ profile, holePort, withoutSandbox }).filter(
      (flag) => !leaveOutFlags.some((start) => flag.startsWith(start)),
    )
    const command = [...way.browserPrefix, program, ...flags, ...moreFlags]
    const folder = this.#folder
    return {
      command: command as [string, ...string[]],
      env: environmentOf(process.platform, folder, searchPath),
      ...(isRoot ? { uid: NOBODYS_ID, gid: NOBODYS_ID } : {}),
    }
  }

  async #takeListeners(count: number): Promise<void> {
    const ready = Promise.withResolvers<void>()
    this.#keeper.on('message', (news: KeeperNews, handle) => {
      if (!('port' in news) || !handle) return
      this.#listeners.push(lentListener(handle as Server, news.port))
      if (this.#listeners.length === count) ready.resolve()
    })
    const failed = this.#gone.promise.then(() => {
      throw new StartFailure('seal', `No network of its own: ${this.#lastWords()}`)
    })
    await Promise.race([ready.promise, failed])
  }

  async #order(order: KeeperOrder): Promise<number> {
    const pid = Promise.withResolvers<number>()
    this.#keeper.on('message', (news: KeeperNews) => {
      if ('pid' in news) pid.resolve(news.pid)
      if ('failure' in news) pid.reject(new StartFailure('other', news.failure))
    })
    this.#keeper.send(order)
    return this.#unlessGone(pid.promise)
  }

  async #unlessGone<T>(work: Promise<T>): Promise<T> {
    const gone = this.#gone.promise.then(() => {
      throw this.#failure()
    })
    work.catch(() => {})
    gone.catch(() => {})
    // What fails since all of it has ended is told by why it has.
    const outcome = work.catch(async (thrown: unknown) => {
      if (thrown instanceof StartFailure) throw thrown
      return gone
    })
    return Promise.race([outcome, gone])
  }

  #failure(): StartFailure {
    const words = this.#lastWords()
    const isSandbox = /no usable sandbox|--no-sandbox|setuid sandbox|namespace sandbox/i.test(words)
    return new StartFailure(isSandbox ? 'sandbox' : 'other', words || 'It ended at once.')
  }

  #lastWords(): string {
    const lines = this.#stderr.trim().split('\n')
    const telling = lines.find((line) =>
      /sandbox|error while loading|FATAL|unshare|bwrap/i.test(line),
    )
    return (telling ?? lines.at(-1) ?? '').slice(0, 300)
  }
}

/** The environment of a browser: its own folder for everything that programs keep of a user, and nothing of this program's. */
export function environmentOf(
  platform: NodeJS.Platform,
  folder: string,
  searchPath: string,
): Readonly<Record<string, string>> {
  return {
    HOME: folder,
    TMPDIR: folder,
    TEMP: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    LANG: 'C.UTF-8',
    PATH: searchPath,
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    // Sockets do not open there without it.
    ...(platform === 'win32' ? { SystemRoot: 'C:\\Windows' } : {}),
  }
}

function lentListener(server: Server, port: number): LentListener {
  server.unref()
  return {
    port,
    take(onConnection) {
      server.on('connection', onConnection)
      return () => void server.off('connection', onConnection)
    },
  }
}

async function inTime<T>(work: Promise<T>, maxMs: number, late: Error): Promise<T> {
  const timedOut = Promise.withResolvers<never>()
  const timer = setTimeout(() => timedOut.reject(late), maxMs)
  try {
    return await Promise.race([work, timedOut.promise])
  } finally {
    clearTimeout(timer)
  }
}
