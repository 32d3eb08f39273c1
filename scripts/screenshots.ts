import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { DAY_SECONDS } from '../src/lib/durations.ts'

const CLI = join(import.meta.dirname, '../src/cli/bellhop.js')

const PORT = 8_431
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`

const START_MAX_MS = 60_000
/** For what fades in, once all is there. */
const SETTLE_MS = 300
const LOAD_MAX_MS = 20_000

/** How each page is taken: colours and width. */
const LOOKS: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light', viewport: { width: 1_280, height: 800 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1_280, height: 800 } }],
  ['phone', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
  // As a window of 1,280 pixels looks at 200 %.
  ['large', { colorScheme: 'light', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
]

/** The account of Ben, the first that is added after the owner and the server’s own. */
const BEN_ID = '3'

/** Pages by the name of their picture. */
const PAGES: readonly (readonly [name: string, hash: string])[] = [
  ['inbox', '#inbox'],
  ['recent', '#recent'],
  ['topic', '#narrow/channel/1-general/topic/Data.20import'],
  ['poll', '#narrow/channel/1-general/topic/Lunch'],
  ['pictures', '#narrow/channel/1-general/topic/Pictures'],
  ['answered', '#narrow/channel/1-general/topic/Asked.20before'],
  ['direct', '#narrow/dm/BEN-dm'],
  ['all', '#narrow'],
  ['topics', '#topics/1'],
  ['channel', '#narrow/channel/1-general'],
  ['empty-topic', '#narrow/channel/1-general/topic/Nothing.20yet'],
  ['search', '#narrow/sender/1/search/import'],
  ['nothing-found', '#narrow/search/zzzz'],
  ['starred', '#narrow/is/starred'],
  ['drafts', '#drafts'],
  ['scheduled', '#scheduled'],
  ['reminders', '#reminders'],
  ['welcome', '#welcome'],
  ['profile', '#settings/profile'],
  ['preferences', '#settings/page'],
  ['sessions', '#settings/sessions'],
  ['agents', '#agents'],
  ['people', '#people'],
  ['nobody', '#people/4711'],
  ['groups', '#groups'],
  ['invitations', '#invites'],
  ['channels', '#channels'],
  ['channel-settings', '#channels/1'],
  ['organization', '#organization'],
  ['emoji', '#organization/emoji'],
  ['linkifiers', '#organization/linkifiers'],
  ['webhooks', '#organization/webhooks'],
  ['data', '#organization/data'],
  ['money', '#owner/money'],
  ['server', '#owner/server'],
  ['tools', '#owner/tools'],
  ['tool', '#owner/tools/convert'],
  ['nowhere', '#nowhere'],
  ['lost-channel', '#narrow/channel/4711-gone'],
]

const MORE = 'What to do with this topic'

/** What opens over a page, by the name of its picture: where, and how. */
const OPENED: readonly (readonly [
  name: string,
  hash: string,
  open: (page: Page) => Promise<unknown>,
])[] = [
  [
    'viewer',
    '#narrow/channel/1-general/topic/Pictures',
    async (page) => page.locator('.message_inline_image a').last().click(),
  ],
  [
    'card',
    '#narrow/channel/1-general/topic/Data.20import',
    async (page) => page.locator('.who .name', { hasText: 'Ben' }).first().click(),
  ],
  [
    'emoji-picker',
    '#narrow/channel/1-general/topic/Data.20import',
    async (page) => page.getByRole('button', { name: 'Emoji', exact: true }).click(),
  ],
  [
    'topic-menu',
    '#narrow/channel/1-general/topic/Data.20import',
    async (page) => page.getByRole('button', { name: MORE }).click(),
  ],
  [
    'message-menu',
    '#narrow/channel/1-general/topic/Data.20import',
    async (page) => {
      await page.locator('article').last().hover()
      await page.getByRole('button', { name: 'What to do with this message' }).click()
    },
  ],
  ['switcher', '#inbox', async (page) => page.keyboard.press('Control+k')],
  ['shortcuts', '#inbox', async (page) => page.keyboard.press('?')],
  ['invite', '#invites', async (page) => page.getByRole('button', { name: /invite/i }).click()],
  [
    'too-long',
    '#narrow/channel/1-general',
    async (page) => {
      await page.getByLabel('Topic', { exact: true }).fill('A topic of too many words '.repeat(4))
      await page.getByLabel('Message', { exact: true }).fill('Words\n- and\n- more words')
    },
  ],
]

const LONG_NAME = 'A topic with a name that goes on for much longer than fits'

const TALK: readonly (readonly [who: string, topic: string, content: string])[] = [
  ['Ben', 'Data import', 'Morning! The **import** finished over night: 12,402 rows, 3 refused.'],
  ['Ben', 'Data import', '```py\nfor row in refused:\n    print(row.id, row.reason)\n```'],
  ['Scout', 'Data import', 'I looked at the three: their dates are empty. See #**general>Lunch**.'],
  ['Grace', 'Data import', '@**Ben Okafor** can we take the day of the import instead?'],
  [
    'Ben',
    'Data import',
    '> the day of the import\n\nYes, for these:\n\n| row | date |\n|---|--:|\n| 17 | 4 May |\n| 212 | 9 May |',
  ],
  ['Cleo', 'Data import', 'The error is about $$\\sum_{i=1}^n \\frac{x_i}{n}$$ :eyes:'],
  ['Cleo', LONG_NAME, 'A word here.'],
  [
    'Ben',
    'Lunch',
    '/poll Where do we eat?\nNoodles\nPizza\nThe place around the corner with the very long name',
  ],
  ['Cleo', 'Release', '@**Grace Hopper** is it out?'],
]

type Answer = Readonly<Record<string, unknown>>

async function ask(
  key: string,
  method: string,
  path: string,
  body: FormData | URLSearchParams,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${URL_OF_SERVER}/api/v1/${path}`, { method, headers, body })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as Answer
}

async function call(
  key: string,
  path: string,
  fields: Record<string, unknown>,
  method = 'POST',
): Promise<Answer> {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return ask(key, method, path, form)
}

/** Sends a file, to be linked to or to be somebody's picture. Returns its address. */
async function sendFile(key: string, path: string, name: string, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
  return String((await ask(key, 'POST', path, form))['url'])
}

/** Starts a server on new data; the returned function ends it. */
async function startServer(folder: string): Promise<() => Promise<void>> {
  const args = [CLI, 'serve', '--port', String(PORT), '--data-dir', folder, '--log-level', 'error']
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const end = AbortSignal.timeout(START_MAX_MS)
  for (let isUp = false; !isUp;) {
    end.throwIfAborted()
    isUp = await fetch(`${URL_OF_SERVER}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  return async () => {
    child.kill()
    await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Sets the chat up as its owner would. Leaves what was sent to be looked at; returns what has an agent ask something. */
async function fill(
  page: Page,
  command: (...words: string[]) => string,
): Promise<() => Promise<void>> {
  const link = (/http\S+/.exec(command('chat', 'link')) ?? [''])[0]
  await page.goto(link.replace(/^http:\/\/[^/]+/, URL_OF_SERVER))
  await page.getByLabel('Name of your team').fill('Rockets & Sons')
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByLabel('E-mail').fill('grace@example.com')
  await page.getByLabel('Password').fill('a picture of a password')
  await page.screenshot({ path: join(OUT, 'first-run-light.png') })
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.locator('.welcome').waitFor()
  const keyIn = (said: string) => /API key[^:]*: (\S+)/.exec(said)?.[1] ?? ''
  const keys = new Map([
    ['Grace', keyIn(command('chat', 'user', 'key'))],
    ['Ben', keyIn(command('chat', 'user', 'add', 'ben@example.com', 'Ben Okafor'))],
    [
      'Cleo',
      keyIn(
        command(
          'chat',
          'user',
          'add',
          'cleo@example.com',
          'Cleopatra Montgomery-Featherstonehaugh',
        ),
      ),
    ],
    [
      'Scout',
      keyIn(command('chat', 'user', 'bot', 'scout@example.com', 'Scout', 'grace@example.com')),
    ],
  ])
  const keyOf = (who: string) => keys.get(who) ?? ''
  await call(keyOf('Scout'), 'users/me/subscriptions', { subscriptions: [{ name: 'general' }] })
  for (const [who, topic, content] of TALK) {
    await call(keyOf(who), 'messages', { type: 'channel', to: 'general', topic, content })
  }
  await call(keyOf('Ben'), 'messages', {
    type: 'direct',
    to: ['grace@example.com'],
    content: 'A word in private.',
  })
  await call(keyOf('Cleo'), 'messages/2/reactions', { emoji_name: 'tada' })
  const picture = await page.screenshot()
  const strip = await page.screenshot({ clip: { x: 0, y: 0, width: 1_200, height: 160 } })
  for (const [name, bytes] of [
    ['welcome.png', picture],
    ['strip.png', strip],
  ] as const) {
    const url = await sendFile(keyOf('Ben'), 'user_uploads', name, bytes)
    const content = `How it looks now: [${name}](${url})`
    await call(keyOf('Ben'), 'messages', {
      type: 'channel',
      to: 'general',
      topic: 'Pictures',
      content,
    })
  }
  await sendFile(keyOf('Ben'), 'users/me/avatar', 'me.png', strip)
  await call(keyOf('Ben'), 'settings', { timezone: 'America/Argentina/Buenos_Aires' }, 'PATCH')
  await call(keyOf('Ben'), 'users/me/status', {
    status_text: 'With the import',
    emoji_name: 'rocket',
  })
  const field = { name: 'What I look after', field_type: 1 }
  const { id } = await call(keyOf('Grace'), 'realm/profile_fields', field)
  const data = [{ id, value: 'Imports, exports, and what falls between them' }]
  await call(keyOf('Ben'), 'users/me/profile_data', { data }, 'PATCH')
  await call(keyOf('Grace'), 'drafts', {
    drafts: [
      {
        type: 'stream',
        to: [1],
        topic: 'Release',
        content: 'Nearly: what is left is',
        timestamp: 1,
      },
    ],
  })
  await call(keyOf('Grace'), 'scheduled_messages', {
    type: 'channel',
    to: 1,
    topic: 'Release',
    content: 'It is out. Thanks to everybody!',
    scheduled_delivery_timestamp: Math.floor(Date.now() / 1_000) + DAY_SECONDS,
  })
  const askFor = async (topic: string, content: string) => {
    const choices = ['Ship it', 'Wait for the fix of the three rows'].map((long_name, index) => ({
      type: 'multiple_choice',
      short_name: String(index + 1),
      long_name,
      reply: long_name,
    }))
    const extra_data = { type: 'choices', heading: 'Ship the release now?', choices }
    await call(keyOf('Scout'), 'messages', {
      type: 'channel',
      to: 'general',
      topic,
      content,
      widget_content: { widget_type: 'zform', extra_data },
    })
  }
  await askFor('Asked before', 'The rehearsal went well. Ship the release now?')
  const answer = { type: 'channel', to: 'general', topic: 'Asked before', content: 'Ship it' }
  await call(keyOf('Cleo'), 'messages', answer)
  return async () =>
    askFor(
      'Release',
      'All tests are green but for **three rows** of the import. Ship the release now?',
    )
}

/** Takes a picture of every page in every look, for people to judge. */
async function shoot(
  page: Page,
  look: string,
  pages: readonly (readonly [
    name: string,
    hash: string,
    open?: (page: Page) => Promise<unknown>,
  ])[] = [...PAGES, ...OPENED],
): Promise<void> {
  for (const [name, hash, open] of pages) {
    await page.goto('about:blank')
    await page.goto(`${URL_OF_SERVER}/${hash.replace('BEN', BEN_ID)}`)
    await page.locator('.shell').waitFor()
    const loading = page.locator('.spinner, .findings .note').first()
    await page.waitForTimeout(SETTLE_MS)
    await loading.waitFor({ state: 'detached', timeout: LOAD_MAX_MS }).catch(() => {})
    if (name === 'question') await page.locator('.question-card').waitFor()
    await open?.(page)
    await page.waitForTimeout(SETTLE_MS)
    await page.screenshot({ path: join(OUT, `${name}-${look}.png`) })
  }
}

const OUT = process.argv[2] ?? join(import.meta.dirname, '../build/screenshots')
mkdirSync(OUT, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'bellhop-screenshots-'))
const command = (...words: string[]) =>
  execFileSync(process.execPath, [CLI, ...words, '--data-dir', folder], { encoding: 'utf8' })
const end = await startServer(folder)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const first = await browser.newContext({
    viewport: { width: 1_280, height: 800 },
    locale: 'en-GB',
  })
  const page = await first.newPage()
  await page.goto(URL_OF_SERVER)
  await page.locator('form').waitFor()
  await page.screenshot({ path: join(OUT, 'sign-in-light.png') })
  const askMore = await fill(page, command)
  const storageState = await first.storageState()
  for (const [look, options] of LOOKS) {
    const context = await browser.newContext({ ...options, storageState, locale: 'en-GB' })
    await shoot(await context.newPage(), look)
    await context.close()
  }
  await askMore()
  for (const [look, options] of LOOKS) {
    const context = await browser.newContext({ ...options, storageState, locale: 'en-GB' })
    await shoot(await context.newPage(), look, [['question', '#inbox']])
    await context.close()
  }
} finally {
  await browser.close()
  await end()
}
