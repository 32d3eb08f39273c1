import type { Browser, Page } from 'playwright-core'
import { composeWeb } from '../../src/app/compose-web.ts'
import { hashPassword } from '../../src/chat/users/sign-in/passwords.ts'
import { listen } from '../../src/http/listen.ts'
import type { OwnerDesk } from '../../src/http/owner/desk.ts'
import type { LoadWebFiles } from '../../src/http/routes/page.ts'
import type { RateRule } from '../../src/lib/rate-limit.ts'
import { canaries } from './canaries.ts'
import { CHEAP, type ChatWorld, type Person, startChatWorld } from './chat-world.ts'
import { launchBrowser } from './launch-browser.ts'
import { pageViolations } from './page-violations.ts'
import { quietLog } from './store-backend.ts'

/** How a page looks. */
export interface Look {
  theme: 'light' | 'dark'
  width: number
  height: number
}

/** The looks that pages are judged in; the last one is a window of 1,280 pixels at 200 %. */
export const LOOKS: readonly Look[] = [
  { theme: 'light', width: 1_280, height: 900 },
  { theme: 'dark', width: 1_280, height: 900 },
  { theme: 'light', width: 390, height: 900 },
  { theme: 'light', width: 640, height: 450 },
]

/** Somebody at a browser who is signed in. */
export interface Visitor {
  page: Page
  /** What the browser complained of, and requests to other origins. */
  complaints: string[]
  /** Opens a fragment, and waits for its heading. */
  open(hash: string, heading: string | RegExp): Promise<void>
  wear(look: Look): Promise<void>
  /** Rules of accessibility that what the address names breaks, and how far it is wider than the window, in pixels. */
  judge(): Promise<string[]>
}

/** A chat with its page, and a browser. */
export interface WebPeople extends AsyncDisposable {
  world: ChatWorld
  url: string
  browser: Browser
  /** Adds somebody who can sign in with a browser. */
  add(name: string, role?: number): Promise<Person>
  visit(email: string): Promise<Visitor>
}

const { password } = canaries()

/** The password of everybody. */
export const PASSWORD = password

/** How they differ: in the page that is shown, and in how much an account may ask. */
export interface WebOptions {
  web?: LoadWebFiles
  rateRules?: readonly RateRule[]
}

/** Starts them. */
export async function openWebPeople(
  desk: OwnerDesk,
  { web = composeWeb(), rateRules = [] }: WebOptions = {},
): Promise<WebPeople> {
  const world = await startChatWorld({ http: { chat: { desk, web, rateRules } } })
  const server = await listen(async (request, env) => world.app.fetch(request, env), {
    host: '127.0.0.1',
    port: 0,
    log: quietLog,
    trustedProxies: 0,
    answerMemoryMb: 64,
  })
  const browser = await launchBrowser()
  const url = server.url
  return {
    world,
    url,
    browser,
    add: async (name, role = 400) =>
      world.add(name, { passwordHash: await hashPassword(password, CHEAP), role }),
    visit: async (email) => visit(browser, url, email),
    async [Symbol.asyncDispose]() {
      await browser.close()
      await server.close(async () => {})
      await world[Symbol.asyncDispose]()
    },
  }
}

async function visit(browser: Browser, url: string, email: string): Promise<Visitor> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } })
  const complaints: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') complaints.push(line.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(?:data|blob|about):/.test(request.url())) {
      complaints.push(request.url())
    }
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.shell').waitFor()
  // Not being signed in is an answer that browsers complain of.
  complaints.length = 0
  return {
    page,
    complaints,
    async open(hash, heading) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
      await page.getByRole('heading', { level: 2, name: heading }).last().waitFor()
      await page.locator('.spinner').first().waitFor({ state: 'detached' })
    },
    async wear({ theme, ...size }) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize(size)
    },
    async judge() {
      const broken = await pageViolations(page, '#main')
      const excess = (await page.evaluate(
        'Math.max(0, ...[...document.querySelectorAll(".page")].map((one) => one.scrollWidth - one.clientWidth))',
      )) as number
      return excess > 0 ? [...broken, `wider than the window by ${excess} px`] : broken
    },
  }
}
