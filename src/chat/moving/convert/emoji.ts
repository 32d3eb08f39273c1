import { type EmojiNames, loadEmojiNames } from '../../messages/emoji/emoji-names.ts'
import type { ExportRow } from '../rows.ts'
import type { Directory } from './directory.ts'

/** An emoji under a message, by its name elsewhere, and the keys of the accounts that put it there. */
export interface SourceReaction {
  name: string
  accounts: readonly string[]
}

/** Tones of skin stand behind a name, and are no part of it. */
const SKIN_TONE = /::skin-tone-\d$/

/** A name in a text, between colons. */
const NAMED = /:([\w+-]{1,100}):/g

/** Emoji of an archive: its own pictures, and the names that its service has for others. */
export class SourceEmoji {
  readonly #names: EmojiNames
  /** By the names that the archive has for them. */
  readonly #own = new Map<string, { id: number; name: string }>()

  private constructor(names: EmojiNames) {
    this.#names = names
  }

  static async load(): Promise<SourceEmoji> {
    return new SourceEmoji(await loadEmojiNames())
  }

  /** Adds a picture of the archive's own, and returns its id. */
  add(name: string): number {
    const id = this.#own.size + 1
    this.#own.set(name, { id, name: name.toLowerCase().replaceAll(/[^0-9a-z_-]/g, '_') })
    return id
  }

  get table(): ExportRow[] {
    return [...this.#own.values()].map(({ id, name }) => ({
      id,
      name,
      file_name: `${id}`,
      author: null,
      deactivated: false,
    }))
  }

  /** A text with the names that emoji have here. */
  rename(text: string): string {
    if (!text.includes(':')) return text
    return text.replaceAll(NAMED, (all, name: string) => {
      const own = this.#own.get(name)
      const code = own ? undefined : this.#names.codeElsewhere(name)
      const here = own?.name ?? (code === undefined ? undefined : this.#names.nameOf(code))
      return here === undefined ? all : `:${here}:`
    })
  }

  /** Rows of the reactions to a message; unknown accounts and emoji stay for the import to count. */
  reactions(reactions: readonly SourceReaction[], directory: Directory): ExportRow[] {
    return reactions.flatMap(({ name, accounts }) => {
      const emoji = this.row(name.replace(SKIN_TONE, ''))
      return accounts.map((key) => ({ user_profile: directory.account(key)?.id ?? key, ...emoji }))
    })
  }

  /** Fields that name an emoji in a row of an export. */
  row(name: string): { emoji_name: string; emoji_code: string; reaction_type: string } {
    const own = this.#own.get(name)
    if (own) {
      return { emoji_name: own.name, emoji_code: `${own.id}`, reaction_type: 'realm_emoji' }
    }
    const code = this.#names.codeElsewhere(name) ?? this.#names.codeOf(name)
    return {
      emoji_name: (code === undefined ? undefined : this.#names.nameOf(code)) ?? name,
      emoji_code: code ?? '',
      reaction_type: 'unicode_emoji',
    }
  }
}
