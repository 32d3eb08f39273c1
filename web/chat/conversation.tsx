import { formatNames } from '../lib/format.ts'
import { currentList } from '../store/current-list.ts'
import { userName } from '../store/names.ts'
import { directKey, topicKey, typing } from '../store/state.ts'
import { destinationOf } from '../store/views.ts'
import { chatText as t } from '../words/chat.ts'
import { Compose } from './compose/compose.tsx'
import { Messages } from './message-list.tsx'
import { Outlets } from './outlets.tsx'

const NAMES_MAX = 3

/** A view of messages, and where to write. */
export function Conversation() {
  const list = currentList.value
  if (!list) return null
  return (
    <>
      <Messages key={location.hash} list={list} />
      <Typing />
      <Compose />
      <Outlets />
    </>
  )
}

/** Who else is writing here. Its line is there all the time: nothing moves as people begin and stop. */
function Typing() {
  const to = destinationOf(currentList.value?.terms ?? [])
  const key = to && (to.kind === 'topic' ? topicKey(to.channel, to.topic) : directKey(to.people))
  const people = [...(typing.value.get(key ?? '')?.keys() ?? [])]
  const names = people.map(userName)
  const [name = ''] = names
  const text =
    names.length > NAMES_MAX
      ? t.typingSeveral
      : names.length > 1
        ? t.typingMany(formatNames(names))
        : names.length === 1
          ? t.typingOne(name)
          : ''
  return (
    <p class="typing small dim" role="status">
      {text}
    </p>
  )
}
