import { Dialog } from '../ui/dialog.tsx'
import { shortcutText as text } from '../words/shortcuts.ts'
import { isHelpOpen } from './help.ts'

export { address as style } from './shortcuts.css'

/** Keys, and what the list of keys says of each. */
const KEY_HELP: readonly (readonly [keys: string, what: string])[] = [
  ['j', text.next],
  ['k', text.previous],
  ['G', text.end],
  ['c', text.compose],
  ['r', text.reply],
  ['>', text.quote],
  [':', text.react],
  ['e', text.edit],
  ['↑', text.editLast],
  ['Ctrl B', text.bold],
  ['Ctrl I', text.italic],
  ['Ctrl E', text.code],
  ['*', text.star],
  ['m', text.move],
  ['n', text.unreadTopic],
  ['/', text.search],
  ['Ctrl K', text.goTo],
  ['i', text.inbox],
  ['t', text.recent],
  ['?', text.help],
  ['Esc', text.escape],
]

/** The list of keys. */
export function Shortcuts() {
  return (
    <Dialog title={text.title} close={() => (isHelpOpen.value = false)}>
      <dl class="keys">
        {KEY_HELP.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
