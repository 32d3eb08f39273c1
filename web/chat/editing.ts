import { signal } from '@preact/signals'

/** The message that is being edited, with its Markdown. */
export const editing = signal<{ id: number; text: string } | undefined>(undefined)
