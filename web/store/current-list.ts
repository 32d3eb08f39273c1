import { effect, signal, untracked } from '@preact/signals'
import { onEvent } from './apply-events.ts'
import { MessageList } from './message-list.ts'
import { place } from './place.ts'
import { snapshots } from './start.ts'
import { session } from './state.ts'

/** The messages that the address names; undefined on any other page. */
export const currentList = signal<MessageList | undefined>(undefined)

/** The message whose surroundings the list is to show. */
export const near = signal<number | undefined>(undefined)

effect(() => {
  const now = place.value
  if (session.value !== 'in') return
  untracked(() => {
    currentList.value?.close()
    if (!now.terms) {
      currentList.value = undefined
      return
    }
    const list = new MessageList(now.terms)
    near.value = now.near
    currentList.value = list
    void list.open(now.near ?? 'first_unread')
  })
})

onEvent((event) => currentList.peek()?.take(event))

let seen = 0
effect(() => {
  const count = snapshots.value
  // The first snapshot is what the list begins with.
  if (seen > 0 && count > seen) void untracked(() => currentList.value?.catchUp())
  seen = count
})
