import type { BrowserContext, Locator, Page } from 'playwright-core'

/** How long what is kept may take to be shown again, on a machine with other work. */
const PATIENCE_MS = 30_000
const LOOK_MS = 100

/** When a key is pressed again that nothing has answered. */
const AGAIN_MS = 5_000

/** Links to uploads, with the line breaks around them. */
const LINKS = /\n?!?\[([^\]\n]*)\]\(\/user_uploads\/[^)\s]*\)\n?/g

/** A conversation that is written to. */
export interface Room {
  name: string
  hash: string
  /** What its field says while it is empty. */
  placeholder: RegExp
}

/** A tab, and what was typed in it. */
export interface Tab {
  page: Page
  room: Room | undefined
  texts: Map<string, string>
}

/** Somebody who writes in several tabs of one browser, and knows by heart what was typed where. */
export interface WritingPerson {
  tabs: Tab[]
  /** Texts of tabs that have ended, by room, the newest last. */
  left: Map<string, string[]>
  /** Texts that were sent, by room. */
  sent: Map<string, string[]>
  /** Names of files that were attached, by room. */
  files: Map<string, Set<string>>
  /** The message of each room that is changed: its id, and what it says. */
  base: Map<string, { id: number; text: string }>
  /** Changes that are not saved, by room, with the tab that has them; undefined where that has ended. */
  edits: Map<string, { text: string; tab: Tab | undefined }>
}

/** Reads until it is right. Throws what was read last. */
export async function readUntil<Value>(
  read: () => Promise<Value>,
  isRight: (value: Value) => boolean,
  expected: unknown,
): Promise<Value> {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const value = await read()
    if (isRight(value)) return value
    if (Date.now() > end) {
      throw new Error(`${JSON.stringify(value)} is there in place of ${JSON.stringify(expected)}.`)
    }
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS)
    })
  }
}

/** A text without its links to files, in one line, and the names of these files. */
export function readText(value: string): { text: string; files: string[] } {
  const files = [...value.matchAll(LINKS)].map(([, name = '']) => name)
  return { text: value.replaceAll(LINKS, '').replaceAll('\n', ''), files }
}

/** The field of a tab. */
export function fieldOf({ page }: Tab): Locator {
  return page.getByLabel('Message', { exact: true })
}

/** Opens a tab, signing in where that is needed. */
export async function openTab(
  context: BrowserContext,
  url: string,
  signIn: (page: Page) => Promise<void>,
): Promise<Tab> {
  const page = await context.newPage()
  const tab: Tab = { page, room: undefined, texts: new Map() }
  await arrive(page, url, signIn)
  return tab
}

/** Waits for the page of somebody who is signed in. */
export async function arrive(
  page: Page,
  url: string,
  signIn: (page: Page) => Promise<void>,
): Promise<void> {
  await page.goto(url)
  const email = page.getByLabel('E-mail')
  await page.locator('.shell').or(email).first().waitFor()
  if (await email.isVisible()) await signIn(page)
  await page.locator('.shell').waitFor()
}

/** Opens a room, and looks whether all that is to be there is there. */
export async function openRoom(person: WritingPerson, tab: Tab, room: Room): Promise<void> {
  const goTo = async (hash: string) => tab.page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
  // What a tab has left is taken up where its room is opened, not where it is open.
  if (tab.room === room) {
    await goTo('#inbox')
    await fieldOf(tab).waitFor({ state: 'detached' })
  }
  await goTo(room.hash)
  await lookAtRoom(person, tab, room)
}

/** Looks whether the field of a room holds what it is to hold, and takes up what tabs that have ended have left. */
async function lookAtRoom(person: WritingPerson, tab: Tab, room: Room): Promise<void> {
  tab.room = room
  const field = fieldOf(tab)
  await readUntil(
    async () => (await field.getAttribute('placeholder')) ?? '',
    (said) => room.placeholder.test(said),
    room.name,
  )
  const own = tab.texts.get(room.name) ?? ''
  const left = person.left.get(room.name) ?? []
  const read = async () => (await valueOf(person, tab, room)).text
  if (own !== '') await readUntil(read, (text) => text === own, own)
  else if (left.length > 0) {
    const text = await readUntil(read, (one) => left.includes(one), left)
    left.splice(left.indexOf(text), 1)
    tab.texts.set(room.name, text)
  }
  // What another tab writes here may be shown, but is not this one's.
  const edited = person.edits.get(room.name)
  if (!edited || edited.tab) return
  const goOn = tab.page
    .locator(`#m${person.base.get(room.name)?.id}`)
    .getByRole('button', { name: 'Go on editing' })
  await goOn.waitFor({ timeout: PATIENCE_MS })
  edited.tab = tab
}

async function valueOf(
  person: WritingPerson,
  tab: Tab,
  room: Room,
): Promise<{ text: string; files: string[] }> {
  const read = readText(await fieldOf(tab).inputValue())
  const attached = person.files.get(room.name) ?? new Set()
  const strange = read.files.filter((name) => !attached.has(name))
  if (strange.length > 0) throw new Error(`${strange.join(', ')} came to ${room.name}.`)
  return read
}

/** Types at the end of the field, a key at a time. */
export async function type(tab: Tab, text: string): Promise<void> {
  const { page, room } = tab
  if (!room) throw new Error('There is no room to type in.')
  await fieldOf(tab).focus()
  await page.keyboard.press('Control+End')
  if (!tab.texts.has(room.name)) {
    tab.texts.set(room.name, readText(await fieldOf(tab).inputValue()).text)
  }
  for (const letter of text) {
    if (letter < '\u{7f}') await page.keyboard.type(letter)
    else await page.keyboard.insertText(letter)
    tab.texts.set(room.name, (tab.texts.get(room.name) ?? '') + letter)
  }
}

/** Whether a file is on its way for what is open. */
export async function isUploading({ page }: Tab): Promise<boolean> {
  return page.locator('.uploads progress').first().isVisible()
}

/** Sends what is in the field; it stays there while a file is on its way to it. */
export async function sendByKey(person: WritingPerson, tab: Tab): Promise<void> {
  const { page, room } = tab
  if (!room) throw new Error('There is no room to send to.')
  await tab.page.locator('.uploads progress').first().waitFor({ state: 'detached' })
  await fieldOf(tab).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  const text = tab.texts.get(room.name) ?? ''
  const isThere = async () => (await valueOf(person, tab, room)).text === text
  const refusal = page.getByText('Files are still on their way')
  await readUntil(
    async () => !(await isThere()) || (await refusal.isVisible()),
    (isAnswered) => isAnswered,
    'an empty field, or why it is not',
  )
  if (await isThere()) {
    if (await refusal.isVisible()) return
    throw new Error(`${text} is shown again after it was sent to ${room.name}.`)
  }
  person.sent.set(room.name, [...(person.sent.get(room.name) ?? []), text])
  tab.texts.delete(room.name)
}

/** Attaches a file, and does not wait until it has arrived. */
export async function attachFile(person: WritingPerson, tab: Tab, name: string): Promise<void> {
  const { page, room } = tab
  if (!room) throw new Error('There is no room to attach to.')
  const known = person.files.get(room.name) ?? new Set()
  person.files.set(room.name, known.add(name))
  const buffer = Buffer.from(`what ${name} says`)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer })
}

/** Notes that a tab has ended: the next one takes up what it has left. */
export function leave(person: WritingPerson, tab: Tab): void {
  person.tabs = person.tabs.filter((one) => one !== tab)
  for (const one of person.edits.values()) if (one.tab === tab) one.tab = undefined
  for (const [room, text] of tab.texts) {
    if (text !== '') person.left.set(room, [...(person.left.get(room) ?? []), text])
  }
}

/** Goes on with the change of the message of the room that is open, or begins one, looks whether all of it is there, and types more. */
export async function edit(person: WritingPerson, tab: Tab, more: string): Promise<void> {
  const { page, room } = tab
  const base = person.base.get(room?.name ?? '')
  const kept = person.edits.get(room?.name ?? '')
  if (!room || !base || (kept && kept.tab !== tab)) return
  const row = page.locator(`#m${base.id}`)
  const form = row.getByLabel('Edit the message')
  const expected = kept?.text ?? base.text
  if (!(await form.isVisible())) {
    if (kept) await row.getByRole('button', { name: 'Go on editing' }).click()
    else {
      // Just after a cut, the page may say that it could not ask for the message, or show the list anew and the key goes nowhere.
      const toast = page.locator('.toast:not(:has(button))')
      await readUntil(
        async () => {
          await row.press('e')
          return form
            .or(toast)
            .first()
            .waitFor({ timeout: AGAIN_MS })
            .then(
              () => true,
              () => false,
            )
        },
        (isAnswered) => isAnswered,
        'a form, or why there is none',
      )
      if (!(await form.isVisible())) return
    }
  }
  await readUntil(
    async () => form.inputValue(),
    (text) => text === expected,
    expected,
  )
  await form.focus()
  await page.keyboard.press('Control+End')
  const now = { text: expected, tab }
  person.edits.set(room.name, now)
  for (const letter of more) {
    if (letter < '\u{7f}') await page.keyboard.type(letter)
    else await page.keyboard.insertText(letter)
    now.text += letter
  }
}

/** Saves a change that was just made. */
export async function saveEdit(person: WritingPerson, { page, room }: Tab): Promise<void> {
  const base = person.base.get(room?.name ?? '')
  const edited = person.edits.get(room?.name ?? '')
  if (!room || !base || !edited) return
  const form = page.locator(`#m${base.id}`).getByLabel('Edit the message')
  if (!(await form.isVisible())) return
  await form.press('Enter')
  await form.waitFor({ state: 'detached' })
  person.base.set(room.name, { ...base, text: edited.text.trim() })
  person.edits.delete(room.name)
}
