import { channelName, directAddress, peopleNames, topicAddress, topicName } from '../store/names.ts'
import { state } from '../store/state.ts'
import { type UnreadTopic, unreadDirect, unreadTopics } from '../store/unread.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { Empty } from '../ui/states.tsx'
import { t } from '../words/frame.ts'
import { Count } from './count.tsx'

/** Unread messages by place: conversations first, then topics of each channel. */
export function Inbox() {
  const direct = unreadDirect.value
  const topics = unreadTopics.value.filter(({ isMuted, mentions }) => !isMuted || mentions > 0)
  if (direct.length + topics.length === 0) return <AllRead />
  const channels = new Map<number, UnreadTopic[]>()
  for (const one of topics) channels.set(one.channel, [...(channels.get(one.channel) ?? []), one])
  return (
    <div class="page">
      <div class="content">
        {direct.length > 0 && (
          <section class="inbox-group">
            <h2>{t.navigation.direct}</h2>
            {direct.map(({ people, ids }) => (
              <a key={people.join()} class="inbox-row" href={directAddress(people)}>
                <Avatar user={state.users.value.get(people[0] ?? 0)} size="s" />
                <span class="what">
                  <span class="truncate">{peopleNames(people)}</span>
                </span>
                <Count count={ids.length} isStrong />
              </a>
            ))}
          </section>
        )}
        {[...channels].map(([channel, all]) => (
          <section key={channel} class="inbox-group">
            <h2>
              <a href={topicAddress(channel)}># {channelName(channel)}</a>
            </h2>
            {all.map(({ topic, ids, mentions }) => (
              <a key={topic} class="inbox-row" href={topicAddress(channel, topic)}>
                <span class="what">
                  <span class="truncate">{topicName(topic)}</span>
                  {mentions > 0 && <span class="badge">{t.navigation.mentioned}</span>}
                </span>
                <Count count={ids.length} isStrong={mentions > 0} />
              </a>
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

function AllRead() {
  const [first] = state.subscriptions.value.values()
  return (
    <Empty icon="check" title={t.inbox.empty}>
      <p>{t.inbox.emptyHint}</p>
      {first && (
        <a class="button" href={topicAddress(first.stream_id)}>
          <Icon name="hash" />
          {first.name}
        </a>
      )}
    </Empty>
  )
}
