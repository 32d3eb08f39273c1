import { state } from '../state.ts'

/** Whether a key sends what is written: Enter, or with Ctrl for those who want that; with Shift, it begins a line. */
export function sends({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isWanted = ctrlKey || metaKey || state.settings.value['enter_sends'] !== false
  return key === 'Enter' && !shiftKey && isWanted
}
