import { startWriting } from '../chat/draft.ts'
import { place } from '../store/place.ts'
import { isSwitcherOpen, searchWish } from './help.ts'

/** Keys that mean something everywhere, and those that are about messages. */
const EVERYWHERE = new Set(['n', '/', 'i', 't', '?'])
const IN_MESSAGES = new Set(['j', 'k', 'G', 'c', 'r', '>', ':', 'e', '*', 'm'])

/** Loads what keys do. Without a network a key does nothing, which the banner explains, and the next one tries again. */
const loadHotkeys = async () => import('./hotkeys.ts').catch(() => undefined)

/** When what keys do is loaded, if none was pressed before. */
const AHEAD_MS = 3_000

/** Listens for single keys while nothing is being written; what they do is loaded with the first one. Returns what ends that. */
export function listenForKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    // Wherever one writes: what is written stays.
    if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) isSwitcherOpen.value = true
      return
    }
    const isWriting = (target as Element).closest(
      'input, textarea, select, [contenteditable], dialog, .menu',
    )
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector('dialog[open]')) return
    if (!EVERYWHERE.has(key) && !(place.value.terms && IN_MESSAGES.has(key))) return
    event.preventDefault()
    // The next keys go into the field: these wait for nothing.
    if (key === 'c') startWriting()
    else if (key === '/') searchWish.value += 1
    else void loadHotkeys().then((hotkeys) => hotkeys?.runKey(key))
  }
  addEventListener('keydown', press)
  const timer = setTimeout(() => void loadHotkeys(), AHEAD_MS)
  return () => {
    clearTimeout(timer)
    removeEventListener('keydown', press)
  }
}
