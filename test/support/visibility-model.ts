import { ROLES } from '../../src/chat/groups/system-groups.ts'

/** A channel of the model, by the rules of the specification written out naively. */
export interface ModelChannel {
  id: number
  /** What names it now: nobody else may come across these words. */
  words: Set<string>
  isPrivate: boolean
  isWebPublic: boolean
  hasSharedHistory: boolean
  subscribers: Set<number>
  /** Whether members of the one group of the model may subscribe, and so read. */
  isOpenToGroup: boolean
  /** Whether members of the group administer it, and so know of it. */
  isRunByGroup: boolean
}

/** A message of the model. */
export interface ModelMessage {
  id: number
  sender: number
  /** Every content and topic that it ever had: its readers may read its history. */
  words: Set<string>
  topic: string
  channel: ModelChannel | undefined
  /** Who was there when it came, in a channel or a conversation. */
  received: Set<number>
}

/** Who is who, and what there is. */
export class VisibilityModel {
  readonly roles = new Map<number, number>()
  readonly group = new Set<number>()
  readonly channels: ModelChannel[] = []
  readonly messages: ModelMessage[] = []
  /** Topics in which somebody typed, and nothing was sent. */
  readonly typed: { word: string; channel: ModelChannel }[] = []

  /** What each of them may have come across until now. */
  readonly known = new Map<number, Set<string>>()

  isGuest(user: number): boolean {
    return (this.roles.get(user) ?? ROLES.guest) >= ROLES.guest
  }

  canRead(user: number, channel: ModelChannel): boolean {
    if (channel.subscribers.has(user) || channel.isWebPublic) return true
    if (this.isGuest(user)) return false
    return !channel.isPrivate || (channel.isOpenToGroup && this.group.has(user))
  }

  canKnow(user: number, channel: ModelChannel): boolean {
    if (this.canRead(user, channel)) return true
    if (this.isGuest(user)) return false
    const isAdministrator = (this.roles.get(user) ?? ROLES.guest) <= ROLES.administrator
    return isAdministrator || (channel.isRunByGroup && this.group.has(user))
  }

  reads(user: number, message: ModelMessage): boolean {
    const { channel, received } = message
    if (!channel) return received.has(user)
    return this.canRead(user, channel) && (channel.hasSharedHistory || received.has(user))
  }

  /** Every word that a user may come across now. */
  wordsOf(user: number): Set<string> {
    const words = new Set<string>()
    const add = (some: Iterable<string>) => {
      for (const word of some) words.add(word)
    }
    for (const channel of this.channels) if (this.canKnow(user, channel)) add(channel.words)
    for (const message of this.messages) if (this.reads(user, message)) add(message.words)
    for (const { word, channel } of this.typed) if (channel.subscribers.has(user)) add([word])
    this.known.set(user, (this.known.get(user) ?? new Set()).union(words))
    return words
  }
}
