import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cleanEnv, ROOT } from '../support/bellhop.ts'
import { canaries } from '../support/canaries.ts'
import { CLIENTS } from '../support/clients.ts'
import { launchBrowser } from '../support/launch-browser.ts'
import { freePort } from '../support/web-server.ts'

const run = promisify(execFile)

const INSTALL_MAX_MS = 240_000
const LINK_MAX_MS = 60_000

const { password } = canaries()

/** What the terminal has shown, up to the link that it shows to an owner. */
async function linkOf(server: ReturnType<typeof spawn>): Promise<string> {
  let said = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text))
  }
  await expect
    .poll(() => said, { timeout: LINK_MAX_MS, interval: 50 })
    .toMatch(/http:\/\/\S+\/login\/\S+/)
  return /http:\/\/\S+\/login\/[\w-]+/.exec(said)?.[0] ?? ''
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

// As the README says: nothing is looked up, no file is edited.
test('from a fresh clone to two people and an agent that talk', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-newcomer-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const clone = join(folder, 'bellhop')
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone])
  const beganMs = Date.now()
  const steps: string[] = []
  const note = (what: string) => {
    steps.push(`${String(Math.round((Date.now() - beganMs) / 1_000)).padStart(4)} s  ${what}`)
  }
  const home = { cwd: clone, env: cleanEnv() }
  await run('npm', ['ci', '--no-audit', '--no-fund'], { ...home, timeout: INSTALL_MAX_MS })
  note('npm ci')
  const port = await freePort()
  const data = join(folder, 'data')
  // A free port and folder, since this machine may have others; the README has neither.
  const words = ['start', '--', 'serve', '--port', String(port), '--data-dir', data]
  const server = spawn('npm', words, { ...home, stdio: ['ignore', 'pipe', 'pipe'] })
  stack.defer(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  })
  const link = await linkOf(server)
  note('npm start -- serve shows a link')
  const browser = await launchBrowser()
  stack.defer(async () => browser.close())
  const owner = await (await browser.newContext()).newPage()
  await owner.goto(link)
  await owner.getByLabel('Name of your team').fill('Rockets')
  await owner.getByLabel('Your name').fill('Grace')
  await owner.getByLabel('E-mail').fill('grace@example.com')
  await owner.getByLabel('Password').fill(password)
  await owner.getByRole('button', { name: 'Go on' }).click()
  await owner.getByRole('heading', { name: 'Rockets is ready' }).waitFor()
  note('the owner opens it, names the team and is in')
  await owner.getByRole('button', { name: 'Make a link' }).click()
  const invitation = await owner.locator('.snippet pre').first().innerText()
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(invitation)
  await guest.getByLabel('E-mail').fill('ben@example.com')
  await guest.getByLabel('Your name').fill('Ben')
  await guest.getByLabel('Password').fill(password)
  await guest.getByRole('button', { name: 'Join' }).click()
  await guest.locator('.shell').waitFor()
  note('the owner makes a link, by which somebody joins')
  await owner.getByLabel('Name of the agent').fill('Scout')
  await owner.getByRole('button', { name: 'Make its key' }).click()
  const snippet = await owner.locator('.snippet pre').last().innerText()
  const [, url = '', authorization = ''] =
    /(http\S+\/mcp) --header "Authorization: ([^"]+)"/.exec(snippet) ?? []
  const [, [, connect]] = CLIENTS as [unknown, (typeof CLIENTS)[number]]
  const agent = await connect({ url, headers: { authorization } })
  stack.defer(async () => agent.close())
  note('the owner makes a key, with which an agent connects')
  await owner.getByRole('link', { name: 'Open #general' }).click()
  await owner.getByLabel('Topic', { exact: true }).fill('Hello')
  await write(owner, 'Hello from Grace')
  await owner.locator('article', { hasText: 'Hello from Grace' }).waitFor()
  await guest.getByRole('link', { name: /Hello/ }).first().click()
  await guest.locator('article', { hasText: 'Hello from Grace' }).waitFor()
  await write(guest, 'Hello from Ben')
  const said = await agent.callTool({
    name: 'send_message',
    arguments: { channel: 'general', topic: 'Hello', content: 'Hello from Scout' },
  })
  expect(said.isError ?? false, JSON.stringify(said.content)).toBe(false)
  for (const page of [owner, guest]) {
    for (const name of ['Grace', 'Ben', 'Scout']) {
      await page.locator('article', { hasText: `Hello from ${name}` }).waitFor()
    }
  }
  note('all three have written, and see each other')
  console.log(`${steps.join('\n')}\nload ${loadavg()[0]?.toFixed(1)}`)
  const { stdout: changed } = await run('git', ['status', '--porcelain'], { cwd: clone })
  expect(changed).toBe('')
})
