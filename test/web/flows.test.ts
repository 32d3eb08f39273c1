import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { startWebStage, type Visitor, type WebStage } from '../support/web-stage.ts'

const PATIENT = { timeout: 30_000, interval: 50 }

const GENERAL = '#narrow/channel/1-general'

let stage: WebStage

beforeAll(async () => {
  stage = await startWebStage(['Ada', 'Ben'])
})
afterEach(async () => stage.closeBrowsers())
afterAll(async () => stage[Symbol.asyncDispose]())

const say = async (who: string, topic: string, content: string) =>
  Number(
    (await stage.api(who, 'POST', 'messages', { type: 'channel', to: 'general', topic, content }))[
      'id'
    ],
  )

const topicOf = (topic: string) => `${GENERAL}/topic/${topic.replaceAll(' ', '.20')}`

const row = (page: Page, text: string) => page.locator('article.message', { hasText: text })

/** Opens the menu of a message and takes one of its items, by the mouse. */
async function choose(page: Page, text: string, item: string): Promise<void> {
  await row(page, text).hover()
  await row(page, text).getByRole('button', { name: 'What to do with this message' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Does the same by the keyboard alone: the row is gone to, then its buttons. */
async function chooseByKeys(page: Page, text: string, item: string): Promise<void> {
  await page.locator('body').press('k')
  await page.locator('article:focus', { hasText: text }).waitFor()
  const menu = page.getByRole('button', { name: 'What to do with this message' })
  await menu.waitFor()
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Tab')
    if (await menu.evaluate((one) => one === one.ownerDocument.activeElement)) break
  }
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem').first().waitFor()
  const items = await page.getByRole('menuitem').allInnerTexts()
  for (let step = 0; step < items.indexOf(item); step += 1) await page.keyboard.press('ArrowDown')
  await page.locator('[role=menuitem]:focus', { hasText: item }).waitFor()
  await page.keyboard.press('Enter')
}

const ways = [
  ['the mouse', choose],
  ['the keyboard', chooseByKeys],
] as const

const soon = (hours: number) => {
  const at = new Date(Date.now() + hours * 3_600_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

describe.each(ways)('by %s', (way, take) => {
  const enter = async (topic: string): Promise<Visitor> => stage.enter('Ada', topicOf(topic))

  test('a message is moved to another topic, and stays what it was', async () => {
    const from = `From ${way}`
    await say('Ada', from, 'Put me elsewhere')
    const { page, reports } = await enter(from)
    await row(page, 'Put me elsewhere').waitFor()
    await take(page, 'Put me elsewhere', 'Move to another topic')
    await page.getByLabel('Topic', { exact: true }).fill(`To ${way}`)
    await page.getByLabel('Topic', { exact: true }).press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row(page, 'Put me elsewhere').waitFor({ state: 'detached' })
    await page.goto(`${stage.url}/${topicOf(`To ${way}`)}`)
    await row(page, 'Put me elsewhere').waitFor()
    expect(reports).toEqual([])
  })

  test('what a message was before is seen, and who has read it', async () => {
    const topic = `Past ${way}`
    const id = await say('Ada', topic, 'First words')
    await stage.api('Ada', 'PATCH', `messages/${id}`, { content: 'Second words' })
    const flags = { messages: [id], op: 'add', flag: 'read' }
    await stage.api('Ben', 'POST', 'messages/flags', flags)
    const { page, reports } = await enter(topic)
    await row(page, 'Second words').waitFor()
    await take(page, 'Second words', 'Earlier versions')
    await page.getByRole('dialog').getByText('First words').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('article:focus, button:focus').waitFor()
    await page.locator('.messages').focus()
    await take(page, 'Second words', 'Who has read it')
    await page.getByRole('dialog').getByText('Ben').waitFor()
    expect(reports).toEqual([])
  })

  test('one is reminded of a message, and the reminder is taken back', async () => {
    const topic = `Later ${way}`
    await say('Ben', topic, `Think of it, ${way}`)
    const { page, reports } = await enter(topic)
    await row(page, 'Think of it').waitFor()
    await take(page, 'Think of it', 'Remind me')
    await page.getByLabel('When').fill(soon(5))
    await page.getByLabel('Note to yourself').fill(`a note by ${way}`)
    await page.getByLabel('Note to yourself').press('Enter')
    await page.getByText('You will be reminded').waitFor()
    await page.getByRole('link', { name: 'Reminders' }).press('Enter')
    const reminder = page.locator('.main li', { hasText: way })
    await reminder.waitFor()
    await reminder.getByRole('button', { name: /Delete/ }).press('Enter')
    await reminder.waitFor({ state: 'detached' })
    expect(reports).toEqual([])
  })

  test('a message is starred, quoted, and marked as unread', async () => {
    const topic = `Marks ${way}`
    await say('Ben', topic, 'Keep this')
    const { page, reports } = await enter(topic)
    await row(page, 'Keep this').waitFor()
    await take(page, 'Keep this', 'Star')
    await row(page, 'Keep this').locator('.who svg').waitFor()
    await page.locator('.messages').focus()
    await take(page, 'Keep this', 'Mark as unread from here')
    await expect
      .poll(
        async () =>
          (
            await stage.api('Ada', 'GET', 'messages', {
              anchor: 'newest',
              num_before: 50,
              num_after: 0,
              narrow: [{ operator: 'is', operand: 'unread' }],
              apply_markdown: false,
            })
          )['messages'],
        PATIENT,
      )
      .toContainEqual(expect.objectContaining({ content: 'Keep this' }))
    await page.locator('.messages').focus()
    await take(page, 'Keep this', 'Quote and reply')
    await expect
      .poll(async () => page.getByLabel('Message', { exact: true }).inputValue(), PATIENT)
      .toContain('Keep this')
    await page.getByLabel('Message', { exact: true }).fill('')
    expect(reports).toEqual([])
  })
})

test('by the keyboard alone: a search with operators that become chips, one of which is taken back', async () => {
  await say('Ben', 'Searched', 'The harvest was good')
  await say('Ada', 'Searched', 'A harvest of words')
  const { page, reports } = await stage.enter('Ada', topicOf('Searched'))
  await row(page, 'The harvest').waitFor()
  await page.locator('body').press('/')
  await page.keyboard.type('from:Ben harvest')
  await page.getByRole('button', { name: 'Remove: from:Ben' }).waitFor()
  await page.keyboard.press('Enter')
  await row(page, 'The harvest was good').waitFor()
  await expect.poll(async () => page.locator('article.message').count(), PATIENT).toBe(1)
  await page.locator('body').press('/')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Remove: from:Ben' }).waitFor({ state: 'detached' })
  // Offers are reached by keys, too.
  await page.getByRole('button', { name: 'channel:', exact: true }).press('Enter')
  await page.keyboard.type('general topic:Searched harvest')
  await page.keyboard.press('Enter')
  await expect.poll(async () => page.locator('article.message').count(), PATIENT).toBe(2)
  expect(reports).toEqual([])
})

test('an emoji is picked by its name for a message and for what is written', async () => {
  await say('Ben', 'Rockets', 'We have lift-off')
  const { page, reports } = await stage.enter('Ada', topicOf('Rockets'))
  await row(page, 'lift-off').waitFor()
  await page.locator('body').press('k')
  await page.keyboard.press(':')
  await page.getByRole('searchbox', { name: 'Search emoji' }).fill('rocket')
  await page.getByRole('button', { name: 'rocket', exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search emoji' }).press('Enter')
  await row(page, 'lift-off').getByRole('button', { name: 'you: rocket' }).waitFor()
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search emoji' }).fill('bicycle')
  // Arrows go from the field into the pictures.
  await page.getByRole('button', { name: 'bicycle', exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search emoji' }).press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => page.getByLabel('Message', { exact: true }).inputValue(), PATIENT)
    .toBe(':bicycle: ')
  await page.getByLabel('Message', { exact: true }).fill('')
  expect(reports).toEqual([])
})

test('something is written now and sent later, or never', async () => {
  const { page, reports } = await stage.enter('Ada', topicOf('Tomorrow'))
  const field = page.getByLabel('Message', { exact: true })
  await field.fill('Good morning from the past')
  await page.getByRole('button', { name: 'Send later' }).press('Enter')
  await page.getByLabel('When').fill(soon(20))
  await page.getByLabel('When').press('Enter')
  await page.getByText('It will be sent').waitFor()
  await expect.poll(async () => field.inputValue(), PATIENT).toBe('')
  await page.getByRole('link', { name: 'Scheduled' }).click()
  const waiting = page.locator('.main li', { hasText: 'Good morning from the past' })
  await waiting.waitFor()
  await waiting.getByRole('button', { name: /Delete/ }).click()
  await waiting.waitFor({ state: 'detached' })
  expect(reports).toEqual([])
})

test('what is half written waits where it was, in another tab too, until it is sent or thrown away', async () => {
  const { page, reports } = await stage.enter('Ada', topicOf('Half'))
  const field = page.getByLabel('Message', { exact: true })
  await field.fill('Half a thought')
  await page.goto(`${stage.url}/#drafts`)
  const draft = page.locator('.main li', { hasText: 'Half a thought' })
  await draft.waitFor()
  const other = await page.context().newPage()
  await other.goto(`${stage.url}/${topicOf('Half')}`)
  await expect
    .poll(async () => other.getByLabel('Message', { exact: true }).inputValue(), PATIENT)
    .toBe('Half a thought')
  // In a window that is not in front, the keys of Firefox press no buttons.
  await page.bringToFront()
  await draft.getByRole('link').press('Enter')
  await expect.poll(async () => field.inputValue(), PATIENT).toBe('Half a thought')
  await page.goto(`${stage.url}/#drafts`)
  await draft.getByRole('button', { name: /Delete/ }).press('Enter')
  await draft.waitFor({ state: 'detached' })
  expect(reports).toEqual([])
})

test('files come by the button, by dropping and by pasting, with their progress, and go on after the network was away', async () => {
  const ada = await stage.enter('Ada', topicOf('Files'))
  const { page } = ada
  const field = page.getByLabel('Message', { exact: true })
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('some notes') }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect.poll(async () => field.inputValue(), PATIENT).toContain('[notes.txt](')
  const docx = { name: 'report.docx', mimeType: 'application/zip', buffer: Buffer.from('PK') }
  await page.locator('input[type=file]').setInputFiles(docx)
  await expect.poll(async () => field.inputValue(), PATIENT).toContain('[report.docx](')
  for (const [type, name] of [
    ['drop', 'dropped.txt'],
    ['paste', 'pasted.txt'],
  ] as const) {
    await page.evaluate(`{
      const data = new DataTransfer()
      data.items.add(new File(['by hand'], '${name}', { type: 'text/plain' }))
      const Kind = '${type}' === 'drop' ? DragEvent : ClipboardEvent
      const event = new Kind('${type}', { bubbles: true, cancelable: true, dataTransfer: data })
      // Firefox takes no clipboard with the options.
      if ('${type}' === 'paste') Object.defineProperty(event, 'clipboardData', { value: data })
      document.querySelector('.writing textarea').dispatchEvent(event)
    }`)
    await expect.poll(async () => field.inputValue(), PATIENT).toContain(`[${name}](`)
  }
  // Three pieces, of which the second meets no network.
  let pieces = 0
  await page.route('**/api/v1/tus/**', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    pieces += 1
    return pieces === 2 ? route.abort('internetdisconnected') : route.continue()
  })
  const large = { name: 'large.bin', mimeType: 'application/octet-stream' }
  await page
    .locator('input[type=file]')
    .setInputFiles({ ...large, buffer: Buffer.alloc(5_000_000, 7) })
  await page.getByRole('progressbar', { name: 'Uploading large.bin' }).waitFor()
  await expect.poll(async () => field.inputValue(), PATIENT).toContain('[large.bin](')
  expect(pieces).toBe(4)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const ben = await stage.enter('Ben', topicOf('Files'))
  const link = ben.page.getByRole('link', { name: 'large.bin' }).first()
  await link.waitFor()
  const size = await ben.page.evaluate(
    async (address) => (await (await fetch(address)).arrayBuffer()).byteLength,
    (await link.getAttribute('href')) ?? '',
  )
  expect(size).toBe(5_000_000)
  // Documents are shown with their kind, other files by their names alone.
  const report = ben.page.getByRole('link', { name: /report\.docx\s*Text document/ }).first()
  await report.waitFor()
  expect(await link.getAttribute('data-kind')).toBeNull()
  expect(ada.reports).toEqual([])
})

test('a topic is heard, muted and resolved, and a channel muted and pinned', async () => {
  await say('Ben', 'Noise', 'Noise here')
  const { page, reports } = await stage.enter('Ada', topicOf('Noise'))
  // What can be done follows what was done, once the news of it have come.
  const act = async (item: string, role: 'menuitem' | 'menuitemradio' = 'menuitem') => {
    const menuItem = page.getByRole(role, { name: item, exact: true })
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape')
        await page.getByRole('menu').waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'What to do with this topic' }).press('Enter')
        await page.getByRole('menuitem').first().waitFor()
        return menuItem.count()
      }, PATIENT)
      .toBe(1)
    await menuItem.press('Enter')
  }
  await row(page, 'Noise here').waitFor()
  const hear = async (item: string) => act(item, 'menuitemradio')
  const checked = async (item: string) => {
    await page.getByRole('button', { name: 'What to do with this topic' }).press('Enter')
    await page.getByRole('menuitemradio', { name: item, checked: true }).waitFor()
    await page.keyboard.press('Escape')
  }
  await checked('Tell me of mentions')
  await hear('Mute: tell me of nothing')
  await page.goto(`${stage.url}/#inbox`)
  await say('Ben', 'Noise', 'More noise')
  await say('Ben', 'Signal', 'A signal')
  await page
    .locator('.main')
    .getByRole('link', { name: /Signal/ })
    .waitFor()
  expect(await page.locator('.main').getByRole('link', { name: /Noise/ }).count()).toBe(0)
  await page.goto(`${stage.url}/${topicOf('Noise')}`)
  await row(page, 'More noise').waitFor()
  await checked('Mute: tell me of nothing')
  await hear('Follow: tell me of all messages')
  await hear('Tell me of mentions')
  await act('Mark as resolved')
  await page.locator('h1', { hasText: '✔ Noise' }).waitFor()
  await act('Mark as not resolved')
  await page.locator('h1', { hasText: /›\s*Noise/ }).waitFor()
  await page.goto(`${stage.url}/${GENERAL}`)
  await hear('Mute: tell me of nothing')
  await page.locator('.side .item.muted', { hasText: 'general' }).waitFor()
  await hear('Tell me of all messages')
  await page.locator('.side .item.muted').waitFor({ state: 'detached' })
  await act('Pin the channel')
  await act('Unpin the channel')
  expect(reports).toEqual([])
})

test('somebody says what they do, and others see it', async () => {
  const ben = await stage.enter('Ben', '#settings/profile')
  await ben.page.getByLabel('Status').fill('In the garden')
  await ben.page.getByLabel('Status').press('Enter')
  await ben.page.locator('.side').getByText('In the garden').waitFor()
  const ada = await stage.enter('Ada', `#narrow/dm/${stage.idOf('Ben')}-dm`)
  await ada.page.locator('h1', { hasText: 'In the garden' }).waitFor()
  expect([...ben.reports, ...ada.reports]).toEqual([])
})

test('a poll is made and voted in, and a hidden text shown, by keys', async () => {
  await say('Ben', 'Votes', '/poll Where to?\nSea\nHills')
  await say('Ben', 'Votes', '```spoiler The end\nThey marry\n```\n\n```js\nlet a = 1\n```')
  const { page, reports } = await stage.enter('Ada', topicOf('Votes'))
  await page.getByRole('button', { name: /Sea/ }).press('Enter')
  await page.getByRole('button', { name: /Sea/, pressed: true }).waitFor()
  await page.getByLabel('Add an option').fill('Stay at home')
  await page.getByLabel('Add an option').press('Enter')
  await page.getByRole('button', { name: /Stay at home/ }).waitFor()
  await page.getByRole('button', { name: 'The end' }).press('Enter')
  await page.getByText('They marry').waitFor()
  // Firefox has no such permissions: whoever presses a key there may write.
  if (inject('browserName') !== 'firefox') {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  }
  await page.getByRole('button', { name: 'Copy', exact: true }).press('Enter')
  await page.getByText('Copied').waitFor()
  expect(reports).toEqual([])
})

test('who is signed in sees where, ends the other sign-in, and signs out', async () => {
  const first = await stage.enter('Ada', '#settings/sessions')
  const second = await stage.enter('Ada', '#inbox')
  await first.page.bringToFront()
  await first.page.reload()
  await first.page.getByText('This browser').waitFor()
  await first.page.getByRole('button', { name: 'Sign out', exact: true }).first().waitFor()
  await first.page.getByRole('button', { name: 'Sign out everywhere else' }).press('Enter')
  await first.page.getByText('Signed out.').waitFor()
  await second.page.reload()
  await second.page.getByLabel('E-mail').waitFor()
  await first.page.bringToFront()
  await first.page.getByRole('button', { name: 'Ada' }).press('Enter')
  await first.page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
  await first.page.getByLabel('E-mail').waitFor()
  expect([...first.reports, ...second.reports]).toEqual([])
})
