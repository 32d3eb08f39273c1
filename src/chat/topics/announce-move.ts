import type { Member } from '../kernel/requester.ts'
import type { User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { readAndTell, unreadAmong } from '../messages/marking/mark-read.ts'
import { deliver } from '../messages/send/deliver.ts'
import { findNoticeBot } from '../organization/bootstrap.ts'
import { renderMessage } from '../rendering/render-message.ts'
import type { Move, TopicLocation } from './topic-move.ts'

/** Posts a notice in the old and the new topic, as the client requested; whoever moved the messages has read it. */
export async function announceMove(
  chat: Chat,
  unit: ChatWork,
  member: Member,
  move: Move,
): Promise<void> {
  const bot = await findNoticeBot(chat, unit.tx)
  if (!bot) return
  const { user } = member
  const what = subject(move)
  const say = async (to: TopicLocation, content: string) => {
    // Names of topics are user content: they must not mention anybody.
    const options = { author: { chat, member }, isNotice: true }
    const rendered = await renderMessage(unit.tx, content, options)
    const notice = { sender: bot, client: 'Internal', to, content, rendered }
    const { id } = await deliver(chat, unit, notice)
    await readAndTell(unit, user, await unreadAmong(unit.tx, user, [id]))
  }
  if (move.notifyOldThread) {
    const text = `${what} moved to ${link(move.to)} by ${mention(user)}.`
    await say(move.from, text)
  }
  if (move.notifyNewThread) {
    const text = `${what} moved here from ${link(move.from)} by ${mention(user)}.`
    await say(move.to, text)
  }
}

function subject({ isWholeTopic, moved }: Move): string {
  if (isWholeTopic) return 'This topic was'
  return moved.length === 1 ? 'A message was' : `${moved.length} messages were`
}

function link({ channel, topic }: TopicLocation): string {
  return `#**${channel.name}>${topic}**`
}

function mention({ full_name, id }: User): string {
  return `@_**${full_name}|${id}**`
}
