import { isInChannelGroup, type SeenChannel } from '../../channels/access.ts'
import { badRequest } from '../../kernel/failures.ts'
import { isModerator, type Member } from '../../kernel/requester.ts'
import type { Message, MessageHead } from '../../kernel/rows.ts'
import { TIME_LIMIT_GRACE_SECONDS } from '../../limits.ts'

/** The message of every refusal to edit or move (spec 4.2, rule 5). */
export function editForbidden(): Error {
  return badRequest("You don't have permission to edit this message")
}

/** Throws unless the member may change the content: their own message, within the organization's time limit. */
export function requireContentEdit(member: Member, message: Message, nowMs: number): void {
  const { realm, user } = member
  if (!realm.allow_message_editing) {
    throw badRequest('Your organization has turned off message editing')
  }
  if (message.sender_id !== user.id) throw editForbidden()
  const limit = realm.message_content_edit_limit_seconds
  if (limit !== null && isOlder(message, limit, nowMs)) {
    throw badRequest('The time limit for editing this message has passed')
  }
}

/** Throws unless the member may mark topics of the channel as resolved and take the mark away. */
export function requireResolve(member: Member, { channel }: SeenChannel): void {
  const isAllowed =
    member.groups.has(member.realm.can_resolve_topics_group) ||
    isInChannelGroup(member, channel, 'can_resolve_topics_group')
  if (!isAllowed) throw editForbidden()
}

/** Throws unless the member may move messages of the channel to other topics of it. */
export function requireTopicMove(member: Member, { channel }: SeenChannel): void {
  const isAllowed =
    member.groups.has(member.realm.can_move_messages_between_topics_group) ||
    isInChannelGroup(member, channel, 'can_move_messages_within_channel_group')
  if (!isAllowed) throw editForbidden()
}

/** Throws unless the member may move messages of the channel to other channels. */
export function requireChannelMove(member: Member, { channel }: SeenChannel): void {
  const isAllowed =
    member.groups.has(member.realm.can_move_messages_between_channels_group) ||
    isInChannelGroup(member, channel, 'can_move_messages_out_of_channel_group')
  if (!isAllowed) throw editForbidden()
}

/**
 * Throws `MOVE_MESSAGES_TIME_LIMIT_EXCEEDED` when a message to be moved is older than the limit, with
 * what could be moved of the topic instead. Administrators and moderators have no limit.
 */
export function requireInTime(
  member: Member,
  moved: readonly MessageHead[],
  topic: readonly MessageHead[],
  limitSeconds: number | null,
  nowMs: number,
): void {
  if (limitSeconds === null || isModerator(member)) return
  if (!moved.some((message) => isOlder(message, limitSeconds, nowMs))) return
  const movable = topic.filter((message) => !isOlder(message, limitSeconds, nowMs))
  throw badRequest(
    'You only have permission to move some of the messages in this topic, as the time limit has passed.',
    {
      first_message_id_allowed_to_move: movable[0]?.id ?? null,
      total_messages_in_topic: topic.length,
      total_messages_allowed_to_move: movable.length,
    },
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
  )
}

/** Whether a message is older than a limit and the grace that goes with it. */
export function isOlder({ sent_at }: MessageHead, limitSeconds: number, nowMs: number): boolean {
  return nowMs - sent_at > (limitSeconds + TIME_LIMIT_GRACE_SECONDS) * 1_000
}
