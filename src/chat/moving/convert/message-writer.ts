import { createHash } from 'node:crypto'
import { copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { splitContent } from '../../agent/send-in-parts.ts'
import { toDisplayName, toPathName, writeMarkdownLink } from '../../files/names.ts'
import { MESSAGE_MAX_CHARS } from '../../limits.ts'
import {
  EXPORT_FLAGS,
  EXPORT_REALM_ID,
  type ExportRow,
  FILE_MESSAGES_COUNT,
  FOR_MEMBERS,
  IS_FURTHER_PART,
  messageFileName,
} from '../rows.ts'

/** Parts of a text that is longer than a message: references in it may become longer here. */
const PART_MAX_CHARS = MESSAGE_MAX_CHARS - 500

/** A file of a message, in a folder of this machine. */
export interface SourceFile {
  path: string
  name: string
}

/** A message as it is written, with the ids of the converted export. */
export interface WrittenMessage {
  sender: number
  recipient: number
  topic: string
  content: string
  files: readonly SourceFile[]
  atSeconds: number
  editedSeconds: number | undefined
  mentioned: Iterable<number>
  starredBy: Iterable<number>
  reactions: readonly ExportRow[]
}

/** Gives messages ids in their order, and writes them with their files and reactions, a file's worth at a time. */
export class MessageWriter {
  readonly #folder: string
  #messages: ExportRow[] = []
  #flags: ExportRow[] = []
  #reactions: ExportRow[] = []
  #attachments: ExportRow[] = []
  #files = 0
  #id = 0
  #attachmentId = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  async add(message: WrittenMessage): Promise<void> {
    const { sender, recipient, topic, atSeconds, editedSeconds } = message
    const uploads: string[] = []
    for (const file of message.files) uploads.push(await this.#keep(file, sender, atSeconds))
    const whole = [message.content, ...uploads].filter((part) => part !== '').join('\n')
    const attachments = this.#attachments.slice(this.#attachments.length - uploads.length)
    const first = this.#id + 1
    for (const content of splitContent(whole, PART_MAX_CHARS)) {
      this.#id += 1
      this.#messages.push({
        id: this.#id,
        sender,
        recipient,
        sending_client: 1,
        subject: topic,
        content,
        date_sent: atSeconds,
        last_edit_time: editedSeconds ?? null,
        edit_history: null,
        [FOR_MEMBERS]: true,
        ...(this.#id > first ? { [IS_FURTHER_PART]: true } : {}),
      })
      for (const row of attachments) {
        const ids = row['messages'] as number[]
        if (content.includes(`(/user_uploads/${String(row['path_id'])})`)) ids.push(this.#id)
      }
    }
    this.#flag(first, message.mentioned, EXPORT_FLAGS.mentioned)
    this.#flag(first, message.starredBy, EXPORT_FLAGS.starred)
    for (const reaction of message.reactions) {
      this.#reactions.push({ message: first, ...reaction })
    }
    if (this.#messages.length >= FILE_MESSAGES_COUNT) await this.flush()
  }

  #flag(message: number, users: Iterable<number>, bit: number): void {
    for (const user_profile of new Set(users)) {
      this.#flags.push({ user_profile, message, flags_mask: bit | EXPORT_FLAGS.read })
    }
  }

  /** Keeps a file for an upload, and returns a link to it. */
  async #keep({ path, name }: SourceFile, owner: number, atSeconds: number): Promise<string> {
    this.#attachmentId += 1
    const id = this.#attachmentId
    const filename = toDisplayName(name)
    const digest = createHash('sha256').update(`${id} ${path}`).digest('hex').slice(0, 24)
    const path_id = `${EXPORT_REALM_ID}/${digest}/${toPathName(filename)}`
    await linkFile(path, join(this.#folder, 'uploads', path_id))
    this.#attachments.push({
      id,
      realm: EXPORT_REALM_ID,
      owner,
      file_name: filename,
      path_id,
      create_time: atSeconds,
      messages: [],
    })
    return writeMarkdownLink({ url: `/user_uploads/${path_id}`, filename })
  }

  /** Writes what is held. */
  async flush(): Promise<void> {
    if (this.#messages.length === 0) return
    this.#files += 1
    const file = {
      zerver_message: this.#messages,
      zerver_usermessage: this.#flags,
      zerver_reaction: this.#reactions,
      zerver_attachment: this.#attachments,
    }
    await writeFile(join(this.#folder, messageFileName(this.#files)), JSON.stringify(file))
    this.#messages = []
    this.#flags = []
    this.#reactions = []
    this.#attachments = []
  }
}

/** Puts a file at a second place, by a link where that is possible. */
export async function linkFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await rm(to, { force: true })
  await link(from, to).catch(async () => copyFile(from, to))
}
