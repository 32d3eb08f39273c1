import { signal } from '@preact/signals'

/** Whether the list of keys is shown. */
export const isHelpOpen = signal(false)

/** Whether the switcher between conversations is shown. */
export const isSwitcherOpen = signal(false)

/** Counts wishes to search: with each one, the field takes the focus. */
export const searchWish = signal(0)
