import { signal } from '@preact/signals'
import type { Message } from '../lib/types.ts'
import { place } from '../store/place.ts'

/** Dialogs about a message, or about a draft. */
export type DialogName = 'move' | 'remove' | 'history' | 'readers' | 'remind' | 'schedule'

/** The dialog that is open. */
export const openedDialog = signal<{ name: DialogName; message?: Message } | undefined>(undefined)

/** Opens a dialog. */
export function openDialog(name: DialogName, message?: Message): void {
  openedDialog.value = message ? { name, message } : { name }
}

/** The account whose profile is open. */
export const openedProfile = signal<number | undefined>(undefined)

/** Shows who somebody is where their name was clicked, in a conversation; elsewhere the link leads to them. */
export function openProfile(event: MouseEvent, id: number): void {
  if (!place.value.terms || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  openedProfile.value = id
}
