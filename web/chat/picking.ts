import { signal } from '@preact/signals'
import type { Emoji } from './reactions.tsx'

/** Where an emoji is being picked, and what for. */
export const picking = signal<{ beside: DOMRect; take: (emoji: Emoji) => void } | undefined>(
  undefined,
)

/** Lets the reader pick an emoji beside a button. */
export function pickEmoji(beside: HTMLElement, take: (emoji: Emoji) => void): void {
  picking.value = {
    beside: beside.getBoundingClientRect(),
    take(emoji) {
      picking.value = undefined
      beside.focus()
      take(emoji)
    },
  }
}
