import { signal } from '@preact/signals'

/** Whether the list of keys is shown. */
export const isHelpOpen = signal(false)

/** Counts wishes to search: with each one, the field takes the focus. */
export const searchWish = signal(0)
