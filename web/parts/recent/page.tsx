import { useEffect } from 'preact/hooks'
import { call } from '../../lib/api.ts'
import { formatAgo } from '../../lib/format.ts'
import type { Message } from '../../lib/types.ts'
import { onEvent } from '../../store/apply-events.ts'
import {
  channelName,
  directAddress,
  peopleNames,
  topicAddress,
  topicName,
  userName,
} from '../../store/names.ts'
import { directKey, state, topicKey } from '../../store/state.ts'
import { isMuted, unreadByPlace } from '../../store/unread.ts'
import { type Destination, placeOfMessage } from '../../store/views.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { recentText as text } from '../../words/recent.ts'
import type { Part } from '../part.ts'
import { address as style } from './recent.css'

/** How many messages are looked at for conversations. */
const MESSAGES_MAX = 1_000

const FACES_MAX = 4

interface Recent {
  key: string
  place: Destination
  last: Message
  people: readonly number[]
}

function group(messages: readonly Message[]): readonly Recent[] {
  const found = new Map<string, { place: Destination; last: Message; people: Set<number> }>()
  for (const message of messages.toReversed()) {
    const place = placeOfMessage(message)
    const key =
      place.kind === 'topic' ? topicKey(place.channel, place.topic) : directKey(place.people)
    const known = found.get(key) ?? { place, last: message, people: new Set<number>() }
    known.people.add(message.sender_id)
    found.set(key, known)
  }
  return [...found].map(([key, { place, last, people }]) => ({
    key,
    place,
    last,
    people: [...people].slice(0, FACES_MAX),
  }))
}

function Page() {
  const { value, failure, reload } = useLoaded(async (signal) => {
    const { messages } = await call<{ messages: readonly Message[] }>(
      'GET',
      'messages',
      {
        anchor: 'newest',
        num_before: MESSAGES_MAX,
        num_after: 0,
        narrow: [],
        allow_empty_topic_name: true,
        client_gravatar: false,
      },
      signal,
    )
    return group(messages)
  }, [])
  useEffect(() => onEvent((event) => event.type === 'message' && reload()), [])
  if (failure !== undefined && !value) return <Failed reason={failure} retry={reload} />
  if (!value) return <Loading />
  const filtered = value.filter(
    ({ place }) => place.kind === 'direct' || !isMuted(place.channel, place.topic),
  )
  if (filtered.length === 0) return <Empty icon="clock" title={text.empty} />
  return (
    <div class="page">
      <div class="content table-box">
        <table class="table recent">
          <thead>
            <tr>
              <th scope="col">{text.conversation}</th>
              <th scope="col">{text.people}</th>
              <th scope="col">{text.last}</th>
            </tr>
          </thead>
          <tbody>
            {filtered.map((one) => (
              <Row key={one.key} recent={one} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Row({ recent: { key, place, last, people } }: { recent: Recent }) {
  const count = unreadByPlace.value.get(key)?.ids.length ?? 0
  return (
    <tr>
      <td>
        {place.kind === 'topic' ? (
          <>
            <a class="dim small" href={topicAddress(place.channel)}>
              # {channelName(place.channel)}
            </a>{' '}
            <a href={topicAddress(place.channel, place.topic)}>{topicName(place.topic)}</a>
          </>
        ) : (
          <a href={directAddress(place.people)}>{peopleNames(place.people)}</a>
        )}{' '}
        {count > 0 && (
          <span class="count strong" title={text.unread(count)}>
            {count}
          </span>
        )}
      </td>
      <td>
        <span class="row" title={people.map(userName).join(', ')}>
          {people.map((id) => (
            <Avatar key={id} user={state.users.value.get(id)} size="s" />
          ))}
        </span>
      </td>
      <td class="dim small">{formatAgo(last.timestamp)}</td>
    </tr>
  )
}

/** The page `#recent`: conversations by when something was said in them. */
export const part: Part = { Page, style }
