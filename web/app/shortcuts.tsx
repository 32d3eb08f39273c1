import { Dialog } from '../ui/dialog.tsx'
import { isHelpOpen } from './help.ts'

/** The texts of the list, in English. */
const text = {
  title: 'Keyboard shortcuts',
  next: 'Next message',
  previous: 'Message before',
  end: 'Newest message',
  reply: 'Reply',
  compose: 'Write',
  quote: 'Quote and reply',
  react: 'React',
  edit: 'Edit your message',
  star: 'Star',
  unreadTopic: 'Next unread topic',
  search: 'Search',
  inbox: 'Inbox',
  recent: 'Recent conversations',
  help: 'This list',
  escape: 'Leave the field, close what is open',
} as const

/** What the list of keys says of them. */
const KEY_HELP: readonly (readonly [keys: string, what: string])[] = [
  ['j', text.next],
  ['k', text.previous],
  ['G', text.end],
  ['c', text.compose],
  ['r', text.reply],
  ['>', text.quote],
  [':', text.react],
  ['e', text.edit],
  ['*', text.star],
  ['n', text.unreadTopic],
  ['/', text.search],
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
