import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inviteAsOperator } from '../../src/chat/invitations/invite-as-operator.ts'
import { ok, type Person } from '../support/chat-world.ts'
import { emptyDesk } from '../support/owner-desk.ts'
import { pageViolations } from '../support/page-violations.ts'
import { pngOf } from '../support/pictures.ts'
import { LOOKS, openWebPeople, type Visitor, type WebPeople } from '../support/web-people.ts'

const PATIENT = { timeout: 30_000, interval: 50 }

let people: WebPeople
let visitor: Visitor
let page: Page
let ada: Person
let bob: Person

beforeAll(async () => {
  people = await openWebPeople(emptyDesk)
  ada = await people.add('Ada Byron')
  bob = await people.world.add('Bob Stone')
  visitor = await people.visit('ada.byron@example.com')
  page = visitor.page
})
beforeEach(() => void (visitor.complaints.length = 0))
afterAll(async () => people[Symbol.asyncDispose]())

const open = async (hash: string) => {
  await page.goto(`${people.url}/${hash}`)
  await page.reload()
  await page.locator('.shell').waitFor()
}

const topicOf = (topic: string) => `#narrow/channel/1-general/topic/${topic}`

const openTopic = async (topic: string) => {
  await open(topicOf(topic))
  await page.getByLabel('Message', { exact: true }).waitFor()
}

describe('a profile', () => {
  test('is where a name or a mention is clicked: fields, time, status, common channels', async () => {
    const field = { name: 'Favourite bird', field_type: 1, hint: '' }
    const { id } = ok(await people.world.owner.post('/realm/profile_fields', field))
    ok(await bob.patch('/users/me/profile_data', { data: [{ id, value: 'Wren' }] }))
    ok(await bob.patch('/settings', { timezone: 'Asia/Tokyo' }))
    ok(await bob.post('/users/me/status', { status_text: 'At the sea' }))
    await bob.say('Hello @**Ada Byron**', { to: 'general', topic: 'Cards' })
    await openTopic('Cards')
    await page.locator('article .who .name', { hasText: 'Bob Stone' }).click()
    const card = page.getByRole('dialog', { name: 'Bob Stone' })
    const time = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Tokyo', hour: 'numeric' })
    for (const words of ['Wren', 'At the sea', '#general', '(Asia/Tokyo)', 'Member']) {
      await card.getByText(words).waitFor()
    }
    expect(await card.innerText()).toContain(time.format(Date.now()).split(' ')[1])
    for (const look of LOOKS) {
      await visitor.wear(look)
      expect(await pageViolations(page, 'dialog')).toEqual([])
    }
    await card.getByRole('button', { name: 'Mute' }).click()
    await card.getByRole('button', { name: 'Do not mute any more' }).click()
    await card.getByRole('button', { name: 'Mute', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('article a.user-mention').click()
    await page.getByRole('dialog', { name: 'Ada Byron' }).waitFor()
    await open(`#people/${bob.id}`)
    await page.getByRole('dialog', { name: 'Bob Stone' }).getByText('Wren').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).hash, PATIENT).toBe('#people')
    expect(visitor.complaints).toEqual([])
  })

  test('has a picture of one’s own, which others see', async () => {
    await open('#settings/profile')
    const file = { name: 'me.png', mimeType: 'image/png', buffer: pngOf(300, 200) }
    await page.getByLabel('Picture', { exact: true }).setInputFiles(file)
    const picture = page.locator('.settings img.avatar')
    await picture.waitFor()
    await expect.poll(async () => picture.evaluate((one) => one.naturalWidth), PATIENT).toBe(100)
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.getByRole('button', { name: 'Remove it' }).waitFor({ state: 'detached' })
  })

  test('has a time zone: that of the browser by one click', async () => {
    await open('#settings/profile')
    await page.getByRole('button', { name: /^Use that of this browser/ }).click()
    await page.getByRole('button', { name: 'Save' }).first().click()
    const here = await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')
    await expect.poll(async () => (await ada.get('/users/me'))['timezone'], PATIENT).toBe(here)
  })
})

describe('what a form refuses', () => {
  test('stays in it: on the page', async () => {
    await open('#settings/profile')
    await page.getByLabel('Password until now').fill('not it')
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Password until now').inputValue()).toBe('not it')
    expect(await page.getByLabel('New password').inputValue()).toBe('short')
  })

  test('stays in it: where somebody joins, but for the password', async () => {
    const { link } = await inviteAsOperator(people.world.chat, { email: undefined, role: 400 })
    const stranger = await people.browser.newPage()
    await stranger.goto(`${people.url}${new URL(link).pathname}`)
    await stranger.getByLabel('E-mail').fill('zoe@example.com')
    await stranger.getByLabel('Your name').fill('Zoë "Z" O’Hara')
    await stranger.getByLabel('Password').fill('short')
    await stranger.getByRole('button', { name: 'Join' }).click()
    await stranger.getByRole('alert').waitFor()
    expect(await stranger.getByLabel('E-mail').inputValue()).toBe('zoe@example.com')
    expect(await stranger.getByLabel('Your name').inputValue()).toBe('Zoë "Z" O’Hara')
    expect(await stranger.getByLabel('Password').inputValue()).toBe('')
    await stranger.close()
  })
})

test('a server without mail promises none', async () => {
  const context = await people.browser.newContext()
  const stranger = await context.newPage()
  await stranger.goto(`${people.url}/login`)
  await stranger.getByRole('button', { name: 'Forgotten your password?' }).click()
  await stranger.getByText('This server sends no mail.').waitFor()
  expect(await stranger.getByRole('button', { name: 'Mail me a link' }).count()).toBe(0)
  await context.close()
})

describe('settings', () => {
  test('Enter sends, or Ctrl and Enter', async () => {
    const field = page.getByLabel('Message', { exact: true })
    await open('#settings/page')
    await page.getByLabel('Ctrl and Enter send').check()
    await expect
      .poll(async () => (await ada.register())['user_settings']['enter_sends'], PATIENT)
      .toBe(false)
    await openTopic('Keys')
    await field.fill('first')
    await field.press('Enter')
    expect(await field.inputValue()).toBe('first\n')
    await page.keyboard.type('second')
    await field.press('Control+Enter')
    await page.locator('article', { hasText: /first\s*second/ }).waitFor()
    ok(await ada.patch('/settings', { enter_sends: true }))
    await field.fill('third')
    await expect
      .poll(async () => {
        await field.press('Enter')
        return page.locator('article .body', { hasText: 'third' }).count()
      }, PATIENT)
      .toBe(1)
  })

  test('dates are in the language of one’s choice', async () => {
    await open('#settings/page')
    await page.getByLabel('Language of dates').selectOption('de')
    await page.getByLabel('Use a 24-hour clock').check()
    await page
      .getByText(/^Now it is (Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag)/)
      .waitFor()
    expect(await page.getByText(/^Now it is/).innerText()).toMatch(/ um \d\d:\d\d\.$/)
    await page.getByLabel('Language of dates').selectOption('en')
    await page.getByLabel('Use a 24-hour clock').uncheck()
  })

  test('a topic that is too long is counted, and not cut', async () => {
    await open('#narrow/channel/1-general')
    const topic = page.getByLabel('Topic', { exact: true })
    await topic.fill('t'.repeat(70))
    await page.getByText('Too long to be sent by 10 characters').waitFor()
    await page.getByLabel('Message', { exact: true }).fill('words')
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
    expect(await topic.inputValue()).toHaveLength(70)
    await topic.fill('short')
    await page.getByText('Too long').waitFor({ state: 'detached' })
    await page.getByLabel('Message', { exact: true }).fill('')
  })
})

/** Keeps what the browser would show and sound, for nobody looks at a desktop here; and the reader looks elsewhere. */
const KEEP = `
  globalThis.shown = []
  globalThis.sounds = 0
  globalThis.Notification = class extends EventTarget {
    static permission = 'granted'
    constructor(title, options) {
      super()
      shown.push(options.body)
    }
    close() {}
  }
  const Plain = AudioContext
  globalThis.AudioContext = class extends Plain {
    constructor() {
      super()
      sounds += 1
    }
  }
  document.hasFocus = () => false
`

describe('notifications', () => {
  test.each([
    ['all', 'Tell me of all messages', ['plain', 'for all', 'named']],
    ['mentions', 'Tell me of mentions', ['for all', 'named']],
    ['nothing', 'Mute: tell me of nothing', []],
  ])('of %s, of a channel and its topics, with a sound', async (level, item, expected) => {
    const second = await people.browser.newContext({
      storageState: await page.context().storageState(),
    })
    const elsewhere = await second.newPage()
    await elsewhere.addInitScript(KEEP)
    const [topic, other] = [`Heard ${level}`, `Other ${level}`]
    const talk = async (where: string) => {
      await bob.say('plain', { to: 'general', topic: where })
      await bob.say('@**all** for all', { to: 'general', topic: where })
      // Last, since whoever is named follows the topic from then on.
      await bob.say('@**Ada Byron** named', { to: 'general', topic: where })
      await bob.whisper(`end of ${where}`, ada)
    }
    /** What there was to hear of, until the last word. */
    const heard = async (end: string) => {
      await expect.poll(async () => elsewhere.evaluate('shown.at(-1)'), PATIENT).toBe(end)
      const [bodies, sounds] = (await elsewhere.evaluate('[shown.splice(0), sounds]')) as [
        string[],
        number,
      ]
      expect(sounds).toBeGreaterThan(0)
      return bodies.slice(0, -1).map((body) => body.replace(/^@\S+( Byron)? /, ''))
    }
    await elsewhere.goto(`${people.url}/#inbox`)
    await elsewhere.locator('.shell').waitFor()
    await page.waitForTimeout(500)
    await openTopic(topic.replace(' ', '.20'))
    await bob.say('to begin with', { to: 'general', topic })
    await page.getByRole('button', { name: 'What to do with this topic' }).click()
    const label = level === 'all' ? 'Follow: tell me of all messages' : item
    await page.getByRole('menuitemradio', { name: label }).click()
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'What to do with this topic' }).click()
        return page.getByRole('menuitemradio', { name: label, checked: true }).count()
      }, PATIENT)
      .toBe(1)
    await page.keyboard.press('Escape')
    await elsewhere.evaluate('shown.length = 0')
    await talk(topic)
    expect(await heard(`end of ${topic}`)).toEqual(expected)
    await open('#narrow/channel/1-general')
    await page.getByRole('button', { name: 'What to do with this topic' }).click()
    await page.getByRole('menuitemradio', { name: item }).click()
    await expect
      .poll(async () => {
        const { subscriptions } = await ada.get('/users/me/subscriptions')
        const [{ is_muted, desktop_notifications }] = subscriptions
        return is_muted ? 'nothing' : desktop_notifications ? 'all' : 'mentions'
      }, PATIENT)
      .toBe(level)
    await talk(other)
    expect(await heard(`end of ${other}`)).toEqual(expected)
    await second.close()
  })

  test('the title and the icon of the tab say what is unread', async () => {
    ok(await ada.post('/mark_all_as_read'))
    await open('#settings/page')
    const icon = async () =>
      decodeURIComponent((await page.locator('link[rel=icon]').getAttribute('href')) ?? '')
    await expect.poll(icon, PATIENT).toMatch(/^http.*\.svg$/)
    await bob.whisper('One', ada)
    await bob.whisper('Two', ada)
    await expect.poll(icon, PATIENT).toMatch(/^data:image\/svg\+xml,.*>2<\/text>/)
    expect(await page.title()).toMatch(/^\(2\) /)
    // The one on the page stays as it is.
    expect(await page.locator('.side .brand img').getAttribute('src')).toMatch(/\.svg$/)
    ok(await ada.post('/mark_all_as_read'))
    await expect.poll(icon, PATIENT).toMatch(/\.svg$/)
    expect(visitor.complaints).toEqual([])
  })
})

test('the page can be put on a home screen', async () => {
  await open('#inbox')
  const answers = (await page.evaluate(`(async () => {
    const manifest = document.querySelector('link[rel=manifest]').href
    const { icons } = await (await fetch(manifest)).json()
    const all = [manifest, ...icons.map(({ src }) => src), document.querySelector('link[rel=apple-touch-icon]').href]
    return Promise.all(all.map(async (one) => {
      const answer = await fetch(one)
      const type = answer.headers.get('content-type')
      if (type !== 'image/png') return type
      const { width } = await createImageBitmap(await answer.blob())
      return width
    }))
  })()`)) as unknown[]
  expect(answers).toEqual(['application/manifest+json', 192, 512, 432, 180])
  expect(visitor.complaints).toEqual([])
})
