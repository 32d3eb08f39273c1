import { say } from '../ui/toast.tsx'
import { chatText as t } from '../words/chat.ts'

/** Shows what a click in a text hides, or hides it again. */
export function toggleSpoiler(toggle: Element): void {
  const content = toggle.closest('.spoiler-block')?.querySelector('.spoiler-content')
  const isHidden = content?.toggleAttribute('hidden') ?? true
  toggle.setAttribute('aria-expanded', String(!isHidden))
}

/** Copies the code that a button stands in. */
export function copyCode(button: Element): void {
  void copy(button.closest('.codehilite')?.querySelector('code')?.textContent ?? '')
}

/** Puts a text into the clipboard, and says so. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(t.copied)
  } catch {
    say(t.cannotCopy)
  }
}
