import { spawn } from 'node:child_process'
import { closeSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'

/** The pipes of the browser, which it inherits from its keeper. */
const COMMANDS_FD = 3
const ANSWERS_FD = 4

/** How often, and how long apart, a folder is removed that a process which is ending may still write to. */
const REMOVALS_MAX_COUNT = 20
const REMOVAL_PAUSE_MS = 100

/** What the keeper is started with, as its only argument. */
export interface KeeperTask {
  /** Removed at the end. */
  folder: string
  /** Listeners to open on loopback and to hand over, for a keeper in a network of its own. */
  listeners: number
}

/** What it is told once its listeners are taken: the browser to start. */
export interface KeeperOrder {
  command: readonly [string, ...string[]]
  env: Readonly<Record<string, string>>
  uid?: number
  gid?: number
}

/** What it says: a listener (with the handle), the browser's process, or why there is none. */
export type KeeperNews = { port: number } | { pid: number } | { failure: string }

/**
 * Keeps one browser: starts it as told, and ends it, with all of its processes and its folder, as soon as whoever told so has gone
 * in whatever way, even where the browser is stopped and does not see its pipe close.
 */
export function keepBrowser({ folder, listeners }: KeeperTask): void {
  let browserPid: number | undefined
  const end = (): void => {
    if (browserPid !== undefined) killGroup(browserPid)
    rmSync(folder, {
      recursive: true,
      force: true,
      maxRetries: REMOVALS_MAX_COUNT,
      retryDelay: REMOVAL_PAUSE_MS,
    })
    process.exit()
  }
  process.once('disconnect', end)
  process.once('message', (order: KeeperOrder) => {
    const [program, ...args] = order.command
    const { env, uid, gid } = order
    const browser = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'inherit', COMMANDS_FD, ANSWERS_FD],
      // A process group of its own, which can be ended as a whole.
      detached: process.platform !== 'win32',
      env,
      cwd: folder,
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    })
    browserPid = browser.pid
    browser.once('exit', end)
    browser.once('error', (error) => sendNews({ failure: error.message }, end))
    closeSync(COMMANDS_FD)
    closeSync(ANSWERS_FD)
    if (browserPid !== undefined) sendNews({ pid: browserPid })
  })
  for (let count = 0; count < listeners; count += 1) handOver()
}

/** Opens a listener and gives it away; what is kept open here as well would take its connections and never serve them. */
function handOver(): void {
  const server = createServer()
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.send?.({ port } satisfies KeeperNews, server, undefined, () => void server.close())
  })
}

function sendNews(news: KeeperNews, after: () => void = () => {}): void {
  process.send?.(news, undefined, undefined, after)
}

/** Ends a process group; one that has ended is left alone. */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
