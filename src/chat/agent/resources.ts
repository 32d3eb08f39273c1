import type { Question, ToolResource } from '../../contract/result-view.ts'

/** Newest messages shown in a resource. */
const SHOWN_MESSAGES = 50

/** Hosts read resources by themselves: that is not reading by the agent. */
const fetchOptions = { limit: SHOWN_MESSAGES, peek: true }

/** Most completions offered. */
const OFFERED_MAX_COUNT = 50

/** Completes channels by a part of their name; lists them by id, which never changes. */
const channelList: Question<{ uri: string; name: string }> = {
  tool: 'get_streams',
  input: () => ({ limit: OFFERED_MAX_COUNT }),
  answers: ({ channels }) =>
    (channels as { id: number; name: string }[]).map(({ id, name }) => ({
      uri: `chat://channel/${id}`,
      name: `#${name}`,
    })),
}

/** Names of channels, by a part of them. */
export const channelNames: Question<string> = {
  tool: 'get_streams',
  input: (typed) => ({ query: typed, limit: OFFERED_MAX_COUNT }),
  answers: ({ channels }) => (channels as { name: string }[]).map(({ name }) => name),
}

/** Topics of the channel that stands in another variable. */
export function topicsOf(variable: string): Question<string> {
  return {
    tool: 'get_stream_topics',
    input: (_, others) => ({ channel: others[variable] ?? '' }),
    answers: ({ topics }) => (topics as { name: string }[]).map(({ name }) => name),
  }
}

/** Names of people and bots. */
const peopleNames: Question<string> = {
  tool: 'get_users',
  input: (typed) => ({ query: typed, limit: OFFERED_MAX_COUNT }),
  answers: ({ users }) => (users as { name: string }[]).map(({ name }) => name),
}

/** Resources backed by `get_messages`. */
export const messageResources: readonly ToolResource[] = [
  {
    name: 'chat_inbox',
    uri: 'chat://inbox',
    title: 'Unread messages',
    description: 'The newest chat messages that you have not read.',
    input: () => ({ is: 'unread', ...fetchOptions }),
  },
  {
    name: 'chat_mentions',
    uri: 'chat://mentions',
    title: 'Mentions',
    description: 'The newest chat messages that mention you.',
    input: () => ({ is: 'mentioned', ...fetchOptions }),
  },
  {
    name: 'chat_channel',
    uri: 'chat://channel/{id}',
    title: 'A chat channel',
    description: 'The newest messages of a channel, by id or name.',
    input: ({ id }) => ({ channel: id, ...fetchOptions }),
    list: channelList,
    complete: { id: channelNames },
  },
  {
    name: 'chat_topic',
    uri: 'chat://channel/{id}/topic/{topic}',
    title: 'A chat topic',
    description: 'The newest messages of a topic.',
    input: ({ id, topic }) => ({ channel: id, topic, ...fetchOptions }),
    complete: { id: channelNames, topic: topicsOf('id') },
  },
  {
    name: 'chat_direct',
    uri: 'chat://dm/{ids*}',
    title: 'A direct conversation',
    description: 'The newest direct messages with somebody: ids or names, separated by commas.',
    input: ({ ids = '' }) => ({ people: ids.split(','), ...fetchOptions }),
    list: {
      tool: 'get_users',
      input: () => ({ limit: OFFERED_MAX_COUNT }),
      answers: ({ users }) =>
        (users as { id: number; name: string }[]).map(({ id, name }) => ({
          uri: `chat://dm/${id}`,
          name,
        })),
    },
    complete: { ids: peopleNames },
  },
]

/** The resource backed by `get_streams`. */
export const channelsResource: ToolResource = {
  name: 'chat_channels',
  uri: 'chat://channels',
  title: 'Chat channels',
  description: 'The channels you are in, and those you could join.',
  input: () => ({ limit: 500 }),
}

/** The resource backed by `get_users`. */
export const usersResource: ToolResource = {
  name: 'chat_users',
  uri: 'chat://users',
  title: 'Chat users',
  description: 'The people and bots of the chat.',
  input: () => ({ limit: 500 }),
}

/** The resource backed by `get_presence`. */
export const presenceResource: ToolResource = {
  name: 'chat_presence',
  uri: 'chat://presence',
  title: 'Who is there',
  description: 'Who was in the chat lately, and when.',
  input: () => ({ limit: 500 }),
}

/** The resources backed by `get_events`. */
export const queueResource: ToolResource = {
  name: 'chat_events',
  uri: 'chat://events/{queue_id}',
  title: 'An event queue of the chat',
  description: 'What happened since the last event that was acknowledged with get_events.',
  input: ({ queue_id }) => ({ queue_id }),
}
