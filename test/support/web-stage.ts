import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { bellhop } from './bellhop.ts'
import { canaries } from './canaries.ts'
import { freePort } from './free-port.ts'
import { type BrowserName, launchBrowser } from './launch-browser.ts'
import { startServer, type RunningServer } from './web-server.ts'

/** How long a step of a browser may take on a machine with other work. */
const STEP_MAX_MS = 30_000

/** Somebody in a browser of their own. */
export interface Visitor {
  page: Page
  /** What the browser reported: errors of scripts, and what the rules for content refused. */
  reports: string[]
  /** Addresses that were asked for at other servers. */
  foreign: string[]
}

interface Login {
  email: string
  key: string
}

/** A server of its own with people, a browser for them, and ways to stop the server in the middle of everything. */
export interface WebStage extends AsyncDisposable {
  url: string
  /** Where its data are. */
  folder: string
  /** Calls a route as somebody who has a key. */
  api(
    who: string,
    method: string,
    path: string,
    fields?: Record<string, unknown>,
  ): Promise<Record<string, unknown>>
  /** The id of somebody's account. */
  idOf(who: string): number
  /** Opens a browser window that nobody is signed in at. */
  visit(options?: BrowserContextOptions): Promise<Visitor>
  /** Opens one in which somebody is signed in, at a fragment. */
  enter(who: string, hash?: string, options?: BrowserContextOptions): Promise<Visitor>
  /** Closes all windows. */
  closeBrowsers(): Promise<void>
  /** Ends the server, with no time to tidy up. */
  kill(): Promise<void>
  /** Starts it again, on the same port. */
  restart(): Promise<void>
  /** Runs a command on its data. */
  command(...words: string[]): Promise<string>
}

/** Signs in where a page asks for it. */
export async function signInOn(page: Page, address: string): Promise<void> {
  const email = page.getByLabel('E-mail')
  // Who signs in again finds it there, and what Firefox is given may come behind it.
  if ((await email.inputValue()) !== address) await email.fill(address)
  await page.getByLabel('Password', { exact: true }).fill(canaries().password)
  await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Starts it, with people of these names in `general`, further flags of the server, and a browser. */
export async function startWebStage(
  names: readonly string[],
  flags: readonly string[] = [],
  browserName?: BrowserName,
): Promise<WebStage> {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-web-'))
  const port = await freePort()
  const { password } = canaries()
  const url = `http://127.0.0.1:${port}`
  let server: RunningServer = await startServer(folder, port, flags)
  let browser: Browser | undefined
  const people = new Map<string, Login & { id: number }>()
  const command = async (...words: string[]) => {
    const done = await bellhop([...words, '--data-dir', folder])
    if (done.code !== 0) throw new Error(done.stderr)
    return done.stdout
  }
  const ask = async (
    login: Login | undefined,
    method: string,
    path: string,
    fields: Record<string, unknown>,
  ) => {
    const form = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
    const isRead = method === 'GET'
    const response = await fetch(`${url}/api/v1/${path}${isRead ? `?${form.toString()}` : ''}`, {
      method,
      headers: login ? { authorization: `Basic ${btoa(`${login.email}:${login.key}`)}` } : {},
      ...(isRead ? {} : { body: form }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (answer['result'] !== 'success') throw new Error(`${path}: ${String(answer['msg'])}`)
    return answer
  }
  const [, ownerEmail = '', ownerKey = ''] =
    /API key of (\S+): (\S+)/.exec(await command('chat', 'user', 'key')) ?? []
  const owner = { email: ownerEmail, key: ownerKey }
  for (const name of names) {
    const email = `${name.toLowerCase()}@example.com`
    const made = await ask(owner, 'POST', 'users', { email, password, full_name: name })
    const found = await ask(undefined, 'POST', 'fetch_api_key', { username: email, password })
    people.set(name, { id: Number(made['user_id']), email, key: String(found['api_key']) })
  }
  const personOf = (who: string) => {
    const person = people.get(who)
    if (!person) throw new Error(`${who} is not in this chat.`)
    return person
  }
  const visit = async (options: BrowserContextOptions = {}): Promise<Visitor> => {
    browser ??= await launchBrowser(browserName)
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      ...options,
    })
    context.setDefaultTimeout(STEP_MAX_MS)
    const page = await context.newPage()
    const reports: string[] = []
    const foreign: string[] = []
    page.on('pageerror', (error) => reports.push(String(error)))
    page.on('console', (message) => {
      // A refused call and a server that is away are reported too, and tested elsewhere.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
        reports.push(message.text())
      }
    })
    page.on('request', (request) => {
      const address = request.url()
      if (/^https?:/.test(address) && new URL(address).origin !== url) foreign.push(address)
    })
    return { page, reports, foreign }
  }
  return {
    url,
    folder,
    command,
    visit,
    idOf: (who) => personOf(who).id,
    async api(who, method, path, fields = {}) {
      return ask(personOf(who), method, path, fields)
    },
    async enter(who, hash = '', options = {}) {
      const visitor = await visit(options)
      const { page } = visitor
      await page.goto(`${url}/${hash}`)
      await signInOn(page, personOf(who).email)
      await page.locator('.shell').waitFor()
      return visitor
    },
    async closeBrowsers() {
      await Promise.all((browser?.contexts() ?? []).map(async (context) => context.close()))
    },
    async kill() {
      await server.kill()
    },
    async restart() {
      server = await startServer(folder, port, flags)
    },
    async [Symbol.asyncDispose]() {
      await browser?.close()
      await server.kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
