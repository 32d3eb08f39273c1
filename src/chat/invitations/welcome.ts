import { badRequest } from '../kernel/failures.ts'
import { requireActingAdministrator } from '../kernel/requester.ts'
import type { User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, writeChat } from '../kernel/unit-of-work.ts'
import {
  findAnnouncementChannel,
  mention,
  plainName,
  sayAsServer,
} from '../messages/send/say-as-server.ts'
import { requireContent } from '../messages/send/send-message.ts'
import type { Realm } from '../organization/realm-settings.ts'

/** Topic in which new members are announced. */
const SIGNUP_TOPIC = 'signups'

/** Greets a new member by a direct message; returns its id, or undefined where there is no bot to greet. */
export async function sendWelcome(
  chat: Chat,
  unit: ChatWork,
  newcomer: User,
  realm: Pick<Realm, 'name'>,
  customText: string,
): Promise<number | undefined> {
  const greeting =
    `Welcome to ${plainName(realm.name)}!\n\n` +
    'Messages are sent to channels, each to a topic there, or to people directly. ' +
    'Join the channels that concern you, answer where a topic is discussed, and begin a new topic for a new subject.'
  return sayAsServer(
    chat,
    unit,
    { to: newcomer },
    customText === '' ? greeting : `${greeting}\n\n${customText}`,
  )
}

/** Sends the custom text to the caller, as new members would see it; returns the id of the message. For administrators. */
export async function tryWelcome(chat: Chat, actor: Actor, customText: string): Promise<number> {
  await requireActingAdministrator(chat, actor)
  const content = requireContent(customText)
  const id = await writeChat(chat, async (unit) =>
    sayAsServer(chat, unit, { to: actor.user }, content),
  )
  if (id === undefined) throw badRequest('There is no bot that greets.')
  return id
}

/** Tells who invited somebody that they have come. */
export async function tellInviter(
  chat: Chat,
  unit: ChatWork,
  inviter: User,
  newcomer: User,
): Promise<void> {
  await sayAsServer(
    chat,
    unit,
    { to: inviter },
    `${mention(newcomer)} accepted your invitation to join.`,
  )
}

/** Announces a new member in the channel that the organization has chosen for it. */
export async function announceNewcomer(
  chat: Chat,
  unit: ChatWork,
  newcomer: User,
  { signup_announcements_stream_id: id }: Realm,
): Promise<void> {
  const channel = await findAnnouncementChannel(unit.tx, id)
  if (!channel) return
  await sayAsServer(
    chat,
    unit,
    { channel, topic: SIGNUP_TOPIC },
    `${mention(newcomer)} joined this organization.`,
  )
}
