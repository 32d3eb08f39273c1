import type { Selectable } from 'kysely'
import { OperationError } from '../../../contract/errors.ts'
import type { ChatReactionTable } from '../../../store/tables/chat-tables.ts'
import { badRequest } from '../../kernel/failures.ts'
import { loadMember } from '../../kernel/requester.ts'
import type { Message, Reader, Tx } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../../kernel/unit-of-work.ts'
import { raiseForParticipant } from '../../topics/automatic-policy.ts'
import { apiEmail } from '../../users/user-record.ts'
import { requireMessageById } from '../access.ts'
import { normalizeEmojiCode } from '../emoji/emoji-names.ts'
import {
  type Emoji,
  type NamedEmoji,
  readEmoji,
  readEmojiType,
  withUsualNames,
} from '../emoji/emoji.ts'
import { loadReactionsTo } from '../emoji/reactions.ts'
import { loadAudiencesOf } from './change-content.ts'

type Reaction = Omit<Selectable<ChatReactionTable>, 'id'>

/** Adds the caller's reaction to a message that they may read. Throws when it is there already. */
export async function addReaction(
  chat: Chat,
  actor: Actor,
  messageId: number,
  named: NamedEmoji,
): Promise<void> {
  await reachable(chat, reader(chat), actor, messageId)
  const emoji =
    (await findJoined(reader(chat), messageId, named)) ?? (await readEmoji(reader(chat), named))
  await writeChat(chat, async (unit) => {
    const message = await reachable(chat, unit.tx, actor, messageId)
    const reaction = { ...emoji, message_id: messageId, user_id: actor.user.id }
    const known = await sameReactions(unit.tx, messageId, emoji)
    if (known.some(({ user_id }) => user_id === actor.user.id)) {
      throw badRequest('Reaction already exists.', {}, 'REACTION_ALREADY_EXISTS')
    }
    await unit.tx.insertInto('chat_reaction').values(reaction).execute()
    if (!message.has_reaction) await noteReactions(unit.tx, messageId, 1)
    await emitReaction(chat, unit, actor, message, 'add', reaction)
    await raiseForParticipant(chat, unit, message, actor.user)
  })
}

/** Removes a reaction of the caller. Throws when there is none. */
export async function removeReaction(
  chat: Chat,
  actor: Actor,
  messageId: number,
  named: NamedEmoji,
): Promise<void> {
  await reachable(chat, reader(chat), actor, messageId)
  const { emoji_code, reaction_type } = await meantEmoji(reader(chat), named)
  const type = readEmojiType(reaction_type ?? '')
  const mine = await ownReactions(chat, actor, messageId)
  const byCode = mine.find(
    (one) => one.emoji_code === emoji_code && (type ?? one.reaction_type) === one.reaction_type,
  )
  // What was stored by a name that means another emoji now can still be named so.
  const byName = mine.find((one) => one.emoji_name === named.emoji_name)
  const match = byCode ?? (named.emoji_code === undefined ? byName : undefined)
  if (!match) throw badRequest("Reaction doesn't exist.", {}, 'REACTION_DOES_NOT_EXIST')
  await writeChat(chat, async (unit) => {
    const message = await reachable(chat, unit.tx, actor, messageId)
    const { id, ...stored } = match
    const [reaction = stored] = await withUsualNames([stored])
    await unit.tx.deleteFrom('chat_reaction').where('id', '=', id).execute()
    if ((await loadReactionsTo(unit.tx, [messageId])).size === 0) {
      await noteReactions(unit.tx, messageId, 0)
    }
    await emitReaction(chat, unit, actor, message, 'remove', reaction)
  })
}

/** The emoji by its code, which all its names share; by its given name when it no longer exists. */
async function meantEmoji(db: Reader, named: NamedEmoji): Promise<NamedEmoji> {
  try {
    return await readEmoji(db, named)
  } catch (thrown) {
    const isNamed = named.emoji_name !== undefined || named.emoji_code !== undefined
    if (!isNamed || !(thrown instanceof OperationError)) throw thrown
    const { emoji_code: code } = named
    return code === undefined ? named : { ...named, emoji_code: normalizeEmojiCode(code) }
  }
}

/**
 * The emoji of a reaction that others have put under the message, named by type and code: joining them needs no name that is still
 * known, and no custom emoji that is still in use.
 */
async function findJoined(
  db: Reader,
  messageId: number,
  { emoji_name, emoji_code, reaction_type }: NamedEmoji,
): Promise<Emoji | undefined> {
  const type = readEmojiType(reaction_type ?? '')
  if (emoji_name === undefined || emoji_code === undefined || type === undefined) return undefined
  const meant = { emoji_code: normalizeEmojiCode(emoji_code), reaction_type: type }
  const [first] = await withUsualNames(await sameReactions(db, messageId, meant))
  return first && { ...meant, emoji_name: first.emoji_name }
}

/**
 * The message, if the caller may read it: checked before the unit of work and again within it, since it may be deleted
 * meanwhile.
 */
async function reachable(
  chat: Chat,
  db: Reader,
  actor: Actor,
  messageId: number,
): Promise<Message> {
  const member = await loadMember(db, actor, chat.now().getTime())
  return (await requireMessageById(db, member, messageId)).message
}

async function ownReactions(chat: Chat, { user }: Actor, messageId: number) {
  return reader(chat)
    .selectFrom('chat_reaction')
    .selectAll()
    .where('message_id', '=', messageId)
    .where('user_id', '=', user.id)
    .execute()
}

/** Stores with a message whether it has reactions, so that those with reactions are found quickly. */
async function noteReactions(tx: Tx, messageId: number, has_reaction: 0 | 1): Promise<void> {
  await tx.updateTable('chat_message').set({ has_reaction }).where('id', '=', messageId).execute()
}

async function sameReactions(
  db: Reader,
  messageId: number,
  { emoji_code, reaction_type }: { emoji_code: string; reaction_type: string },
) {
  return db
    .selectFrom('chat_reaction')
    .selectAll()
    .where('message_id', '=', messageId)
    .where('emoji_code', '=', emoji_code)
    .where('reaction_type', '=', reaction_type)
    .orderBy('id')
    .execute()
}

/** Includes, beside the user id, the fields that older clients expect. */
async function emitReaction(
  chat: Chat,
  { tx, emit }: ChatWork,
  { user: person }: Actor,
  message: Message,
  op: 'add' | 'remove',
  reaction: Reaction,
): Promise<void> {
  const user = {
    user_id: person.id,
    email: apiEmail(chat, person),
    full_name: person.full_name,
    is_mirror_dummy: false,
  }
  for (const to of await loadAudiencesOf(tx, message)) {
    emit({ payload: { type: 'reaction', op, ...reaction, user }, to })
  }
}
