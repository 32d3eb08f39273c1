import { LazyList } from '../../lib/lazy-list.ts'
import type { SnapshotContext, SnapshotSection } from '../events/snapshot-section.ts'
import { loadFolderRecords } from '../folders/folder-record.ts'
import { shownTopic } from '../messages/message-record.ts'
import { mutedTopics, loadUserTopics } from '../topics/set-topic-policy.ts'
import { canReadChannel, isSubscribed, loadKnownChannels, type SeenChannel } from './access.ts'
import { loadChannelFacts } from './channel-record.ts'
import { loadSubscribers } from './subscribers.ts'
import { loadSubscriptionFacts } from './subscription-record.ts'

/** Records that are made when there are so many. */
const PART_RECORDS = 100

/** A list of records, each made when it is written: those of thousands of channels would take long, and much memory, at once. */
function lazily<From, To>(items: readonly From[], record: (item: From) => To): To[] | LazyList<To> {
  if (items.length <= PART_RECORDS) return items.map(record)
  const inParts = async function* () {
    for (let start = 0; start < items.length; start += PART_RECORDS) {
      yield items.slice(start, start + PART_RECORDS).map(record)
    }
  }
  return new LazyList(inParts())
}

/** Channels that the requester may know of and that `subscription` does not list. */
const channels: SnapshotSection = {
  kinds: ['stream'],
  async load({ db, requester, nowMs, capabilities }) {
    const known = await loadKnownChannels(db, requester)
    const visible = known.filter(
      (seen) =>
        (capabilities['archived_channels'] || !seen.channel.is_archived) &&
        (requester.user !== undefined || canReadChannel(requester, seen)),
    )
    const list = visible.map(({ channel }) => channel)
    return { streams: lazily(list, await loadChannelFacts(db, list, nowMs)) }
  },
}

/** Channels that the requester is, was or never was subscribed to. */
const subscriptions: SnapshotSection = {
  kinds: ['subscription'],
  async load({ db, requester, nowMs, includeSubscribers, capabilities }: SnapshotContext) {
    const known = await loadKnownChannels(db, requester)
    const visible = known.filter(
      ({ channel }) => capabilities['archived_channels'] || !channel.is_archived,
    )
    const detail = requester.user ? includeSubscribers : 'false'
    const subscribed = visible.filter(isSubscribed)
    const left = visible.filter((seen) => !isSubscribed(seen) && seen.subscription !== undefined)
    const never = visible.filter(({ subscription }) => subscription === undefined)
    const strange = never.map(({ channel }) => channel)
    const lists = await loadSubscribers(db, strange, detail, nowMs)
    const recordOf = await loadChannelFacts(db, strange, nowMs)
    const list = async (seen: SeenChannel[]) =>
      requester.user ? lazily(seen, await loadSubscriptionFacts(db, seen, detail, nowMs)) : []
    return {
      subscriptions: await list(subscribed),
      unsubscribed: await list(left),
      never_subscribed: lazily(strange, (channel) => ({
        ...recordOf(channel),
        ...lists.get(channel.id),
      })),
    }
  },
}

/** Channels that new accounts are subscribed to. */
const defaults: SnapshotSection = {
  kinds: ['default_streams'],
  async load({ db, requester }) {
    const known = await loadKnownChannels(db, requester)
    return {
      realm_default_streams: known
        .filter(({ channel }) => channel.is_default && !channel.is_archived)
        .map(({ channel }) => channel.id),
    }
  },
}

/** Folders of channels, archived ones too, for everybody with an account. */
const folders: SnapshotSection = {
  kinds: ['channel_folders'],
  load: async ({ db, requester }) => ({
    channel_folders: requester.user ? await loadFolderRecords(db, { archived: true }) : [],
  }),
}

/** The requester's topic policies. */
const topics: SnapshotSection = {
  kinds: ['user_topic', 'muted_topics'],
  async load({ db, requester, capabilities }) {
    if (!requester.user) return { user_topics: [], muted_topics: [] }
    const form = { allowEmptyTopicName: capabilities['empty_topic_name'] ?? false }
    const rows = (await loadUserTopics(db, requester)).map((row) => ({
      ...row,
      topic: shownTopic(row, form),
    }))
    return {
      user_topics: rows.map(({ channel_id, topic, policy, updated_at }) => ({
        stream_id: channel_id,
        topic_name: topic,
        last_updated: Math.floor(updated_at / 1_000),
        visibility_policy: policy,
      })),
      muted_topics: mutedTopics(rows),
    }
  },
}

/** Everything about channels. */
export const channelSections: readonly SnapshotSection[] = [
  channels,
  subscriptions,
  defaults,
  folders,
  topics,
]
