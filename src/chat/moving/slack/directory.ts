import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isThere, toInnerPath } from '../../../files/archive/unpack.ts'
import { isRecord } from '../../../lib/is-record.ts'
import { ROLES } from '../../groups/system-groups.ts'
import { SYSTEM_GROUPS } from '../../groups/system-groups.ts'
import { readAnyJson } from '../import/source.ts'
import { flagIn, intIn, rowsIn, textIn } from '../import/values.ts'
import { EXPORT_REALM_ID, type ExportRow, type ExportTables, RECIPIENT_TYPES } from '../rows.ts'

/** A place of messages: a channel, or direct messages between the same people. */
export interface Conversation {
  /** Folder of its messages. */
  folder: string
  isDirect: boolean
  /** Ids of its people, as the converted export has them. */
  members: readonly number[]
  /** The recipient of what somebody sends there. */
  recipientFor(sender: number): number
}

/** People and places of a Slack export, with the ids that they get. */
export interface SlackDirectory {
  conversations: readonly Conversation[]
  tables: ExportTables
  /** The sender of a message. Bots, and people of other organizations or without a record, are added when they first speak. */
  senderOf(row: ExportRow): number
  /** A person by the id at Slack. */
  person(slackId: string): { id: number; name: string } | undefined
  /** The name of a channel by its id at Slack. */
  channel(slackId: string): string | undefined
}

/** Reads people and places of a Slack export. */
export async function readDirectory(from: string): Promise<SlackDirectory> {
  const list = async (name: string) => {
    const path = join(from, name)
    return (await isThere(path)) ? rowsIn(await readAnyJson(path)) : []
  }
  const builder = new DirectoryBuilder()
  for (const row of await list('users.json')) builder.addPerson(row)
  for (const row of await list('channels.json')) builder.addChannel(row, false)
  for (const row of await list('groups.json')) builder.addChannel(row, true)
  for (const row of await list('mpims.json')) builder.addDirect(row, textIn(row, 'name'))
  for (const row of await list('dms.json')) builder.addDirect(row, textIn(row, 'id'))
  return builder
}

class DirectoryBuilder implements SlackDirectory {
  readonly conversations: Conversation[] = []
  readonly #people = new Map<string, { id: number; name: string }>()
  readonly #channels = new Map<string, string>()
  readonly #users: ExportRow[] = []
  readonly #streams: ExportRow[] = []
  readonly #defaults: ExportRow[] = []
  readonly #recipients: ExportRow[] = []
  readonly #subscriptions: ExportRow[] = []
  readonly #recipientOfPerson = new Map<number, number>()

  addPerson(row: ExportRow): number {
    const slackId = textIn(row, 'id')
    const profile = isRecord(row['profile']) ? row['profile'] : {}
    const id = this.#users.length + 1
    const name =
      textIn(profile, 'real_name') ||
      textIn(profile, 'display_name') ||
      textIn(row, 'real_name') ||
      textIn(row, 'name') ||
      slackId
    const isBot = flagIn(row, 'is_bot')
    this.#people.set(slackId, { id, name })
    this.#users.push({
      id,
      realm: EXPORT_REALM_ID,
      delivery_email: textIn(profile, 'email') || `${addressPart(slackId)}@slack.invalid`,
      full_name: name,
      role: roleOf(row),
      is_active: !flagIn(row, 'deleted') && !flagIn(row, 'is_stub'),
      is_bot: isBot === 1,
      bot_type: isBot ? 1 : null,
      timezone: textIn(row, 'tz'),
      is_mirror_dummy: flagIn(row, 'is_stub') === 1,
    })
    this.#recipientOfPerson.set(id, this.#addRecipient(RECIPIENT_TYPES.person, id))
    return id
  }

  addChannel(row: ExportRow, isPrivate: boolean): void {
    const id = this.#streams.length + 1
    const name = textIn(row, 'name')
    this.#channels.set(textIn(row, 'id'), name)
    const purpose = isRecord(row['purpose']) ? textIn(row['purpose'], 'value') : ''
    const topic = isRecord(row['topic']) ? textIn(row['topic'], 'value') : ''
    const members = this.#membersOf(row)
    this.#streams.push({
      id,
      realm: EXPORT_REALM_ID,
      name,
      description: purpose || topic,
      invite_only: isPrivate,
      history_public_to_subscribers: true,
      is_web_public: false,
      deactivated: flagIn(row, 'is_archived') === 1,
      date_created: intIn(row, 'created'),
      creator: this.#people.get(textIn(row, 'creator'))?.id ?? null,
      can_administer_channel_group: SYSTEM_GROUPS.administrators,
    })
    if (flagIn(row, 'is_general')) this.#defaults.push({ id, realm: EXPORT_REALM_ID, stream: id })
    const recipient = this.#addRecipient(RECIPIENT_TYPES.channel, id)
    for (const user_profile of members) this.#subscribe(user_profile, recipient)
    this.#addConversation(name, { isDirect: false, members, recipientFor: () => recipient })
  }

  addDirect(row: ExportRow, folder: string): void {
    // Whoever is missing among the people would leave the others talking to themselves.
    for (const id of idsIn(row)) {
      if (!this.#people.has(id)) this.addPerson({ id, is_stub: true, real_name: id })
    }
    const members = this.#membersOf(row)
    if (members.length === 0) return
    if (members.length <= 2) {
      const recipientFor = (sender: number) =>
        this.#recipientOfPerson.get(members.find((id) => id !== sender) ?? sender) ?? 0
      this.#addConversation(folder, { isDirect: true, members, recipientFor })
      return
    }
    const recipient = this.#addRecipient(RECIPIENT_TYPES.group, this.#recipients.length + 1)
    for (const user_profile of members) this.#subscribe(user_profile, recipient)
    this.#addConversation(folder, { isDirect: true, members, recipientFor: () => recipient })
  }

  #addConversation(name: string, conversation: Omit<Conversation, 'folder'>): void {
    const folder = toInnerPath(name)
    if (folder !== undefined) this.conversations.push({ folder, ...conversation })
  }

  #membersOf(row: ExportRow): number[] {
    return [...new Set(idsIn(row).flatMap((id) => this.#people.get(id)?.id ?? []))]
  }

  #addRecipient(type: number, type_id: number): number {
    const id = this.#recipients.length + 1
    this.#recipients.push({ id, type, type_id })
    return id
  }

  #subscribe(user_profile: number, recipient: number): void {
    const id = this.#subscriptions.length + 1
    this.#subscriptions.push({ id, user_profile, recipient, active: true })
  }

  senderOf(row: ExportRow): number {
    const comment = isRecord(row['comment']) ? row['comment'] : {}
    const user = textIn(row, 'user') || textIn(comment, 'user')
    const bot = textIn(row, 'bot_id')
    const profile = isRecord(row['user_profile']) ? row['user_profile'] : {}
    const name =
      textIn(row, 'username') || textIn(profile, 'real_name') || textIn(profile, 'display_name')
    const key = user || bot || name || 'unknown'
    const known = this.#people.get(key)
    if (known) return known.id
    const isBot = user === '' && bot !== ''
    const real_name = name || (isBot ? 'Slack bot' : user || 'Unknown sender')
    return this.addPerson({ id: key, is_bot: isBot, is_stub: !isBot, real_name })
  }

  person(slackId: string): { id: number; name: string } | undefined {
    return this.#people.get(slackId)
  }

  channel(slackId: string): string | undefined {
    return this.#channels.get(slackId)
  }

  get tables(): ExportTables {
    return {
      zerver_userprofile: this.#users,
      zerver_stream: this.#streams,
      zerver_defaultstream: this.#defaults,
      zerver_recipient: this.#recipients,
      zerver_subscription: this.#subscriptions,
    }
  }
}

/** Ids of the members of a place. */
function idsIn(row: ExportRow): string[] {
  const members = Array.isArray(row['members']) ? row['members'] : []
  return members.filter((id) => typeof id === 'string' && id !== '')
}

/** An id as the first part of an address: ids of stubs may be any text. */
function addressPart(slackId: string): string {
  const plain = slackId.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return plain === slackId.toLowerCase() ? plain : `${plain.slice(0, 40)}-${digestOf(slackId)}`
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function roleOf(row: ExportRow): number {
  if (flagIn(row, 'is_primary_owner') || flagIn(row, 'is_owner')) return ROLES.owner
  if (flagIn(row, 'is_admin')) return ROLES.administrator
  const isGuest = flagIn(row, 'is_restricted') || flagIn(row, 'is_ultra_restricted')
  return isGuest ? ROLES.guest : ROLES.member
}
