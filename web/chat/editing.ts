import { effect, signal, untracked } from '@preact/signals'
import { currentList } from '../store/current-list.ts'
import { place } from '../store/place.ts'
import { session, state } from '../store/state.ts'
import { dropRecord, keepRecord, keptRecords } from '../store/writing/kept.ts'
import { findLiving, onceEnded, ownTab } from '../store/writing/own-tab.ts'
import { say } from '../ui/toast.tsx'
import { chatText as t } from '../words/chat.ts'

/** A change of a message that is not saved. */
export interface Edit {
  text: string
  /** What the message said when it was begun. */
  before: string
}

/** The message that is being edited. */
export const editing = signal<number | undefined>(undefined)

/** Changes that are not saved, by the ids of their messages. */
export const edits = signal<ReadonlyMap<number, Edit>>(new Map())

/** What the records of changes are called before the ids of their messages. */
const NAME = /^edit (\d+)$/

/** Notes a change of a message, or forgets it. It is in the storage of the browser when this returns. */
export function noteEdit(id: number, edit: Edit | undefined): void {
  const next = new Map(edits.peek())
  if (edit) next.set(id, edit)
  else next.delete(id)
  edits.value = next
  const me = state.me.peek()
  const value = edit && edit.text !== edit.before ? { ...edit, changedMs: Date.now() } : undefined
  if (me !== undefined) keepRecord(me, ownTab(), `edit ${id}`, value)
}

/** Leaves the form of the message that is being edited. What was changed is kept, and gone on with at will. */
export function leaveEdit(): void {
  const id = editing.peek()
  if (id === undefined) return
  editing.value = undefined
  const edit = edits.peek().get(id)
  if (!edit || edit.text === edit.before) noteEdit(id, undefined)
  else say(t.editKept, { label: t.goOn, run: () => goOn(id) })
}

function goOn(id: number): void {
  if (!document.getElementById(`m${id}`)) location.hash = `#narrow/near/${id}`
  editing.value = id
}

/** Forgets a change, which can be undone. */
export function discardEdit(id: number): void {
  const edit = edits.peek().get(id)
  if (editing.peek() === id) editing.value = undefined
  noteEdit(id, undefined)
  if (!edit || edit.text === edit.before) return
  say(t.editDiscarded, {
    label: t.undo,
    run: () => {
      noteEdit(id, edit)
      goOn(id)
    },
  })
}

/** Ends waiting for tabs that change what is shown here. */
let endWaiting = () => {}

/** Takes up what this tab has kept, and what tabs that have ended have kept of the messages that are shown; of others, once they end. */
async function load(me: number): Promise<void> {
  const listed = new Set(
    currentList
      .peek()
      ?.rows.peek()
      .map(({ id }) => `edit ${id}`),
  )
  const all = keptRecords(me).filter(
    ({ tab, name }) => NAME.test(name) && (tab === ownTab() || listed.has(name)),
  )
  const living = await findLiving(all.map(({ tab }) => tab))
  for (const { key, tab, name, value } of all) {
    const id = Number(NAME.exec(name)?.[1])
    const isOwn = tab === ownTab()
    if ((!isOwn && living.has(tab)) || edits.peek().has(id)) continue
    const { text, before } = value
    if (typeof text !== 'string' || typeof before !== 'string') continue
    noteEdit(id, { text, before })
    if (!isOwn) dropRecord(key)
  }
  const others = all.flatMap(({ tab }) => (living.has(tab) && tab !== ownTab() ? tab : []))
  endWaiting()
  endWaiting = onceEnded(new Set(others), () => void load(me))
}

effect(() => {
  const me = state.me.value
  void currentList.value?.isLoaded.value
  if (session.value === 'in' && me !== undefined) void untracked(async () => load(me))
})

let address = location.hash
effect(() => {
  void place.value
  if (location.hash === address) return
  address = location.hash
  untracked(leaveEdit)
})
