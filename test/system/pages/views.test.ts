import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '../../../src/contract/operation.ts'
import type { Spending } from '../../../src/contract/spending.ts'
import { type ChatWorld, startChatWorld } from '../../support/chat-world.ts'
import { testInstance } from '../../support/operations.ts'
import { connectViews, servicesAs } from '../../support/view-client.ts'
import { openViewHost, type ShownView, type ViewHost } from '../../support/view-host.ts'
import { PAYLOADS } from '../../support/xss-corpus.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

const spending = {
  status: async () => ({
    address: ADDRESS,
    network: 'eip155:8453',
    asset: 'USDC',
    balance: '12.50',
    caps: { perCall: '0.10', perSession: '1.00', perDay: '5.00', approveAbove: '0.05' },
    spent: { session: '0.25', day: '1.75', open: '0.00' },
  }),
  history: async () => [
    {
      signedAt: '2026-01-02T03:04:05.000Z',
      operation: 'extract',
      host: 'seller.example',
      payTo: ADDRESS,
      usd: '0.002',
      network: 'eip155:8453',
      state: 'spent' as const,
      answered: true,
      transaction: null,
      reason: null,
    },
  ],
} as unknown as Spending

/** A message of many forms. */
const FORMS =
  'first **line** :tada: $$\\frac{x^2}{3}$$ <time:2026-01-02T03:04:05Z> [a](https://example.com/)\n\n```math\n\\int_0^1 x\n```\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n```spoiler The end\nhidden\n```\n\n```js\nlet a = 1\n```'

let host: ViewHost
let world: ChatWorld
let client: Client
const { services: real, close } = testInstance()
beforeAll(async () => {
  host = await openViewHost()
  world = await startChatWorld()
  const ofChat = servicesAs(world, world.owner)
  const services: Services = { ...ofChat, sandbox: real.sandbox, spending }
  client = await connectViews(services)
  return async () => {
    await client.close()
    await world[Symbol.asyncDispose]()
    await host[Symbol.asyncDispose]()
  }
})
afterAll(async () => close())

const frameText = async ({ frame }: ShownView) => frame.locator('body').innerText()
const shows = async (view: ShownView, text: string | RegExp) => {
  await expect.poll(async () => frameText(view), { timeout: 30_000 }).toMatch(text)
}

/** Rules of accessibility that the page breaks. */
async function judge({ frame }: ShownView): Promise<string[]> {
  await frame.evaluate(AXE)
  return (await frame.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`,
  )) as string[]
}

describe.each(['light', 'dark'])('in a host that is %s', (theme) => {
  const context = { theme, locale: 'de-DE', timeZone: 'Asia/Tokyo' }

  test('a conversation is read, written and torn down', async () => {
    await world.owner.say('Is the *draft* ready? :tada:')
    const args = { channel: 'general', topic: 'plans' }
    await client.callTool({
      name: 'send_message',
      arguments: { ...args, content: FORMS },
    })
    const view = await host.show(client, 'get_messages', args, context)
    await shows(view, '#general › plans')
    await view.finish()
    await shows(view, 'first line')
    await expect.poll(async () => (await view.seen()).sizes.length).toBeGreaterThan(0)
    await view.frame.getByLabel('Message').fill(`written by hand, ${theme}`)
    await view.frame.getByLabel('Message').press('Enter')
    await shows(view, /written by hand.*\n[^]*Sent from the account/)
    expect((await view.seen()).contexts.at(-1)).toContain('written by hand')
    expect(await judge(view)).toEqual([])
    await view.teardown()
    expect(await frameText(view)).toBe('')
    expect(view.complaints).toEqual([])
    await view.page.close()
  })

  test('a question is answered in the host, or by somebody in the chat', async () => {
    const args = {
      channel: 'general',
      topic: 'plans',
      question: 'Ship it?',
      choices: ['Yes', 'No'],
      seconds: 0,
    }
    const view = await host.show(client, 'ask', args, context)
    await shows(view, 'Waiting for an answer')
    await view.finish()
    await shows(view, 'No answer yet')
    expect(await judge(view)).toEqual([])
    await view.frame.getByRole('button', { name: 'Yes' }).click()
    await shows(view, 'You answered: Yes')
    expect((await view.seen()).messages).toEqual(['The question was: Ship it?\nYes'])
    const bob = await world.add(`Bob ${theme}`)
    await bob.say('2', { to: 'general', topic: 'plans' })
    await view.frame.getByRole('button', { name: 'Wait on' }).click()
    await shows(view, /Bob/)
    expect(await judge(view)).toEqual([])
    await view.teardown()
    expect(view.complaints).toEqual([])
    await view.page.close()
  })

  test('a code is drawn without any picture being loaded', async () => {
    const view = await host.show(client, 'qr', { text: `ethereum:${ADDRESS}@8453` }, context)
    await view.finish()
    await shows(view, 'Payment address')
    await shows(view, 'eip155:8453')
    expect(await view.frame.locator('svg.code path').count()).toBeGreaterThan(0)
    expect(await judge(view)).toEqual([])
    await view.teardown()
    expect(view.complaints).toEqual([])
    await view.page.close()
  })

  test('a wallet shows what it holds, spent and may spend, and how to fill it', async () => {
    const view = await host.show(client, 'wallet_status', {}, context)
    await view.finish()
    await shows(view, /12\.50[^]*1\.75 of \$5\.00[^]*extract/)
    await view.frame.getByRole('button', { name: 'Add funds' }).click()
    await expect.poll(async () => view.frame.locator('svg.code path').count()).toBeGreaterThan(0)
    expect(await judge(view)).toEqual([])
    await view.teardown()
    expect(view.complaints).toEqual([])
    await view.page.close()
  })
})

test('of hostile HTML nothing runs, loads or asks, even where a server sends it as it is', async () => {
  const args = { channel: 'general', topic: 'plans' }
  const view = await host.show(client, 'get_messages', args)
  const dialogs: string[] = []
  view.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const messages = PAYLOADS.map((content, index) => ({
    id: index + 1,
    sender: content,
    sender_id: index,
    ...args,
    time: '2026-01-02T03:04:05Z',
    content,
  }))
  for (let from = 0; from < messages.length; from += 250) {
    const some = messages.slice(from, from + 250)
    const html = Object.fromEntries(some.map(({ id, content }) => [id, content]))
    const result = {
      content: [],
      structuredContent: { messages: some },
      _meta: { 'bellhop/view': { html } },
    }
    await view.finish(result)
    await shows(view, '#general')
  }
  const risky =
    'script, iframe, object, embed, form, [onclick], [onerror], [onload], [src], [style], a:not([href^=http]):not([href^=mailto])'
  expect(await view.frame.locator('main').locator(risky).count()).toBe(0)
  expect(await view.seen()).toMatchObject({ messages: [], links: [], contexts: [] })
  // A browser complains of handlers and styles that it refuses even in a document that is never shown.
  const refused = /^(?:Executing inline event handler|Applying inline style) violates/
  expect(view.complaints.filter((line) => !refused.test(line))).toEqual([])
  expect(dialogs).toEqual([])
  await view.page.close()
})

test('a message with a long line scrolls in itself, and all stays as wide as its host', async () => {
  const args = { channel: 'general', topic: 'lines' }
  const content = `\`\`\`\nlet line = ${'abcdefgh '.repeat(300)}\n\`\`\``
  await client.callTool({ name: 'send_message', arguments: { ...args, content } })
  await client.callTool({ name: 'send_message', arguments: { ...args, content: 'short' } })
  const view = await host.show(client, 'get_messages', args)
  await view.finish()
  await shows(view, 'let line')
  const widths = await view.frame.evaluate(
    `[document.documentElement.scrollWidth, ...[...document.querySelectorAll('li')].map((one) => one.offsetWidth)]`,
  )
  expect(widths).toEqual([720, 688, 688])
  await view.page.close()
})

test.each([
  ['2026-03-01', 'Mar 1, 2026'],
  ['2026-03', 'March 2026'],
  ['2026', '2026'],
  ['2026-03-01T23:30:00', 'Mar 1, 2026, 11:30 PM'],
  ['2026-03-01T02:30:00Z', 'Feb 28, 2026, 6:30 PM'],
  ['2026-03-01T02:30:00+01:00', 'Feb 28, 2026, 5:30 PM'],
  ['Spring 2026', 'Spring 2026'],
])('an article of %s is one of %s', async (publishedAt, date) => {
  const context = { locale: 'en-US', timeZone: 'America/Los_Angeles' }
  const view = await host.show(client, 'extract', { url: 'https://example.com/' }, context)
  const structuredContent = { url: 'https://example.com/', title: 'A', markdown: 'b', publishedAt }
  await view.finish({ content: [], structuredContent })
  await shows(view, date)
  expect((await frameText(view)).replaceAll('\u202F', ' ')).toMatch(
    new RegExp(`(?:^|[\n·] ?)${date}(?:$|[\n·]| ·)`, 'm'),
  )
  await view.page.close()
})

test('a call that was cancelled says so', async () => {
  const view = await host.show(client, 'extract', { url: 'https://example.com/' })
  await shows(view, 'example.com')
  await view.cancel()
  await shows(view, 'cancelled')
  expect(await judge(view)).toEqual([])
  await view.page.close()
})

test('the look changes with that of the host', async () => {
  const view = await host.show(client, 'qr', { text: 'a' }, { theme: 'light' })
  const colour = async () => view.frame.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await colour()
  await view.context({ theme: 'dark' })
  await expect.poll(colour).not.toBe(light)
  const variables = { '--color-background-primary': 'rgb(1, 2, 3)' }
  await view.context({ styles: { variables } })
  await expect.poll(colour).toBe('rgb(1, 2, 3)')
  await view.page.close()
})
