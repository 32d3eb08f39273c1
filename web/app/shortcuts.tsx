import { t } from '../lib/strings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { isHelpOpen } from './help.ts'

/** What the list of keys says of them. */
const KEY_HELP: readonly (readonly [keys: string, what: string])[] = [
  ['j', t.shortcuts.next],
  ['k', t.shortcuts.previous],
  ['G', t.shortcuts.end],
  ['c', t.shortcuts.compose],
  ['r', t.shortcuts.reply],
  ['>', t.shortcuts.quote],
  [':', t.shortcuts.react],
  ['e', t.shortcuts.edit],
  ['*', t.shortcuts.star],
  ['n', t.shortcuts.unreadTopic],
  ['/', t.shortcuts.search],
  ['i', t.shortcuts.inbox],
  ['t', t.shortcuts.recent],
  ['?', t.shortcuts.help],
  ['Esc', t.shortcuts.escape],
]

/** The list of keys. */
export function Shortcuts() {
  return (
    <Dialog title={t.shortcuts.title} close={() => (isHelpOpen.value = false)}>
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
