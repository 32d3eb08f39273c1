import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CLI } from '../support/bellhop.ts'
import { CLIENTS, type McpClient } from '../support/clients.ts'
import { startWebStage, type WebStage } from '../support/web-stage.ts'

const PATIENT = { timeout: 60_000, interval: 20 }

const ROUNDS = 12

const ROOM = { channel: 'general', topic: 'Live' }

let stage: WebStage
let local: McpClient
let remote: McpClient

beforeAll(async () => {
  stage = await startWebStage(['Ada', 'Ben'])
  const [[, connectLocal] = [], [, connectRemote] = []] = [CLIENTS[0], CLIENTS[2]]
  if (!connectLocal || !connectRemote) throw new Error('There are no clients.')
  const added = await stage.command(
    'chat',
    'user',
    'bot',
    'scout@example.com',
    'Scout',
    'ada@example.com',
  )
  const [, key = ''] = /API key[^:]*: (\S+)/.exec(added) ?? []
  const [, id = ''] = /is user (\d+)/.exec(added) ?? []
  // It hears of answers only where it takes part.
  await stage.api('Ada', 'POST', 'users/me/subscriptions', {
    subscriptions: [{ name: ROOM.channel }],
    principals: [Number(id)],
  })
  const [command, entry] = CLI
  const args = [entry, '--data-dir', stage.folder, '--chat-name', 'Helper']
  local = await connectLocal({ command, args })
  remote = await connectRemote({
    url: `${stage.url}/mcp`,
    headers: { authorization: `Bearer ${key}` },
  })
})
afterEach(async () => stage.closeBrowsers())
afterAll(async () => {
  await Promise.all([local.close(), remote.close()])
  await stage[Symbol.asyncDispose]()
})

/** Notes when each text is first drawn, in a clock that all programs of this machine share. */
const WATCH = `
  globalThis.drawn = {}
  globalThis.firstDrawnMs = undefined
  const look = () => {
    for (const body of document.querySelectorAll('article.message .body')) {
      const text = body.textContent.trim()
      if (text !== '' && !(text in drawn)) {
        drawn[text] = performance.timeOrigin + performance.now()
        firstDrawnMs ??= performance.now()
      }
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

const drawn = async (page: Page) => (await page.evaluate('drawn')) as Record<string, number>

const nowMs = () => performance.timeOrigin + performance.now()

function quantile(values: readonly number[], part: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return `${Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0)} ms`
}

test('two people and two agents talk in one room: each word is seen by everybody, once', async () => {
  const hash = '#narrow/channel/1-general/topic/Live'
  const [ada, ben] = [await stage.enter('Ada', hash), await stage.enter('Ben', hash)]
  for (const { page } of [ada, ben]) {
    await page.addInitScript(WATCH)
    await page.reload()
    await page.getByLabel('Message', { exact: true }).waitFor()
  }
  const sentMs = new Map<string, number>()
  const type = (page: Page) => async (text: string) => {
    await page.getByLabel('Message', { exact: true }).fill(text)
    sentMs.set(text, nowMs())
    await page.keyboard.press('Enter')
  }
  const sendAs = (agent: McpClient) => async (content: string) => {
    sentMs.set(content, nowMs())
    const answer = await agent.callTool({ name: 'send_message', arguments: { ...ROOM, content } })
    expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(false)
  }
  const speakers = {
    ada: type(ada.page),
    ben: type(ben.page),
    stdio: sendAs(local),
    http: sendAs(remote),
  }
  for (const agent of [local, remote]) await sendAs(agent)(`Hello from ${agent === local}`)
  const waited: Record<string, number[]> = { ada: [], ben: [], stdio: [], http: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [who, speak] of Object.entries(speakers)) {
      const text = `${who} says ${round}`
      await speak(text)
      for (const [name, { page }] of Object.entries({ ada, ben })) {
        await expect.poll(async () => (await drawn(page))[text], PATIENT).toBeDefined()
        if (name === who) continue
        waited[who]?.push(((await drawn(page))[text] ?? 0) - (sentMs.get(text) ?? 0))
      }
    }
  }
  const all = Object.values(waited).flat()
  console.log(
    `from sending to sight, ${all.length} times: p50 ${quantile(all, 0.5)}, p95 ${quantile(all, 0.95)}, at most ${quantile(all, 1)}; p95 ${Object.entries(
      waited,
    )
      .map(([who, some]) => `${who} ${quantile(some, 0.95)}`)
      .join(', ')}; load ${loadavg()[0]?.toFixed(1)}`,
  )
  const expected = [...sentMs.keys()].toSorted()
  for (const { page, reports } of [ada, ben]) {
    const bodies = await page.locator('article.message .body').allInnerTexts()
    expect(bodies.map((text) => text.trim()).toSorted()).toEqual(expected)
    expect(reports).toEqual([])
  }
  await ada.page.reload()
  await expect.poll(async () => ada.page.evaluate('firstDrawnMs'), PATIENT).toBeDefined()
  const first = Number(await ada.page.evaluate('firstDrawnMs'))
  console.log(
    `first message ${Math.round(first)} ms after a reload; load ${loadavg()[0]?.toFixed(1)}`,
  )
})

test('a question of an agent stays in sight until somebody answers it, by a button or a word', async () => {
  const ada = await stage.enter('Ada', '#inbox')
  const ben = await stage.enter('Ben', '#agents')
  const ask = async (given: object) => {
    const answer = await remote.callTool({ name: 'ask', arguments: { ...given } })
    expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(false)
    return answer.structuredContent as { answers: string[]; cursor: string }
  }
  const asking = (question: string) => ({ ...ROOM, question, choices: ['Ship it', 'Wait'] })
  /** Asks, and waits on for as long as nobody answers. */
  const choiceFor = async (question: string) => {
    let { answers, cursor } = await ask({ ...asking(question), seconds: 20 })
    while (answers.length === 0) ({ answers, cursor } = await ask({ cursor, seconds: 20 }))
    return /\[(.+)\]$/.exec(answers[0] ?? '')?.[1]
  }
  const card = (page: Page, question: string) =>
    page.locator('.question-card', { hasText: question })
  for (const [question, isByButton] of [
    ['Is it time?', true],
    ['And now?', false],
  ] as const) {
    const choice = choiceFor(question)
    await card(ada.page, question).waitFor()
    await card(ben.page, question).waitFor()
    // It is there after a reload, too.
    await ada.page.reload()
    await card(ada.page, question).waitFor()
    if (isByButton) {
      await card(ada.page, question).getByRole('button', { name: 'Ship it' }).press('Enter')
    } else {
      const fields = { type: 'channel', to: ROOM.channel, topic: ROOM.topic, content: '2' }
      await stage.api('Ben', 'POST', 'messages', fields)
    }
    expect(await choice).toBe(isByButton ? 'Ship it' : 'Wait')
    await card(ada.page, question).waitFor({ state: 'detached' })
    await card(ben.page, question).waitFor({ state: 'detached' })
  }
  await ask({ ...asking('One more?'), seconds: 0 })
  await card(ada.page, 'One more?').waitFor()
  await card(ada.page, 'One more?')
    .getByRole('button', { name: /Put the question/ })
    .press('Enter')
  await card(ada.page, 'One more?').waitFor({ state: 'detached' })
  await card(ben.page, 'One more?').waitFor()
  expect([...ada.reports, ...ben.reports]).toEqual([])
})
