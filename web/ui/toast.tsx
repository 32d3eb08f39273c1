import { signal } from '@preact/signals'
import { t } from '../words/frame.ts'

/** A short word about what was done or failed, with something that can be done about it. */
interface Toast {
  id: number
  text: string
  action?: { label: string; run: () => void } | undefined
}

const SHOWN_MS = 6_000

const toasts = signal<readonly Toast[]>([])
let count = 0

/** Says something for a few seconds, to screen readers too. */
export function say(text: string, action?: Toast['action']): void {
  const id = (count += 1)
  toasts.value = [...toasts.value.slice(-2), { id, text, action }]
  setTimeout(() => drop(id), SHOWN_MS)
}

/** Says why something failed: what the server answered, or that it could not be asked. */
export function sayFailure(thrown: unknown): void {
  say(thrown instanceof Error && thrown.message !== '' ? thrown.message : t.failed)
}

function drop(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id)
}

/** Where they are shown. */
export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text, action }) => (
        <div key={id} class="toast">
          <span>{text}</span>
          {action && (
            <button
              type="button"
              class="button small"
              onClick={() => {
                drop(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
