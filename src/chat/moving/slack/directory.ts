import { join } from 'node:path'
import { isThere, toInnerPath } from '../../../files/archive/unpack.ts'
import { isRecord } from '../../../lib/is-record.ts'
import { ROLES } from '../../groups/system-groups.ts'
import type { Conversion } from '../convert/convert-archive.ts'
import type { Directory } from '../convert/directory.ts'
import { REASONS } from '../convert/reasons.ts'
import { readAnyJson } from '../import/source.ts'
import { flagIn, intIn, rowsIn, textIn } from '../import/values.ts'
import type { ExportRow } from '../rows.ts'

/** Reads accounts and places of a Slack export; returns the keys of its conversations by their folders. */
export async function readDirectory(
  from: string,
  { directory, leftOut }: Conversion,
): Promise<Map<string, string>> {
  const list = async (name: string) => {
    const path = join(from, name)
    return (await isThere(path)) ? rowsIn(await readAnyJson(path)) : []
  }
  const folders = new Map<string, string>()
  const place = (folder: string, key: string) => {
    const inner = toInnerPath(folder)
    if (inner !== undefined) folders.set(inner, key)
  }
  const users = [...(await list('users.json')), ...(await list('org_users.json'))]
  for (const row of users) addUser(directory, row)
  for (const [file, isPrivate] of [
    ['channels.json', false],
    ['groups.json', true],
  ] as const) {
    for (const row of await list(file)) {
      addChannel(directory, row, isPrivate)
      place(textIn(row, 'name'), textIn(row, 'id'))
      for (const pin of rowsIn(row['pins'])) {
        await leftOut.add(REASONS.pin, textIn(row, 'name'), pin)
      }
    }
  }
  for (const [file, folderIn] of [
    ['mpims.json', 'name'],
    ['dms.json', 'id'],
  ] as const) {
    for (const row of await list(file)) {
      const key = textIn(row, 'id')
      // Whoever is missing would leave the others talking to themselves.
      const members = idsIn(row).map((id) => directory.accountOrStub(id))
      if (members.length === 0) continue
      directory.addDirect(key, members)
      place(textIn(row, folderIn), key)
    }
  }
  return folders
}

function addUser(directory: Directory, row: ExportRow): void {
  const key = textIn(row, 'id')
  const profile = isRecord(row['profile']) ? row['profile'] : {}
  directory.addAccount({
    key,
    name:
      textIn(profile, 'real_name') ||
      textIn(profile, 'display_name') ||
      textIn(row, 'real_name') ||
      textIn(row, 'name') ||
      key,
    email: textIn(profile, 'email'),
    role: roleOf(row),
    timezone: textIn(row, 'tz'),
    isActive: !flagIn(row, 'deleted'),
    isBot: flagIn(row, 'is_bot') === 1,
  })
}

function addChannel(directory: Directory, row: ExportRow, isPrivate: boolean): void {
  const key = textIn(row, 'id')
  const valueIn = (name: string) => (isRecord(row[name]) ? textIn(row[name], 'value') : '')
  directory.addChannel({
    key,
    name: textIn(row, 'name'),
    description: valueIn('purpose') || valueIn('topic'),
    isPrivate,
    isArchived: flagIn(row, 'is_archived') === 1,
    isDefault: flagIn(row, 'is_general') === 1,
    createdSeconds: intIn(row, 'created'),
    creator: directory.account(textIn(row, 'creator'))?.id,
  })
  for (const id of idsIn(row)) {
    const account = directory.account(id)
    if (account) directory.subscribe(account.id, key)
  }
}

/** The sender of a message. Bots, and people of other organizations or without a record, are added when they first speak. */
export function senderOf(directory: Directory, row: ExportRow): number {
  const comment = isRecord(row['comment']) ? row['comment'] : {}
  const user = textIn(row, 'user') || textIn(comment, 'user')
  const bot = textIn(row, 'bot_id')
  const profile = isRecord(row['user_profile']) ? row['user_profile'] : {}
  const given =
    textIn(row, 'username') || textIn(profile, 'real_name') || textIn(profile, 'display_name')
  const isBot = user === '' && bot !== ''
  const name = given || (isBot ? 'Slack bot' : user || 'Unknown sender')
  return directory.addAccount({
    key: user || bot || given || 'unknown',
    name,
    isBot,
    isStub: !isBot,
  })
}

/** Ids of the members of a place. */
function idsIn(row: ExportRow): string[] {
  const members = Array.isArray(row['members']) ? row['members'] : []
  return members.filter((id) => typeof id === 'string' && id !== '')
}

function roleOf(row: ExportRow): number {
  if (flagIn(row, 'is_primary_owner') || flagIn(row, 'is_owner')) return ROLES.owner
  if (flagIn(row, 'is_admin')) return ROLES.administrator
  const isGuest = flagIn(row, 'is_restricted') || flagIn(row, 'is_ultra_restricted')
  return isGuest ? ROLES.guest : ROLES.member
}
