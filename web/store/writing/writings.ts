import { signal } from '@preact/signals'
import type { Draft } from '../../lib/types.ts'
import { state } from '../state.ts'
import { type Destination, destinationKey } from '../views.ts'
import { dropRecord, type Kept, keepRecord, keptRecords, makeRoom } from './kept.ts'
import { findLiving, newId, onceEnded, ownTab } from './own-tab.ts'

/** What a tab holds of one text: with everything that makes it whole again in another tab. */
export interface Writing {
  to: Destination
  /** Whether the topic is still to be chosen. */
  choosesTopic: boolean
  text: string
  /** Where the cursor was. */
  cursor: number
  changedMs: number
  /** False for a draft of the server that is only shown here: neither changed nor deleted, until something is typed. */
  isOwn: boolean
  /** The draft at the server that is this text's own. */
  draftId?: number | undefined
  /** Whether the server has just this text. */
  isWhole: boolean
  /** New drafts of this text whose ids have not come back, the latest last. */
  posted: readonly Posted[]
  /** Names of files that are on their way. */
  files: readonly string[]
}

/** A draft as it was sent. */
export interface Posted {
  seconds: number
  to: Destination
  text: string
}

/** Texts by `writingKey`. */
export const writings = signal<ReadonlyMap<string, Writing>>(new Map())

/** Whether the browser has no room to keep what is written. */
export const isStorageFull = signal(false)

/** Drafts that this tab has deleted; the news of it may come later. */
export const deleted = new Set<number>()

/** How long a text stays what it is, whatever the news say: those of its own keeping may be under way. */
const SETTLED_AFTER_MS = 60_000

let isLoaded = false

const me = () => state.me.peek() ?? 0

/** A destination as the key of texts: in a channel whose topic is still chosen, it is one for all topics. */
export function writingKey(to: Destination, choosesTopic: boolean): string {
  return choosesTopic && to.kind === 'topic' ? `new ${to.channel}` : destinationKey(to)
}

/** The text for a destination, which is empty at first. */
export function writingFor(to: Destination, choosesTopic: boolean): Writing {
  const known = writings.value.get(writingKey(to, choosesTopic))
  return known ?? emptyWriting(to, choosesTopic)
}

function emptyWriting(to: Destination, choosesTopic: boolean): Writing {
  return {
    to,
    choosesTopic,
    text: '',
    cursor: 0,
    changedMs: 0,
    isOwn: false,
    isWhole: true,
    posted: [],
    files: [],
  }
}

/** Whether there is nothing in it that could be lost, here or at the server. */
function isEmpty({ text, to, choosesTopic, draftId, posted, files }: Writing): boolean {
  const hasTopic = choosesTopic && to.kind === 'topic' && to.topic !== ''
  return text === '' && !hasTopic && draftId === undefined && posted.length + files.length === 0
}

/** Changes what is known of a text. It is in the storage of the browser when this returns. */
export function noteWriting(key: string, changes: Partial<Writing>): void {
  const before = writings.peek().get(key)
  if (before) setWriting(key, { ...before, ...changes })
}

function show(key: string, writing: Writing): void {
  const next = new Map(writings.peek())
  if (isEmpty(writing)) next.delete(key)
  else next.set(key, writing)
  writings.value = next
}

function setWriting(key: string, writing: Writing): void {
  show(key, writing)
  if (me() === 0) return
  const { isOwn, ...record } = writing
  const value = isOwn && !isEmpty(writing) ? record : undefined
  isStorageFull.value = !keepRecord(me(), ownTab(), key, value)
}

/** Changes a text, as its writer does: from then on it is this tab's own. Returns its key. */
export function changeWriting(
  { to, choosesTopic }: Pick<Writing, 'to' | 'choosesTopic'>,
  changes: Partial<Pick<Writing, 'text' | 'cursor' | 'files' | 'to'>>,
): string {
  const key = writingKey(to, choosesTopic)
  const before = writings.peek().get(key) ?? emptyWriting(to, choosesTopic)
  const draftId = before.isOwn ? before.draftId : claim(before)
  const changed = { isOwn: true, isWhole: false, changedMs: Date.now() }
  const next = { ...before, ...changes, draftId, ...changed }
  if (!isEmpty({ ...next, draftId: undefined, posted: [] }) || isEmpty(next)) {
    setWriting(key, next)
    return key
  }
  const rest = setAside(next)
  setWriting(key, emptyWriting(to, choosesTopic))
  return rest
}

/** The shown draft, if it may become this tab's own: nobody has changed it since, and no other tab of this browser has it. */
function claim({ draftId, text }: Writing): number | undefined {
  const kept = state.drafts.peek().find(({ id }) => id === draftId)
  if (!kept || kept.content !== text) return undefined
  const others = keptRecords(me()).filter(({ tab }) => tab !== ownTab())
  return others.some(({ value }) => value['draftId'] === draftId) ? undefined : draftId
}

/** Forgets a text and its draft. */
export function dropWriting(key: string): void {
  const before = writings.peek().get(key)
  if (before) setWriting(key, emptyWriting(before.to, before.choosesTopic))
}

/** Reads what this tab has kept, before a reload. */
export function loadWritings(): void {
  if (isLoaded) return
  isLoaded = true
  makeRoom()
  const found = new Map<string, Writing>()
  for (const { tab, name, value, key } of keptRecords(me())) {
    if (tab !== ownTab()) continue
    const writing = readWriting(value)
    if (!writing) continue
    const now = followServer(writing)
    if (now) found.set(name, now)
    else dropRecord(key)
  }
  writings.value = found
}

/** Shows what there is for a destination: of this tab, of one that has ended, or what the server keeps. */
export function openWriting(to: Destination, choosesTopic: boolean): void {
  const key = writingKey(to, choosesTopic)
  const empty = emptyWriting(to, choosesTopic)
  if (!writings.peek().get(key)?.isOwn) show(key, empty)
  void takeUp(key, empty)
}

/** The newest draft of the server for a destination; not one that was sent or thrown away a moment ago. */
function findDraft(key: string): Draft | undefined {
  const gone = new Set(deleted)
  for (const writing of writings.peek().values()) gone.add(draftIdOf(writing) ?? 0)
  const sent = keptRecords(me()).filter(({ value }) => value['text'] === '')
  for (const { value } of sent) gone.add(draftIdOf(value) ?? 0)
  return state.drafts
    .peek()
    .filter((one) => !gone.has(one.id) && keysOfDraft(one).includes(key))
    .filter((one) => !sent.some(({ value }) => isPosted(one, value)))
    .toSorted((a, b) => a.timestamp - b.timestamp)
    .at(-1)
}

/** The draft of a text; also one that was sent by a page which ended before its id came back. */
export function draftIdOf(writing: Partial<Writing>): number | undefined {
  return writing.draftId ?? state.drafts.peek().find((one) => isPosted(one, writing))?.id
}

/** Whether a draft was sent for a text, without its id having come back. */
export function isPosted(draft: Draft, { posted = [] }: Partial<Writing>): boolean {
  return posted.some(({ seconds, to, text }) => {
    const where = destinationOfDraft(draft)
    const isSame = draft.timestamp === seconds && draft.content === text
    return isSame && where && destinationKey(where) === destinationKey(to)
  })
}

/** Where a draft is written on; one without a topic also where the topic is chosen. */
function keysOfDraft(draft: Draft): string[] {
  const to = destinationOfDraft(draft)
  if (!to) return []
  const hasTopic = to.kind !== 'topic' || to.topic !== ''
  return [writingKey(to, false), ...(hasTopic ? [] : [writingKey(to, true)])]
}

/** Where a draft was to be sent. */
function destinationOfDraft({ type, to, topic }: Draft): Destination | undefined {
  if (type === 'stream' && to[0] !== undefined) return { kind: 'topic', channel: to[0], topic }
  return type === 'private' && to.length > 0 ? { kind: 'direct', people: to } : undefined
}

/** Ends waiting for tabs that write where this one does. */
let endWaiting = () => {}

/**
 * Takes up what a tab that has ended had written here; what a living tab writes is its own until it ends. Shows what the server keeps
 * where there is nothing, and not sooner: what was sent from that would be taken up after it.
 */
async function takeUp(key: string, empty: Writing): Promise<void> {
  endWaiting()
  const others = keptRecords(me()).filter(({ tab, name }) => name === key && tab !== ownTab())
  const living = await findLiving(others.map(({ tab }) => tab))
  for (const { key: place, writing } of endedOf(others, living)) {
    if (writings.peek().get(key)?.isOwn) return
    const isNothing = writing.text === '' && writing.files.length === 0
    const now = isNothing ? undefined : followServer(writing)
    if (now) setWriting(key, now)
    if (now || isSettled(writing)) dropRecord(place)
  }
  const kept = writings.peek().has(key) ? undefined : findDraft(key)
  if (kept) {
    const { id: draftId, content: text } = kept
    show(key, { ...empty, text, cursor: text.length, draftId })
  }
  endWaiting()
  endWaiting = onceEnded(living, () => void takeUp(key, empty))
}

/** What tabs that have ended have kept, the newest first. */
function endedOf(
  records: readonly Kept[],
  living: ReadonlySet<string>,
): readonly { key: string; writing: Writing }[] {
  return records
    .filter(({ tab }) => !living.has(tab))
    .flatMap(({ key, value }) => {
      const writing = readWriting(value)
      return writing ? [{ key, writing }] : []
    })
    .toSorted((a, b) => b.writing.changedMs - a.writing.changedMs)
}

/** Takes up the drafts of texts that were sent by tabs which ended before they could delete them. Returns the keys of what is left. */
export async function takeUpRemains(): Promise<readonly string[]> {
  const others = keptRecords(me()).filter(
    ({ tab, value }) => tab !== ownTab() && value['text'] === '',
  )
  const living = await findLiving(others.map(({ tab }) => tab))
  return endedOf(others, living).flatMap(({ key, writing }) => {
    if (writing.draftId === undefined && writing.posted.length === 0) return []
    const rest = setAside(writing)
    dropRecord(key)
    return rest
  })
}

/** Notes of a text that is gone which drafts it has left, away from its destination: that is free for what else there is for it. */
function setAside({ to, choosesTopic, draftId, posted }: Writing): string {
  const rest = `gone ${newId()}`
  const changed = { isOwn: true, isWhole: false, changedMs: Date.now() }
  setWriting(rest, { ...emptyWriting(to, choosesTopic), ...changed, draftId, posted })
  return rest
}

function readWriting(value: Kept['value']): Writing | undefined {
  const { to, text } = value
  if (typeof text !== 'string' || typeof to !== 'object' || to === null) return undefined
  return { ...emptyWriting(to as Destination, false), ...value, isOwn: true }
}

/** Whether the server has had all of a text for so long that what it says of it holds. */
export function isSettled({ isWhole, draftId, changedMs }: Writing): boolean {
  const isOld = Date.now() - changedMs > SETTLED_AFTER_MS
  return isWhole && draftId !== undefined && isOld && synchronizes()
}

/** A text as another device has left it: gone if it was sent or thrown away there. */
function followServer(writing: Writing): Writing | undefined {
  if (!isSettled(writing)) return writing
  const kept = state.drafts.peek().find(({ id }) => id === writing.draftId)
  if (!kept) return undefined
  return kept.content === writing.text.trimEnd() ? writing : { ...writing, text: kept.content }
}

/** Whether the server keeps drafts of the reader. */
export function synchronizes(): boolean {
  return state.settings.peek()['enable_drafts_synchronization'] !== false
}
