import {
  type Act,
  TOPICS,
  TEXTS,
  EMOJI,
  one,
  channel,
  person,
  message,
  flag,
  newName,
  keep,
  say,
  inChannel,
} from './event-day-stage.ts'

/** What people do often. */
export const OFTEN: readonly Act[] = [
  async (stage, who) => say(stage, who, { ...inChannel(stage), content: one(stage, TEXTS, 'x') }),
  async (stage, who) =>
    say(stage, who, { ...inChannel(stage), content: `@**${person(stage).user.full_name}** see` }),
  async (stage, who) =>
    say(stage, who, { type: 'direct', to: [person(stage).id, person(stage).id], content: 'psst' }),
  async (stage) =>
    say(stage, one(stage, stage.bots, stage.world.owner), {
      ...inChannel(stage),
      content: 'built',
    }),
  async (stage, who) =>
    who.patch(`/messages/${message(stage)}`, { content: `changed ${(stage.count += 1)}` }),
  async (stage, who) =>
    who.patch(`/messages/${message(stage)}`, {
      topic: one(stage, TOPICS, 'x'),
      propagate_mode: one(stage, ['change_one', 'change_later', 'change_all'], 'change_one'),
    }),
  async (stage) =>
    stage.world.owner.patch(`/messages/${message(stage)}`, {
      stream_id: channel(stage).id,
      propagate_mode: 'change_all',
    }),
  async (stage) =>
    stage.world.owner.patch(`/messages/${message(stage)}`, {
      topic: `✔ ${one(stage, TOPICS, 'x')}`,
      propagate_mode: 'change_all',
    }),
  async (stage, who) =>
    who.post(`/messages/${message(stage)}/reactions`, { emoji_name: one(stage, EMOJI, 'tada') }),
  async (stage, who) =>
    who.delete(`/messages/${message(stage)}/reactions`, { emoji_name: one(stage, EMOJI, 'tada') }),
  async (stage, who) =>
    who.post('/messages/flags', {
      messages: [message(stage), message(stage)],
      op: flag(stage) ? 'add' : 'remove',
      flag: flag(stage) ? 'read' : 'starred',
    }),
  async (stage, who) =>
    who.post('/typing', {
      op: flag(stage) ? 'start' : 'stop',
      type: 'channel',
      stream_id: channel(stage).id,
      topic: one(stage, TOPICS, 'x'),
    }),
  async (stage, who) =>
    who.post('/typing', { op: 'start', type: 'direct', to: [person(stage).id] }),
  async (stage, who) => who.post(`/messages/${message(stage)}/typing`, { op: 'start' }),
  async (stage, who) => who.post('/users/me/presence', { status: flag(stage) ? 'active' : 'idle' }),
  async (stage, who) =>
    who.post('/users/me/status', {
      status_text: flag(stage) ? 'busy' : '',
      emoji_name: flag(stage) ? 'tada' : '',
    }),
]

/** What changes who is where. */
export const PLACES: readonly Act[] = [
  async (stage, who) =>
    who.post('/users/me/subscriptions', { subscriptions: [{ name: channel(stage).name }] }),
  async (stage, who) =>
    who.delete('/users/me/subscriptions', { subscriptions: [channel(stage).name] }),
  async (stage) =>
    stage.world.owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: channel(stage).name }],
      principals: [person(stage).id],
    }),
  async (stage) =>
    stage.world.owner.delete('/users/me/subscriptions', {
      subscriptions: [channel(stage).name],
      principals: [person(stage).id],
    }),
  async (stage, who) => {
    const made = { name: newName(stage), subscribers: [who.id, person(stage).id] }
    const invite_only = flag(stage)
    const answer = await who.post('/channels/create', { ...made, invite_only })
    if (answer['id'] !== undefined) stage.channels.push({ id: answer['id'], name: made.name })
    return answer
  },
  async (stage) => {
    const changed = channel(stage)
    const new_name = newName(stage)
    const answer = await stage.world.owner.patch(`/streams/${changed.id}`, { new_name })
    if (answer.result === 'success') changed.name = new_name
    return answer
  },
  async (stage) =>
    stage.world.owner.patch(`/streams/${channel(stage).id}`, { description: newName(stage) }),
  async (stage) =>
    stage.world.owner.patch(`/streams/${channel(stage).id}`, { is_private: flag(stage) }),
  async (stage) =>
    stage.world.owner.patch(`/streams/${channel(stage).id}`, {
      is_default_stream: flag(stage),
      can_send_message_group: { new: one(stage, stage.groups, 1) },
    }),
  async (stage) =>
    stage.world.owner.patch(`/streams/${channel(stage).id}`, {
      folder_id: one(stage, stage.folders, 1),
    }),
  async (stage) => {
    const gone = stage.channels.length > 4 ? stage.channels.pop() : undefined
    return stage.world.owner.delete(`/streams/${gone?.id ?? 0}`)
  },
  async (stage, who) => {
    const [property, value] = one(
      stage,
      [
        ['color', '#00aa11'],
        ['pin_to_top', flag(stage)],
        ['is_muted', flag(stage)],
        ['push_notifications', flag(stage)],
        ['wildcard_mentions_notify', flag(stage)],
      ] as const,
      ['color', '#00aa11'],
    )
    const subscription_data = [{ stream_id: channel(stage).id, property, value }]
    return who.post('/users/me/subscriptions/properties', { subscription_data })
  },
  async (stage, who) =>
    who.post('/user_topics', {
      stream_id: channel(stage).id,
      topic: one(stage, TOPICS, 'x'),
      visibility_policy: one(stage, [0, 1, 2, 3], 0),
    }),
  async (stage) =>
    keep(
      stage.folders,
      await stage.world.owner.post('/channel_folders/create', { name: newName(stage) }),
      'channel_folder_id',
    ),
  async (stage) =>
    stage.world.owner.patch(`/channel_folders/${one(stage, stage.folders, 1)}`, {
      description: newName(stage),
    }),
  async (stage) => stage.world.owner.delete(`/messages/${message(stage)}`),
  async (stage) =>
    stage.world.owner.post(`/streams/${channel(stage).id}/delete_topic`, { topic_name: 'lunch' }),
  async (_stage, who) => who.post('/mark_all_as_read'),
]
