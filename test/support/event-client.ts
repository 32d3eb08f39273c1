import type { Answer, Fields, Person } from './chat-world.ts'
import { ok } from './chat-world.ts'

/** What a client shows of a message. */
interface ShownMessage {
  content: string
  stream_id: number | undefined
  subject: string
  reactions: string[]
}

/** What a client knows, in a form that two of them can be compared in. */
export interface Known {
  users: Record<string, string>
  channels: Record<string, string>
  subscriptions: Record<string, string>
  subscribers: Record<string, number[]>
  unread: number[]
  starred: number[]
  topics: Record<string, number>
  groups: Record<string, number[]>
}

const CAPABILITIES = {
  bulk_message_deletion: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  empty_topic_name: true,
  archived_channels: true,
  include_deactivated_groups: true,
  linkifier_url_template: true,
}

const REGISTRATION: Fields = {
  client_capabilities: CAPABILITIES,
  include_subscribers: 'true',
  idle_queue_timeout: 'mobile',
  slim_presence: true,
  apply_markdown: false,
}

type Item = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- events have many shapes.

/** A client that registered once and keeps what it knows by events alone, as clients of the public API do. */
export class EventClient {
  readonly #person: Person
  #queue: Answer = {} as Answer
  #last = -1
  readonly #users = new Map<number, Item>()
  readonly #channels = new Map<number, Item>()
  readonly #subscriptions = new Map<number, Item>()
  readonly #subscribers = new Map<number, Set<number>>()
  readonly #unread = new Set<number>()
  readonly #starred = new Set<number>()
  readonly #topics = new Map<string, number>()
  readonly #groups = new Map<number, Set<number>>()
  readonly messages = new Map<number, ShownMessage>()

  private constructor(person: Person) {
    this.#person = person
  }

  /** Registers, and takes the snapshot. */
  static async start(person: Person): Promise<EventClient> {
    const client = new EventClient(person)
    client.#take(await person.register(REGISTRATION))
    return client
  }

  #take(snapshot: Answer): void {
    this.#queue = snapshot
    this.#last = Number(snapshot['last_event_id'])
    const all = <T>(...names: string[]): T[] => names.flatMap((name) => snapshot[name] ?? [])
    for (const user of all<Item>('realm_users', 'realm_non_active_users')) {
      this.#users.set(user['user_id'], { ...user })
    }
    for (const channel of all<Item>('subscriptions', 'unsubscribed', 'never_subscribed')) {
      this.#channels.set(channel['stream_id'], { ...channel })
    }
    for (const one of all<Item>('subscriptions')) this.#subscribe(one)
    const { count: _, pms, huddles, streams } = snapshot['unread_msgs']
    for (const { unread_message_ids } of [...pms, ...huddles, ...streams]) {
      for (const id of unread_message_ids) this.#unread.add(id)
    }
    for (const id of all<number>('starred_messages')) this.#starred.add(id)
    for (const topic of all<Item>('user_topics')) this.#setTopic(topic)
    for (const group of all<Item>('realm_user_groups')) this.#setGroup(group)
  }

  #subscribe(one: Item): void {
    this.#subscriptions.set(one['stream_id'], { ...one })
    this.#subscribers.set(one['stream_id'], new Set(one['subscribers']))
  }

  #setTopic({ stream_id, topic_name, visibility_policy }: Item): void {
    const key = `${stream_id} ${String(topic_name).toLowerCase()}`
    if (visibility_policy === 0) this.#topics.delete(key)
    else this.#topics.set(key, visibility_policy)
  }

  #setGroup({ id, members, is_system_group }: Item): void {
    if (!is_system_group) this.#groups.set(id, new Set(members))
  }

  /** Applies everything that has happened since. */
  async catchUp(): Promise<void> {
    for (const event of await this.#person.events(this.#queue, this.#last)) {
      this.#last = Math.max(this.#last, Number(event['id']))
      this.#apply(event)
    }
  }

  #apply(event: Item): void {
    const { type, op } = event
    switch (type) {
      case 'realm_user': {
        const { person } = event
        if (op === 'add') this.#users.set(person.user_id, { ...person })
        else Object.assign(this.#users.get(person.user_id) ?? {}, person)
        return
      }
      case 'stream':
        return this.#applyChannel(event)
      case 'subscription':
        return this.#applySubscription(event)
      case 'message':
        return this.#receive(event)
      case 'update_message':
        return this.#edit(event)
      case 'delete_message':
        return this.#forget(event['message_ids'] ?? [event['message_id']])
      case 'reaction':
        return this.#react(event)
      case 'update_message_flags':
        return this.#flag(event)
      case 'user_topic':
        return this.#setTopic(event)
      case 'user_group': {
        if (op === 'add') this.#setGroup(event['group'])
        const members = this.#groups.get(event['group_id'])
        for (const id of op === 'add_members' ? event['user_ids'] : []) members?.add(id)
        for (const id of op === 'remove_members' ? event['user_ids'] : []) members?.delete(id)
        return
      }
      default:
    }
  }

  #applyChannel(event: Item): void {
    const { op } = event
    if (op === 'create') {
      for (const one of event['streams']) this.#channels.set(one.stream_id, { ...one })
    } else if (op === 'delete') {
      for (const id of event['stream_ids']) {
        this.#channels.delete(id)
        this.#subscriptions.delete(id)
        // What was said in a channel that went is shown no more.
        for (const [message, { stream_id }] of this.messages) {
          if (stream_id === id) this.messages.delete(message)
        }
      }
    } else {
      for (const map of [this.#channels, this.#subscriptions]) {
        const one = map.get(event['stream_id'])
        if (one) one[event['property']] = event['value']
      }
    }
  }

  #applySubscription(event: Item): void {
    const { op } = event
    if (op === 'add') {
      for (const one of event['subscriptions']) {
        this.#subscribe(one)
        this.#channels.set(one.stream_id, { ...this.#channels.get(one.stream_id), ...one })
      }
    } else if (op === 'remove') {
      for (const { stream_id } of event['subscriptions']) this.#subscriptions.delete(stream_id)
    } else if (op === 'update') {
      const one = this.#subscriptions.get(event['stream_id'])
      if (one) one[event['property']] = event['value']
    } else {
      for (const channel of event['stream_ids']) {
        const known = this.#subscribers.get(channel)
        for (const id of event['user_ids']) {
          if (op === 'peer_add') known?.add(id)
          else known?.delete(id)
        }
      }
    }
  }

  #receive({ message, flags }: Item): void {
    const { id, content, stream_id, subject } = message
    this.messages.set(id, { content, stream_id, subject, reactions: [] })
    if (!flags.includes('read')) this.#unread.add(id)
    if (flags.includes('starred')) this.#starred.add(id)
  }

  #edit(event: Item): void {
    for (const id of event['message_ids']) {
      const message = this.messages.get(id)
      if (!message) continue
      if (event['subject'] !== undefined) message.subject = event['subject']
      if (event['new_stream_id'] !== undefined) message.stream_id = event['new_stream_id']
      if (id === event['message_id'] && event['content'] !== undefined) {
        message.content = event['content']
      }
    }
  }

  #forget(ids: readonly number[]): void {
    for (const id of ids) {
      this.messages.delete(id)
      this.#unread.delete(id)
      this.#starred.delete(id)
    }
  }

  #react({ op, message_id, user_id, emoji_code }: Item): void {
    const message = this.messages.get(message_id)
    if (!message) return
    const key = `${user_id} ${emoji_code}`
    const others = message.reactions.filter((one) => one !== key)
    message.reactions = op === 'add' ? [...others, key] : others
  }

  #flag({ op, flag, messages, all }: Item): void {
    const ids = flag === 'read' ? this.#unread : flag === 'starred' ? this.#starred : undefined
    const isAdded = (op === 'add') !== (flag === 'read')
    if (all && flag === 'read') ids?.clear()
    for (const id of messages) {
      if (isAdded) ids?.add(id)
      else ids?.delete(id)
    }
  }

  /** What it knows; of stars, those of some messages. */
  known(starred: ReadonlyMap<number, unknown>): Known {
    const sorted = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b)
    const kept = (map: ReadonlyMap<number, Item>, ...names: string[]) =>
      Object.fromEntries(
        [...map].map(([id, one]) => [id, JSON.stringify(names.map((name) => one[name]))]),
      )
    return {
      users: kept(this.#users, 'full_name', 'role', 'is_active'),
      channels: kept(this.#channels, 'name', 'description', 'invite_only', 'is_archived'),
      subscriptions: kept(this.#subscriptions, 'name', 'is_muted', 'pin_to_top', 'color'),
      subscribers: Object.fromEntries(
        [...this.#subscriptions.keys()].map((id) => [id, sorted(this.#subscribers.get(id) ?? [])]),
      ),
      unread: sorted(this.#unread),
      starred: sorted([...this.#starred].filter((id) => starred.has(id))),
      // Of channels that went, a client keeps what it knows for the day they come back.
      topics: Object.fromEntries(
        [...this.#topics].filter(([key]) => this.#channels.has(Number(key.split(' ')[0]))),
      ),
      groups: Object.fromEntries([...this.#groups].map(([id, members]) => [id, sorted(members)])),
    }
  }

  /** Messages that it shows otherwise than whoever asks for them now is told; those that cannot be read any more are left out. */
  async staleMessages(): Promise<string[]> {
    const stale: string[] = []
    for (const [id, message] of this.messages) {
      const query = { apply_markdown: false, allow_empty_topic_name: true }
      const answer = await this.#person.get(`/messages/${id}`, query)
      if (answer.result !== 'success') {
        // Administrators still know of a private channel that they left, and are told nothing of it.
        this.messages.delete(id)
        continue
      }
      const { content, stream_id, subject, reactions } = ok(answer)['message']
      const now: ShownMessage = {
        content,
        stream_id,
        subject,
        reactions: (reactions as Item[]).map((one) => `${one['user_id']} ${one['emoji_code']}`),
      }
      const [is, was] = [now, message].map((one) =>
        JSON.stringify([one.content, one.stream_id, one.subject, one.reactions.toSorted()]),
      )
      if (is !== was) stale.push(`message ${id} is ${is} and is shown as ${was}`)
    }
    return stale
  }
}
