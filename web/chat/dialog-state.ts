import { signal } from '@preact/signals'
import type { Message } from '../lib/types.ts'

/** Dialogs about a message, or about a draft. */
export type DialogName = 'move' | 'remove' | 'history' | 'readers' | 'remind' | 'schedule'

/** The dialog that is open. */
export const openedDialog = signal<{ name: DialogName; message?: Message } | undefined>(undefined)

/** Opens a dialog. */
export function openDialog(name: DialogName, message?: Message): void {
  openedDialog.value = message ? { name, message } : { name }
}
