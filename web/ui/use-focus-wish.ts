import { effect, type Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** Gives a field the focus at each wish, and not with the next picture only: what is typed meanwhile would be lost. */
export function useFocusWish(wish: Signal<number>, field: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () =>
      effect(() => {
        if (wish.value > 0) field.current?.focus()
      }),
    [],
  )
}
