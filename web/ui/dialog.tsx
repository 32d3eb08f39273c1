import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../words/frame.ts'
import { Icon } from './icon.tsx'

/** A dialog that is open as long as it is shown; Escape, the cross and a click beside it call `close`. */
export function Dialog({
  title,
  close,
  children,
}: {
  title: string
  close: () => void
  children: ComponentChildren
}) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const before = document.activeElement
    element.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      class="dialog"
      ref={element}
      aria-labelledby={id}
      onClose={close}
      onClick={(event) => {
        if (event.target === element.current) close()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="button icon" aria-label={t.close} onClick={close}>
          <Icon name="cross" />
        </button>
      </header>
      <div class="body">{children}</div>
    </dialog>
  )
}
