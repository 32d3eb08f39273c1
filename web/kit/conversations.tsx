import { Fragment } from 'preact'
import { formatAgo, formatExact, formatNumber } from '../lib/format.ts'
import { type Conversation, isMutedPlace, unreadIn } from '../store/conversations.ts'
import {
  channelName,
  directAddress,
  peopleNames,
  topicAddress,
  topicName,
  userName,
} from '../store/names.ts'
import { state, TOPIC_POLICY, topicKey } from '../store/state.ts'
import { destinationKey } from '../store/views.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { recentText as text } from '../words/recent.ts'

export { address as style } from './conversations.css'

/** Conversations as rows: where, how much is unread, who wrote last, and when. */
export function Conversations({
  rows,
  isOfChannel = false,
}: {
  rows: readonly Conversation[]
  isOfChannel?: boolean
}) {
  return (
    <table class="table recent">
      <thead>
        <tr>
          <th scope="col">{text.conversation}</th>
          <th scope="col">{text.people}</th>
          <th scope="col">{text.last}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <Row key={destinationKey(one.to)} one={one} isOfChannel={isOfChannel} />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  one: { to, senders, timestamp },
  isOfChannel,
}: {
  one: Conversation
  isOfChannel: boolean
}) {
  const { count, mentions } = unreadIn(to)
  const isDirect = to.kind === 'direct'
  const muted = isMutedPlace(to)
  return (
    <tr class={muted ? 'muted' : ''}>
      <td>
        <span class="where">
          {isDirect ? (
            <a href={directAddress(to.people)}>{peopleNames(to.people)}</a>
          ) : (
            <Fragment>
              {!isOfChannel && (
                <a class="dim small" href={topicAddress(to.channel)}>
                  # {channelName(to.channel)}
                </a>
              )}{' '}
              <a href={topicAddress(to.channel, to.topic)}>{topicName(to.topic)}</a>
            </Fragment>
          )}
          {isFollowed(to) && <Mark icon="bell" label={text.followed} />}
          {muted && <Mark icon="mute" label={text.muted} />}
          {count > 0 && (
            <span
              class={`count ${isDirect || mentions > 0 ? 'strong' : ''}`}
              title={text.unread(count)}
            >
              {formatNumber(count)}
            </span>
          )}
        </span>
      </td>
      <td>
        <span class="row" title={senders.map(userName).join(', ')}>
          {senders.map((id) => (
            <Avatar key={id} user={state.users.value.get(id)} size="s" />
          ))}
        </span>
      </td>
      <td class="dim small" title={formatExact(timestamp)}>
        {formatAgo(timestamp)}
      </td>
    </tr>
  )
}

function Mark({ icon, label }: { icon: 'bell' | 'mute'; label: string }) {
  return (
    <span class="dim" title={label}>
      <Icon name={icon} size={14} />
      <span class="unseen">{label}</span>
    </span>
  )
}

function isFollowed(to: Conversation['to']): boolean {
  if (to.kind !== 'topic') return false
  const policy = state.topicPolicies.value.get(topicKey(to.channel, to.topic))
  return policy === TOPIC_POLICY.followed
}
