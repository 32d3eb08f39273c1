import { useSignal } from '@preact/signals'
import type { Subscription } from '../lib/types.ts'
import { type Conversation, recent, topicsOf, unreadIn } from '../store/conversations.ts'
import { topicAddress, topicName } from '../store/names.ts'
import { place } from '../store/place.ts'
import { state } from '../store/state.ts'
import { isMuted, unreadByChannel } from '../store/unread.ts'
import { destinationOf, operandOf } from '../store/views.ts'
import { channelIcon } from '../ui/channel-icon.ts'
import { Icon } from '../ui/icon.tsx'
import { t } from '../words/frame.ts'
import { Count } from './count.tsx'

/** Topics of the channel one is in that the navigation shows; the channel has a list of all. */
const TOPICS_MAX = 6

/** Channels that are all shown, however long nothing was said in them. */
const CHANNELS_MAX = 12

/** Channels that are pinned or in which something is going on, and the others, which are folded away. */
export function ChannelList() {
  const isUnfolded = useSignal(false)
  const all = sortedChannels()
  const busy = new Set(recent.rows.value.map(({ to }) => to.kind === 'topic' && to.channel))
  const isShown = ({ stream_id: id, pin_to_top }: Subscription) =>
    pin_to_top ||
    busy.has(id) ||
    id === currentChannel() ||
    (unreadByChannel.value.get(id)?.count ?? 0) > 0
  const shown = all.length <= CHANNELS_MAX ? all : all.filter(isShown)
  const others = all.length - shown.length
  return (
    <>
      <ul class="list">
        {(isUnfolded.value ? all : shown).map((channel) => (
          <ChannelItem key={channel.stream_id} channel={channel} />
        ))}
      </ul>
      {others > 0 && (
        <button
          type="button"
          class="item more"
          aria-expanded={isUnfolded.value}
          onClick={() => (isUnfolded.value = !isUnfolded.value)}
        >
          <Icon name={isUnfolded.value ? 'down' : 'right'} />
          {isUnfolded.value ? t.navigation.fewerChannels : t.navigation.moreChannels(others)}
        </button>
      )}
    </>
  )
}

function currentChannel(): number | undefined {
  const channel = operandOf(place.value.terms ?? [], 'channel')
  if (typeof channel === 'number') return channel
  return place.value.page === 'topics' ? Number(place.value.rest?.[0]) : undefined
}

function sortedChannels(): readonly Subscription[] {
  return [...state.subscriptions.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .toSorted(
      (a, b) =>
        Number(b.pin_to_top) - Number(a.pin_to_top) ||
        Number(a.is_muted) - Number(b.is_muted) ||
        a.name.localeCompare(b.name),
    )
}

function ChannelItem({ channel }: { channel: Subscription }) {
  const id = channel.stream_id
  const isHere = currentChannel() === id
  const terms = place.value.terms ?? []
  const { count, mentions } = unreadByChannel.value.get(id) ?? { count: 0, mentions: 0 }
  return (
    <li>
      <a
        class={`item ${channel.is_muted ? 'muted' : ''}`}
        href={topicAddress(id)}
        aria-current={isHere && terms.length === 1 ? 'page' : undefined}
      >
        <Icon name={channelIcon(channel)} />
        <span class="truncate">{channel.name}</span>
        <Count count={count} isStrong={mentions > 0} />
      </a>
      {isHere && <Topics channel={id} />}
    </li>
  )
}

/** The last topics of the channel, those with something unread, and the one that one is in. */
function Topics({ channel }: { channel: number }) {
  const to = destinationOf(place.value.terms ?? [])
  const here = to?.kind === 'topic' ? to.topic : undefined
  const isHere = (topic: string) => topic.toLowerCase() === here?.toLowerCase()
  const rows = topicsOf(channel).rows.value
  const names = rows
    .filter(({ to: one }) => one.kind === 'topic' && !isMuted(channel, one.topic))
    .filter((one, index) => index < TOPICS_MAX || unreadIn(one.to).count > 0)
    .slice(0, 2 * TOPICS_MAX)
    .map(topicOf)
  const listed = here === undefined || names.some(isHere) ? names : [here, ...names]
  return (
    <ul class="list topics">
      {listed.map((topic) => {
        const { count, mentions } = unreadIn({ kind: 'topic', channel, topic })
        return (
          <li key={topic.toLowerCase()}>
            <a
              class="item"
              href={topicAddress(channel, topic)}
              aria-current={isHere(topic) ? 'page' : undefined}
            >
              <span class="truncate">{topicName(topic)}</span>
              <Count count={count} isStrong={mentions > 0} />
            </a>
          </li>
        )
      })}
      <li>
        <a
          class="item dim"
          href={`#topics/${channel}`}
          aria-current={place.value.page === 'topics' ? 'page' : undefined}
        >
          {t.navigation.allTopics}
        </a>
      </li>
    </ul>
  )
}

function topicOf({ to }: Conversation): string {
  return to.kind === 'topic' ? to.topic : ''
}
