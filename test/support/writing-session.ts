import type { BrowserContext, Page } from 'playwright-core'
import type { BreakableNetwork } from './breakable-network.ts'
import type { WebStage } from './web-stage.ts'
import {
  arrive,
  attachFile,
  edit,
  isUploading,
  leave,
  openRoom,
  openTab,
  readText,
  readUntil,
  type Room,
  saveEdit,
  sendByKey,
  type Tab,
  type,
  type WritingPerson,
} from './writing-person.ts'

/** Letters of what is typed: some of two units, some that input methods write. */
const LETTERS = Array.from('abcdefghij klmnop qrstuvw xyz0123456789.,!?-"\'()äéßñ漢字かな😀👍')

/** How long a page may take to see that its session has ended: the poll that it waits for, on a machine with other work. */
const SIGNED_OUT_MAX_MS = 180_000

/** What a session is made of. */
export interface SessionStage {
  stage: Pick<WebStage, 'api' | 'idOf' | 'visit' | 'kill' | 'restart'>
  network: BreakableNetwork
  /** Who writes, to Ben. */
  who: string
  signIn: (page: Page) => Promise<void>
  /** Ends a tab with no time to tidy up. */
  crash: (page: Page) => Promise<void>
}

/**
 * Writes at random in several rooms and tabs, ends something after any key, and looks each time whether all is there. Returns how often
 * each of a tab, the network, the server and the sign-in was ended.
 */
export async function runSession(
  { stage, network, who, signIn, crash }: SessionStage,
  { name, random, points }: { name: string; random: () => number; points: number },
): Promise<ReadonlyMap<string, number>> {
  const below = (count: number) => Math.floor(random() * count)
  const context = await newContext(stage)
  const rooms = roomsOf(name, stage)
  const person: WritingPerson = {
    tabs: [],
    left: new Map(),
    sent: new Map(),
    files: new Map(),
    base: await sayBases(stage, who, rooms),
    edits: new Map(),
  }
  const kinds = new Map<string, number>()
  let done = 0
  let serial = 0

  const anyRoom = () => rooms[below(rooms.length)] as Room
  const anyTab = () => person.tabs[below(person.tabs.length)] as Tab
  const letters = (length: number) =>
    Array.from({ length }, () => LETTERS[below(LETTERS.length)]).join('')
  const newTab = async () => {
    const tab = await openTab(context, network.url, signIn)
    person.tabs.push(tab)
    return tab
  }

  const trace: string[] = []
  const step = async (what: string, tab: Tab) => {
    await steps[what]?.(tab)
    trace.push(`${what} ${tab.page.url()}: ${JSON.stringify([...tab.texts])}`)
  }
  const steps: Record<string, (tab: Tab) => Promise<void>> = {
    type: async (tab) => {
      // Each text begins with a word of its own, by which it is known.
      const isNew = (tab.texts.get(tab.room?.name ?? '') ?? '') === ''
      await type(tab, (isNew ? `w${(serial += 1)} ` : '') + letters(1 + below(9)))
    },
    open: async (tab) => openRoom(person, tab, anyRoom()),
    send: async (tab) => {
      if ((tab.texts.get(tab.room?.name ?? '') ?? '') !== '') await sendByKey(person, tab)
    },
    attach: async (tab) => {
      await step('type', tab)
      await attachFile(person, tab, `f${(serial += 1)}.txt`)
      // Elsewhere before it has arrived.
      await openRoom(person, tab, anyRoom())
    },
    edit: async (tab) => {
      await edit(person, tab, letters(1 + below(9)))
      const next = random()
      if (next < 0.3) await saveEdit(person, tab)
      else if (next < 0.6) await tab.page.keyboard.press('Escape')
    },
  }
  const MIX = ['type', 'type', 'type', 'type', 'open', 'open', 'send', 'attach', 'edit'] as const

  const kills: Record<string, (tab: Tab) => Promise<void>> = {
    close: async (tab) => {
      await tab.page.close()
      leave(person, tab)
    },
    crash: async (tab) => {
      await crash(tab.page)
      leave(person, tab)
    },
    reload: async (tab) => {
      await tab.page.reload()
      await arrive(tab.page, tab.page.url(), signIn)
      if (tab.room) await openRoom(person, tab, tab.room)
    },
    network: async (tab) => {
      network.cut()
      await step('type', tab)
      if (random() < 0.5 && !(await isUploading(tab))) await step('send', tab)
      if (random() < 0.5) {
        await tab.page.close()
        leave(person, tab)
      }
      network.mend()
    },
    session: async (tab) => {
      await stage.api(who, 'DELETE', 'users/me/sessions')
      await step('type', tab)
      await tab.page.close()
      leave(person, tab)
    },
    server: async (tab) => {
      await stage.kill()
      await step('type', tab)
      if (random() < 0.5 && !(await isUploading(tab))) await step('send', tab)
      if (random() < 0.5) {
        await tab.page.close()
        leave(person, tab)
      }
      await stage.restart()
    },
  }
  const KILLS = [
    ...Array.from({ length: 5 }, () => 'close'),
    ...Array.from({ length: 5 }, () => 'crash'),
    ...Array.from({ length: 4 }, () => 'reload'),
    ...Array.from({ length: 4 }, () => 'network'),
    'session',
  ]

  try {
    const first = await newTab()
    await openRoom(person, first, anyRoom())
    while (done < points) {
      if (person.tabs.length === 0 || (person.tabs.length < 2 && random() < 0.2)) {
        await openRoom(person, await newTab(), anyRoom())
      }
      const tab = anyTab()
      await tab.page.bringToFront()
      if (!tab.room) await openRoom(person, tab, anyRoom())
      const last = 1 + below(4)
      for (let nth = 1; nth <= last; nth += 1) {
        // The last key before something ends is one of a text or of a change.
        const end = random() < 0.25 ? 'edit' : 'type'
        const what = nth === last ? end : (MIX[below(MIX.length)] ?? 'type')
        await step(what, tab)
      }
      const kind = random() < 0.01 ? 'server' : (KILLS[below(KILLS.length)] ?? 'close')
      trace.push(`${kind} of ${person.tabs.indexOf(tab)}`)
      await kills[kind]?.(tab)
      done += 1
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      if (kind === 'session') await signInAgain(person, signIn)
      // What was left is looked for at once, or later.
      if (random() < 0.6) {
        const next = person.tabs[0] ?? (await newTab())
        await next.page.bringToFront()
        await openRoom(person, next, tab.room ?? anyRoom())
      }
    }
    await sendAll(person, rooms, newTab, trace)
    await saveAll(person, rooms)
    await compareSent(stage, who, person, rooms)
  } catch (thrown) {
    const kept = await context.pages()[0]?.evaluate('JSON.stringify(localStorage)').catch(String)
    const fields = await Promise.all(
      person.tabs.map(
        async ({ page }) =>
          `${page.url()}: ${await page.getByLabel('Message', { exact: true }).inputValue().catch(String)}`,
      ),
    )
    const state = {
      fields,
      left: [...person.left],
      tabs: person.tabs.map((one) => [...one.texts]),
      edits: [...person.edits].map(([message, { text, tab }]) => [message, text, tab?.page.url()]),
      kept,
      drafts: await stage.api(who, 'GET', 'drafts'),
    }
    throw new Error(`${trace.slice(-30).join('\n')}\n${JSON.stringify(state, null, 1)}`, {
      cause: thrown,
    })
  } finally {
    network.mend()
    await context.close()
  }
  return kinds
}

async function newContext(stage: SessionStage['stage']): Promise<BrowserContext> {
  const { page } = await stage.visit()
  const context = page.context()
  await page.close()
  return context
}

function roomsOf(name: string, stage: SessionStage['stage']): readonly Room[] {
  const topics = ['one', 'two', 'three'].map((word) => {
    const topic = `${name}-${word}`
    const hash = `#narrow/channel/1-general/topic/${topic}`
    return { name: topic, hash, placeholder: new RegExp(`${topic}$`) }
  })
  const ben = { name: 'ben', hash: `#narrow/dm/${stage.idOf('Ben')}-dm`, placeholder: /Ben$/ }
  return [...topics, ben]
}

/** Signs in on the page that is open; the other tabs go on by themselves. */
async function signInAgain(
  { tabs: [tab] }: WritingPerson,
  signIn: (page: Page) => Promise<void>,
): Promise<void> {
  if (!tab) return
  await tab.page.bringToFront()
  const button = tab.page.locator('.banner').getByRole('button', { name: 'Sign in' })
  await button.waitFor({ timeout: SIGNED_OUT_MAX_MS })
  await button.click()
  await signIn(tab.page)
  await tab.page.locator('.banner').waitFor({ state: 'detached' })
}

/** Ends all tabs, and sends what they have left from one that is new. */
async function sendAll(
  person: WritingPerson,
  rooms: readonly Room[],
  newTab: () => Promise<Tab>,
  trace: string[],
): Promise<void> {
  const before = [...person.tabs]
  const tab = await newTab()
  for (const one of before) {
    await one.page.close()
    leave(person, one)
  }
  await tab.page.bringToFront()
  for (const room of rooms) {
    while (person.left.get(room.name)?.length || tab.texts.get(room.name)) {
      await openRoom(person, tab, rooms.find((one) => one !== room) ?? room)
      await openRoom(person, tab, room)
      await sendByKey(person, tab)
      trace.push(`sent from ${tab.page.url()}, left ${JSON.stringify([...tab.texts])}`)
    }
  }
}

/** Says a message in each room, to be changed later. */
async function sayBases(
  stage: SessionStage['stage'],
  who: string,
  rooms: readonly Room[],
): Promise<WritingPerson['base']> {
  const base: WritingPerson['base'] = new Map()
  for (const { name } of rooms) {
    const text = `base of ${name}`
    const to =
      name === 'ben'
        ? { type: 'direct', to: [stage.idOf('Ben')] }
        : { type: 'channel', to: 'general', topic: name }
    const { id } = await stage.api(who, 'POST', 'messages', { ...to, content: text })
    base.set(name, { id: Number(id), text })
  }
  return base
}

/** Saves all changes that are not, from the tab that is left. */
async function saveAll(person: WritingPerson, rooms: readonly Room[]): Promise<void> {
  const tab = person.tabs.at(-1)
  if (!tab) throw new Error('There is no tab left.')
  for (const room of rooms.filter(({ name }) => person.edits.has(name))) {
    await openRoom(person, tab, room)
    await edit(person, tab, '.')
    await saveEdit(person, tab)
  }
}

async function compareSent(
  stage: SessionStage['stage'],
  who: string,
  { sent, base }: WritingPerson,
  rooms: readonly Room[],
): Promise<void> {
  for (const { name } of rooms) {
    const all = [base.get(name)?.text ?? '', ...(sent.get(name) ?? [])]
    const expected = all.map((text) => text.trim())
    const narrow =
      name === 'ben'
        ? [{ operator: 'dm', operand: [stage.idOf('Ben')] }]
        : [
            { operator: 'channel', operand: 'general' },
            { operator: 'topic', operand: name },
          ]
    const read = async () => {
      const { messages } = (await stage.api(who, 'GET', 'messages', {
        anchor: 'newest',
        num_before: 1_000,
        num_after: 0,
        narrow,
        apply_markdown: false,
      })) as { messages: { content: string }[] }
      const texts = messages.map(({ content }) => readText(content).text.trim())
      return texts.filter((text) => expected.includes(text) || name !== 'ben').toSorted()
    }
    const sorted = JSON.stringify(expected.toSorted())
    await readUntil(read, (texts) => JSON.stringify(texts) === sorted, expected)
  }
}
