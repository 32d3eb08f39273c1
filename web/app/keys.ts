import { openedDialog } from '../chat/dialog-state.ts'
import { place } from '../store/place.ts'
import { isHelpOpen } from './help.ts'

/** Keys that mean something everywhere, and those that are about messages. */
const EVERYWHERE = new Set(['n', '/', 'i', 't', '?'])
const IN_MESSAGES = new Set(['j', 'k', 'G', 'c', 'r', '>', ':', 'e', '*', 'm'])

/** Listens for single keys while nothing is being written; what they do is loaded with the first one. Returns what ends that. */
export function listenForKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    const isWriting = (target as Element).closest(
      'input, textarea, select, [contenteditable], dialog, .menu',
    )
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return
    if (openedDialog.value || isHelpOpen.value) return
    if (!EVERYWHERE.has(key) && !(place.value.terms && IN_MESSAGES.has(key))) return
    event.preventDefault()
    void import('./hotkeys.ts').then(({ runKey }) => runKey(key))
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}
