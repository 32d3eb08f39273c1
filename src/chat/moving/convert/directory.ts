import { createHash } from 'node:crypto'
import { ROLES, SYSTEM_GROUPS } from '../../groups/system-groups.ts'
import { EXPORT_REALM_ID, type ExportRow, type ExportTables, RECIPIENT_TYPES } from '../rows.ts'

/** A place of messages: a channel, or direct messages between the same accounts. */
export interface Conversation {
  isDirect: boolean
  /** Ids of its accounts, as the converted export has them. */
  members: ReadonlySet<number>
  /** The recipient of what somebody sends there. */
  recipientFor(sender: number): number
}

/** An account of an archive. */
export interface SourceAccount {
  /** Names it in the archive. */
  key: string
  name: string
  email?: string
  role?: number
  timezone?: string
  isActive?: boolean
  isBot?: boolean
  /** Whether nobody can use it: all that is known of it is that it sent or received something. */
  isStub?: boolean
}

/** A channel of an archive. */
export interface SourceChannel {
  key: string
  name: string
  description: string
  isPrivate: boolean
  isArchived?: boolean
  isDefault?: boolean
  createdSeconds?: number
  creator?: number | undefined
}

/** What texts of an archive may refer to. */
export interface SourceNames {
  account(key: string): { id: number; name: string } | undefined
  /** The name of a channel. */
  channel(key: string): string | undefined
  /** A text with the names that emoji have here. */
  renameEmoji(text: string): string
}

/** Accounts and places of an archive, by the keys that it has for them, with the ids that they get. */
export class Directory {
  readonly #host: string
  readonly #accounts = new Map<string, { id: number; name: string }>()
  readonly #channels = new Map<string, { name: string; recipient: number }>()
  readonly #conversations = new Map<string, Conversation & { members: Set<number> }>()
  readonly #recipientOfAccount = new Map<number, number>()
  readonly #recipientOfGroup = new Map<string, number>()
  readonly #users: ExportRow[] = []
  readonly #streams: ExportRow[] = []
  readonly #defaults: ExportRow[] = []
  readonly #recipients: ExportRow[] = []
  readonly #subscriptions: ExportRow[] = []

  /** The host names the service in addresses of accounts that have none. */
  constructor(host: string) {
    this.#host = host
  }

  /** Adds an account; one of a key that is there already gets nothing new but its id. */
  addAccount(account: SourceAccount): number {
    const { key, name, email = '', isBot = false, isStub = false } = account
    const known = this.#accounts.get(key)
    if (known) return known.id
    const id = this.#users.length + 1
    this.#accounts.set(key, { id, name })
    this.#users.push({
      id,
      realm: EXPORT_REALM_ID,
      delivery_email: email || `${addressPart(key)}@${this.#host}.invalid`,
      full_name: name,
      role: account.role ?? ROLES.member,
      is_active: (account.isActive ?? true) && !isStub,
      is_bot: isBot,
      bot_type: isBot ? 1 : null,
      timezone: account.timezone ?? '',
      is_mirror_dummy: isStub,
    })
    this.#recipientOfAccount.set(id, this.#addRecipient(RECIPIENT_TYPES.person, id))
    return id
  }

  /** The account of a key, or a stub of it. */
  accountOrStub(key: string): number {
    return this.addAccount({ key, name: key, isStub: true })
  }

  account(key: string): { id: number; name: string } | undefined {
    return this.#accounts.get(key)
  }

  setOwner(bot: number, owner: number): void {
    const row = this.#users[bot - 1]
    if (row) row['bot_owner'] = owner
  }

  /** Adds a channel, to which accounts are then subscribed. */
  addChannel(channel: SourceChannel): void {
    const id = this.#streams.length + 1
    const recipient = this.#addRecipient(RECIPIENT_TYPES.channel, id)
    const { key, name } = channel
    this.#channels.set(key, { name, recipient })
    this.#streams.push({
      id,
      realm: EXPORT_REALM_ID,
      name,
      description: channel.description,
      invite_only: channel.isPrivate,
      history_public_to_subscribers: true,
      is_web_public: false,
      deactivated: channel.isArchived ?? false,
      date_created: channel.createdSeconds,
      creator: channel.creator ?? null,
      can_administer_channel_group: SYSTEM_GROUPS.administrators,
    })
    if (channel.isDefault) this.#defaults.push({ id, realm: EXPORT_REALM_ID, stream: id })
    const conversation = { isDirect: false, members: new Set<number>() }
    this.#conversations.set(key, { ...conversation, recipientFor: () => recipient })
  }

  /** The name of a channel. */
  channel(key: string): string | undefined {
    return this.#channels.get(key)?.name
  }

  /** Subscribes an account to a channel; false where there is no such channel. */
  subscribe(account: number, channelKey: string, fields: ExportRow = {}): boolean {
    const channel = this.#channels.get(channelKey)
    const members = this.#conversations.get(channelKey)?.members
    if (!channel || !members) return false
    if (!members.has(account)) this.#addSubscription(account, channel.recipient, fields)
    members.add(account)
    return true
  }

  /** Direct messages between accounts, under a key; what somebody else sends there is between these and them. */
  addDirect(key: string, accounts: Iterable<number>): void {
    const members = new Set(accounts)
    const recipientFor = (sender: number) => this.#directRecipient([...members, sender], sender)
    this.#conversations.set(key, { isDirect: true, members, recipientFor })
  }

  conversation(key: string): Conversation | undefined {
    return this.#conversations.get(key)
  }

  #directRecipient(all: readonly number[], sender: number): number {
    const accounts = [...new Set(all)].toSorted((a, b) => a - b)
    if (accounts.length <= 2) {
      const other = accounts.find((id) => id !== sender) ?? sender
      return this.#recipientOfAccount.get(other) ?? 0
    }
    const key = accounts.join()
    const known = this.#recipientOfGroup.get(key)
    if (known !== undefined) return known
    const recipient = this.#addRecipient(RECIPIENT_TYPES.group, this.#recipients.length + 1)
    this.#recipientOfGroup.set(key, recipient)
    for (const account of accounts) this.#addSubscription(account, recipient, {})
    return recipient
  }

  #addRecipient(type: number, type_id: number): number {
    const id = this.#recipients.length + 1
    this.#recipients.push({ id, type, type_id })
    return id
  }

  #addSubscription(user_profile: number, recipient: number, fields: ExportRow): void {
    const id = this.#subscriptions.length + 1
    this.#subscriptions.push({ id, user_profile, recipient, active: true, ...fields })
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

/** A key as the first part of an address: it may be any text. */
function addressPart(key: string): string {
  const plain = key.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  if (plain === key.toLowerCase()) return plain
  return `${plain.slice(0, 40)}-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`
}
