import { batch } from '@preact/signals'
import type { Signal } from '@preact/signals'
import type { ChatEvent, EventOf, Group, Subscription, User } from '../lib/types.ts'
import { applyToUnread } from './apply-unread.ts'
import { state, TOPIC_POLICY, topicKey } from './state.ts'
import { applyTyping } from './typing.ts'

/** Who wants to hear events beside the shared state: lists of messages, and parts of the page that are loaded later. */
const listeners = new Set<(event: ChatEvent) => void>()

/** Calls `listener` with every event from now on. Returns what ends that. */
export function onEvent(listener: (event: ChatEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Brings the shared state up to events, then tells who listens. What shows it is drawn once. */
export function applyEvents(events: readonly ChatEvent[]): void {
  batch(() => {
    for (const event of events) {
      apply(event)
      for (const listener of listeners) listener(event)
    }
  })
}

function apply(event: ChatEvent): void {
  switch (event.type) {
    case 'message':
    case 'update_message':
    case 'delete_message':
    case 'update_message_flags':
      applyToUnread(event)
      break
    case 'typing':
      applyTyping(event)
      break
    case 'realm_user':
      applyToUsers(event)
      break
    case 'user_group':
      applyToGroups(event)
      break
    case 'stream':
      applyToChannels(event)
      break
    case 'subscription':
      applyToSubscriptions(event)
      break
    case 'presence':
      applyToPresences(event)
      break
    case 'user_status':
      applyToStatuses(event)
      break
    case 'muted_users':
      state.mutedUsers.value = new Set(event.muted_users.map(({ id }) => id))
      break
    case 'user_topic':
      applyToTopics(event)
      break
    case 'realm_emoji':
      if (event.op === 'update') {
        state.customEmoji.value = new Map(Object.entries(event.realm_emoji))
      }
      break
    case 'realm':
      if ('data' in event) {
        state.organization.value = { ...state.organization.value, ...event.data }
      }
      break
    case 'user_settings':
      state.settings.value = { ...state.settings.value, [event.property]: event.value }
      break
    default:
      applyToWritten(event)
  }
}

/** What the reader has written and not sent. */
function applyToWritten(event: ChatEvent): void {
  if (event.type === 'drafts') {
    if (event.op === 'add') state.drafts.value = [...state.drafts.value, ...event.drafts]
    else if (event.op === 'update') replace(state.drafts, event.draft, 'id')
    else without(state.drafts, 'id', event.draft_id)
  } else if (event.type === 'scheduled_messages') {
    if (event.op === 'add') {
      state.scheduled.value = [...state.scheduled.value, ...event.scheduled_messages]
    } else if (event.op === 'update') {
      replace(state.scheduled, event.scheduled_message, 'scheduled_message_id')
    } else without(state.scheduled, 'scheduled_message_id', event.scheduled_message_id)
  } else if (event.type === 'reminders') {
    if (event.op === 'add') state.reminders.value = [...state.reminders.value, ...event.reminders]
    else without(state.reminders, 'reminder_id', event.reminder_id)
  }
}

function replace<Item>(list: Signal<readonly Item[]>, item: Item, id: keyof Item): void {
  list.value = list.value.map((one) => (one[id] === item[id] ? item : one))
}

function without<Item>(list: Signal<readonly Item[]>, id: keyof Item, value: number): void {
  list.value = list.value.filter((one) => one[id] !== value)
}

function change<Item>(
  map: Signal<ReadonlyMap<number, Item>>,
  id: number,
  how: (item: Item) => Item,
): void {
  const item = map.value.get(id)
  if (item !== undefined) map.value = new Map(map.value).set(id, how(item))
}

function applyToUsers(event: EventOf<'realm_user'>): void {
  if (event.op === 'add') {
    state.users.value = new Map(state.users.value).set(event.person.user_id, event.person)
    return
  }
  const { user_id: id, ...changes } = event.person
  change(state.users, id, (user): User => {
    if ('custom_profile_field' in changes) {
      const { id: field, ...value } = changes.custom_profile_field
      return { ...user, profile_data: { ...user.profile_data, [field]: value } }
    }
    if ('new_email' in changes) return { ...user, email: changes.new_email }
    if (!('role' in changes)) return { ...user, ...changes }
    const { role } = changes
    return { ...user, role, is_owner: role <= 100, is_admin: role <= 200, is_guest: role >= 600 }
  })
}

function applyToGroups(event: EventOf<'user_group'>): void {
  if (event.op === 'add') {
    state.groups.value = new Map(state.groups.value).set(event.group.id, event.group)
    return
  }
  change(state.groups, event.group_id, (group): Group => {
    switch (event.op) {
      case 'add_members':
        return { ...group, members: [...new Set([...group.members, ...event.user_ids])] }
      case 'remove_members':
        return { ...group, members: group.members.filter((id) => !event.user_ids.includes(id)) }
      case 'add_subgroups':
        return {
          ...group,
          direct_subgroup_ids: [
            ...new Set([...group.direct_subgroup_ids, ...event.direct_subgroup_ids]),
          ],
        }
      case 'remove_subgroups':
        return {
          ...group,
          direct_subgroup_ids: group.direct_subgroup_ids.filter(
            (id) => !event.direct_subgroup_ids.includes(id),
          ),
        }
      default:
        return { ...group, ...event.data }
    }
  })
}

function applyToChannels(event: EventOf<'stream'>): void {
  if (event.op === 'create') {
    const channels = new Map(state.channels.value)
    for (const channel of event.streams) channels.set(channel.stream_id, channel)
    state.channels.value = channels
  } else if (event.op === 'delete') {
    const channels = new Map(state.channels.value)
    const subscriptions = new Map(state.subscriptions.value)
    for (const id of event.stream_ids) {
      channels.delete(id)
      subscriptions.delete(id)
    }
    state.channels.value = channels
    state.subscriptions.value = subscriptions
  } else {
    const { type: _, op: __, stream_id: id, property, value, ...more } = event
    const changed = { ...more, [property]: value } as object
    change(state.channels, id, (channel) => ({ ...channel, ...changed }))
    change(state.subscriptions, id, (channel) => ({ ...channel, ...changed }))
  }
}

function applyToSubscriptions(event: EventOf<'subscription'>): void {
  if (event.op === 'add') {
    const subscriptions = new Map(state.subscriptions.value)
    const channels = new Map(state.channels.value)
    for (const one of event.subscriptions as readonly Subscription[]) {
      subscriptions.set(one.stream_id, one)
      channels.set(one.stream_id, one)
    }
    state.subscriptions.value = subscriptions
    state.channels.value = channels
  } else if (event.op === 'remove') {
    const subscriptions = new Map(state.subscriptions.value)
    for (const { stream_id } of event.subscriptions) subscriptions.delete(stream_id)
    state.subscriptions.value = subscriptions
  } else if (event.op === 'update') {
    const { stream_id, property, value } = event
    change(state.subscriptions, stream_id, (one) => ({ ...one, [property]: value }))
  }
}

function applyToPresences(event: EventOf<'presence'>): void {
  if (!('presences' in event)) return
  const presences = new Map(state.presences.value)
  for (const [id, { active_timestamp: active, idle_timestamp: idle }] of Object.entries(
    event.presences,
  )) {
    presences.set(Number(id), { active, idle })
  }
  state.presences.value = presences
}

function applyToStatuses({ user_id, status_text, ...emoji }: EventOf<'user_status'>): void {
  const before = state.statuses.value.get(user_id)
  state.statuses.value = new Map(state.statuses.value).set(user_id, {
    text: status_text ?? before?.text ?? '',
    emoji_name: emoji.emoji_name ?? before?.emoji_name ?? '',
    emoji_code: emoji.emoji_code ?? before?.emoji_code ?? '',
    reaction_type: emoji.reaction_type ?? before?.reaction_type ?? '',
  })
}

function applyToTopics(event: EventOf<'user_topic'>): void {
  const policies = new Map(state.topicPolicies.value)
  const key = topicKey(event.stream_id, event.topic_name)
  if (event.visibility_policy === TOPIC_POLICY.inherit) policies.delete(key)
  else policies.set(key, event.visibility_policy)
  state.topicPolicies.value = policies
}
