import { isRecord } from '../../../lib/is-record.ts'
import { ROLES } from '../../groups/system-groups.ts'
import type { Conversion } from '../convert/convert-archive.ts'
import { REASONS } from '../convert/reasons.ts'
import { flagIn, rowsIn, textIn } from '../import/values.ts'
import type { ExportRow } from '../rows.ts'
import { findFile } from './bulk-files.ts'

/** Fields of an account that have a place here, that name others, or that are secret. */
const KNOWN_FIELDS = new Set(
  [
    'username email nickname first_name last_name roles teams delete_at profile_image custom_status',
    'password auth_service auth_data locale notify_props',
  ]
    .join(' ')
    .split(' '),
)

/** The channel that all of a team are in. */
const TOWN_SQUARE = 'town-square'

/** Reads what a bulk export has besides messages, a line at a time, into the directory. */
export class BulkDirectory {
  readonly #root: string
  readonly #conversion: Conversion
  /** Names of teams that people see. */
  readonly #teams = new Map<string, string>()
  readonly #channelNames = new Set<string>()
  /** Subscriptions to channels that come later, and owners of bots. */
  readonly #later: (() => Promise<void>)[] = []

  constructor(root: string, conversion: Conversion) {
    this.#root = root
    this.#conversion = conversion
  }

  /** Reads a line of a type. */
  async add(type: string, row: ExportRow): Promise<void> {
    const { leftOut } = this.#conversion
    switch (type) {
      case 'team':
        this.#teams.set(textIn(row, 'name'), textIn(row, 'display_name') || textIn(row, 'name'))
        return leftOut.add('teams, of which only the channels come', textIn(row, 'name'), row)
      case 'channel':
        return this.#addChannel(row)
      case 'user':
        return this.#addUser(row)
      case 'bot':
        return this.#addBot(row)
      case 'emoji':
        return this.#addEmoji(row)
      case 'direct_channel':
        if (textIn(row, 'header') === '') return undefined
        return leftOut.add('headers of direct messages', '', row)
      default:
        return leftOut.add(`lines of type ${type.slice(0, 60)}`, '', row)
    }
  }

  /** Does what had to wait for all lines. */
  async end(): Promise<void> {
    for (const work of this.#later.splice(0)) await work()
  }

  #addChannel(row: ExportRow): void {
    const [team, name] = [textIn(row, 'team'), textIn(row, 'name')]
    const label = textIn(row, 'display_name') || name
    const wished = this.#teams.size > 1 ? `${this.#teams.get(team) ?? team}: ${label}` : label
    const isTaken = this.#channelNames.has(wished.toLowerCase())
    const free = isTaken ? `${wished} (${name})` : wished
    this.#channelNames.add(free.toLowerCase())
    const texts = [textIn(row, 'purpose'), textIn(row, 'header')].filter((one) => one !== '')
    this.#conversion.directory.addChannel({
      key: channelKey(team, name),
      name: free,
      description: texts.join(' · '),
      // A kind that is unknown might be one that not everybody may read.
      isPrivate: textIn(row, 'type') !== 'O',
      isArchived: Number(row['deleted_at']) > 0,
      isDefault: name === TOWN_SQUARE && textIn(row, 'type') === 'O',
    })
  }

  async #addUser(row: ExportRow): Promise<void> {
    const { directory, leftOut, tables, emoji } = this.#conversion
    const key = accountKey(textIn(row, 'username'))
    const whole = `${textIn(row, 'first_name')} ${textIn(row, 'last_name')}`.trim()
    const roles = textIn(row, 'roles').split(/\s+/)
    const id = directory.addAccount({
      key,
      name: whole || textIn(row, 'nickname') || key,
      email: textIn(row, 'email'),
      role: roleOf(roles),
      isActive: !(Number(row['delete_at']) > 0),
    })
    for (const team of rowsIn(row['teams'])) {
      for (const channel of rowsIn(team['channels'])) {
        this.#subscribe(id, channelKey(textIn(team, 'name'), textIn(channel, 'name')), channel)
      }
    }
    await this.#keepPicture(id, key, row)
    const status = row['custom_status']
    if (isRecord(status)) {
      const named = textIn(status, 'emoji')
      const fields = named === '' ? {} : emoji.row(named)
      const statuses = (tables['zerver_userstatus'] ??= [])
      statuses.push({ user_profile: id, status_text: textIn(status, 'text'), ...fields })
    }
    const settings = Object.entries(row).filter(
      ([name, value]) => !KNOWN_FIELDS.has(name) && value !== null && value !== '',
    )
    if (settings.length > 0) {
      await leftOut.add('settings and positions of people', key, Object.fromEntries(settings))
    }
  }

  #subscribe(account: number, key: string, row: ExportRow): void {
    const { directory } = this.#conversion
    const notify = isRecord(row['notify_props']) ? row['notify_props'] : {}
    const fields = {
      pin_to_top: flagIn(row, 'favorite') === 1,
      is_muted: textIn(notify, 'mark_unread') === 'mention',
    }
    if (directory.subscribe(account, key, fields)) return
    this.#later.push(async () => {
      if (directory.subscribe(account, key, fields)) return
      await this.#conversion.leftOut.add('subscriptions to channels that are not there', key, row)
    })
  }

  async #addBot(row: ExportRow): Promise<void> {
    const { directory } = this.#conversion
    const key = accountKey(textIn(row, 'username'))
    const id = directory.addAccount({
      key,
      name: textIn(row, 'display_name') || key,
      isActive: !(Number(row['delete_at']) > 0),
      isBot: true,
    })
    await this.#keepPicture(id, key, row)
    this.#later.push(async () => {
      const owner = directory.account(accountKey(textIn(row, 'owner')))
      if (owner) directory.setOwner(id, owner.id)
    })
  }

  async #keepPicture(id: number, key: string, row: ExportRow): Promise<void> {
    const path = textIn(row, 'profile_image')
    if (path === '') return
    const file = await findFile(this.#root, path)
    if (file) await this.#conversion.keepPicture('avatars', id, file.path)
    else await this.#conversion.leftOut.add(REASONS.noFile, key, { profile_image: path })
  }

  async #addEmoji(row: ExportRow): Promise<void> {
    const { emoji, leftOut, keepPicture } = this.#conversion
    const file = await findFile(this.#root, textIn(row, 'image'))
    if (!file) return leftOut.add(REASONS.noFile, textIn(row, 'name'), row)
    return keepPicture('emoji', emoji.add(textIn(row, 'name')), file.path)
  }
}

/** The key of an account: its name there, in which case does not count. */
export function accountKey(username: string): string {
  return username.toLowerCase()
}

/** The key of a channel: its name there is unique within its team. */
export function channelKey(team: string, name: string): string {
  return `${team}/${name}`
}

/** Owners of the chat are who runs this server: who administers all of the other one administers this one. */
function roleOf(roles: readonly string[]): number {
  if (roles.includes('system_admin')) return ROLES.administrator
  return roles.includes('system_guest') ? ROLES.guest : ROLES.member
}
