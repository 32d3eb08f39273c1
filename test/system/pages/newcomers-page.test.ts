import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cleanEnv, ROOT, tempDir } from '../../support/bellhop.ts'
import { canaries } from '../../support/canaries.ts'
import { CLIENTS, type McpClient } from '../../support/clients.ts'
import { freePort } from '../../support/free-port.ts'
import { launchBrowser } from '../../support/launch-browser.ts'

const run = promisify(execFile)

/** How long a person looks at a page before doing something, and takes for a letter. */
const LOOKS_MS = 2_000
const LETTER_MS = 100

/** Of one run on a machine with other work; it tells how long each step took. */
const RUN_MAX_MS = 900_000
const PATIENT = { timeout: 60_000, interval: 100 }

const { password } = canaries()

async function type(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.fill('')
  await field.pressSequentially(text, { delay: LETTER_MS })
}

const say = async (page: Page, text: string) => {
  await type(page.getByLabel('Message', { exact: true }), text)
  await page.keyboard.press('Enter')
}

test(
  'a new team: from an empty clone to two people and an agent who talk, without a file being edited',
  async () => {
    using dir = tempDir()
    await using stack = new AsyncDisposableStack()
    const clone = join(dir.path, 'bellhop')
    await run('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone])
    const port = await freePort()
    // Whoever runs the tests by npm has told it things that a newcomer has not.
    const inherited = Object.entries(cleanEnv()).filter(([name]) => !/^npm_/i.test(name))
    const own = { BELLHOP_DATA_DIR: join(dir.path, 'data') }
    const env = { ...Object.fromEntries(inherited), ...own }
    const steps: string[] = []
    const startedAt = performance.now()
    const note = (what: string) => {
      steps.push(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${what}`)
    }
    const npm = async (...words: string[]) =>
      (await run('npm', words, { cwd: clone, env, timeout: RUN_MAX_MS })).stdout

    await npm('ci', '--no-audit', '--no-fund')
    note('npm ci')
    const server = spawn('npm', ['start', '--', 'serve', '--port', String(port)], {
      cwd: clone,
      env,
      stdio: 'ignore',
      detached: true,
    })
    stack.defer(async () => {
      // As a terminal does: npm, its shell and the server hear it.
      process.kill(-Number(server.pid), 'SIGINT')
      await once(server, 'exit')
    })
    const url = `http://127.0.0.1:${port}`
    const isUp = async () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isUp, PATIENT).toBe(true)
    note(`npm start -- serve --port ${port}`)
    const said = await npm('start', '--silent', '--', 'chat', 'link')
    const link = new URL(/https?:\/\/\S+/.exec(said)?.[0] ?? '')
    note('npm start -- chat link')

    const browser = await launchBrowser()
    stack.defer(async () => browser.close())
    const open = async (address: string) => {
      const context = await browser.newContext({ locale: 'en-US' })
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENT.timeout)
      await page.goto(address)
      await sleep(LOOKS_MS)
      return page
    }
    const grace = await open(`${url}${link.pathname}`)
    await type(grace.getByLabel('Name of your team'), 'Rockets')
    await type(grace.getByLabel('Your name'), 'Grace Hopper')
    await type(grace.getByLabel('E-mail'), 'grace@example.com')
    await type(grace.getByLabel('Password'), password)
    await grace.getByRole('button', { name: 'Go on' }).click()
    await grace.getByRole('heading', { name: 'Rockets is ready' }).waitFor()
    note('the first person has set up the team in a browser')

    await sleep(LOOKS_MS)
    await grace.getByRole('button', { name: 'Make a link' }).click()
    const invitation = new URL(await grace.locator('.snippet pre').first().innerText())
    const ben = await open(`${url}${invitation.pathname}`)
    await type(ben.getByLabel('E-mail'), 'ben@example.com')
    if ((await ben.getByLabel('Your name').count()) > 0) {
      await type(ben.getByLabel('Your name'), 'Ben Okafor')
      await type(ben.getByLabel('Password'), password)
    }
    await ben.getByRole('button', { name: 'Join' }).click()
    await ben.locator('.shell').waitFor()
    note('the second one has joined by the link')

    await type(grace.getByLabel('Name of the agent'), 'Scout')
    await grace.getByRole('button', { name: 'Make its key' }).click()
    const snippet = grace.locator('.snippet pre', { hasText: 'claude mcp add' })
    const command = await snippet.innerText()
    await sleep(LOOKS_MS)
    const [, target = ''] = / (http\S+) /.exec(command) ?? []
    const [, authorization = ''] = /Authorization: ([^"]+)"/.exec(command) ?? []
    const [, connect] = CLIENTS[2] ?? []
    const agent: McpClient | undefined = await connect?.({
      url: target,
      headers: { authorization },
    })
    if (!agent) throw new Error('There is no client.')
    stack.defer(async () => agent.close())
    note('an agent is connected by the line that the page shows')

    await grace.getByRole('link', { name: 'Open #general' }).click()
    await type(grace.getByLabel('Topic', { exact: true }), 'Hello')
    await say(grace, 'Hello, I am Grace')
    await ben.getByRole('link', { name: /Hello/ }).first().click()
    await ben.locator('article', { hasText: 'I am Grace' }).waitFor()
    await say(ben, 'And I am Ben')
    const place = { channel: 'general', topic: 'Hello' }
    const content = 'Scout is here, too'
    const sent = await agent.callTool({ name: 'send_message', arguments: { ...place, content } })
    expect(sent.isError ?? false, JSON.stringify(sent.content)).toBe(false)
    for (const page of [grace, ben]) {
      await page.locator('article', { hasText: 'And I am Ben' }).waitFor()
      await page.locator('article', { hasText: 'Scout is here' }).waitFor()
    }
    const read = await agent.callTool({ name: 'get_messages', arguments: { ...place } })
    expect(JSON.stringify(read.content)).toMatch(/I am Grace[^]*And I am Ben/)
    note('both people and the agent have read each other')

    console.log(steps.join('\n'))
    const { stdout: changed } = await run('git', ['status', '--porcelain'], { cwd: clone })
    expect(changed).toBe('')
  },
  RUN_MAX_MS,
)
