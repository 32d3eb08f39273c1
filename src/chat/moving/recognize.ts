import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OperationError } from '../../contract/errors.ts'
import type { SourceFormat } from './convert/convert-archive.ts'
import { listBulkFiles } from './mattermost/bulk-files.ts'
import { MATTERMOST } from './mattermost/read-mattermost.ts'
import { SLACK } from './slack/read-slack.ts'

/** An unpacked archive of a chat that can be imported. */
export interface RecognizedArchive {
  /** Undefined for one of the public server or of Bellhop, which needs no conversion. */
  format: SourceFormat | undefined
  /** Folder of its tables: the one that was unpacked, or the one folder in it. */
  root: string
  /** The file that tells it from others. */
  mainFile: string
}

/** What files show that an archive is of a chat that is not imported, with what to do. */
const OTHERS: readonly {
  name: string
  isShownBy(names: ReadonlySet<string>): boolean
  advice: string
}[] = [
  {
    name: 'Rocket.Chat',
    isShownBy: (names) =>
      [...names].some((name) => /^rocketchat_\w+\.(?:bson|json)/.test(name)) ||
      (names.has('users.csv') && names.has('channels.csv')),
    advice: "Bring a dump of its database to Mattermost's format with mmetl, and import that.",
  },
  {
    name: 'Discord',
    isShownBy: (names) => names.has('account') && names.has('messages') && names.has('servers'),
    advice: 'A Discord package holds the messages of one person only.',
  },
  {
    name: 'Microsoft Teams or Skype',
    isShownBy: (names) => names.has('messages.json') && names.has('endpoints.json'),
    advice: 'A Teams export holds the messages of one person only.',
  },
  {
    name: 'Telegram',
    isShownBy: (names) => names.has('result.json'),
    advice: 'A Telegram export holds the chats of one person only.',
  },
]

const HINT =
  'Name the .tar.gz of an export of the public server or of Bellhop, the .zip of a Slack export, or the .zip or .jsonl of a bulk export of Mattermost, as they were downloaded.'

/** Finds what chat an unpacked archive is of. Throws `unsupported_content`, by name where it is known, for what is not imported. */
export async function recognizeArchive(folder: string): Promise<RecognizedArchive> {
  const all = await readdir(folder, { withFileTypes: true })
  // Besides what some systems put into archives of their own accord.
  const inner = all.filter(({ name }) => !name.startsWith('.') && name !== '__MACOSX')
  const folders = inner.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  let other: (typeof OTHERS)[number] | undefined
  const isWrapped = inner.length === 1 && folders.length === 1
  for (const root of [folder, ...(isWrapped ? folders : [])]) {
    const names = new Set(await readdir(root))
    if (names.has('realm.json')) {
      return { format: undefined, root, mainFile: join(root, 'realm.json') }
    }
    if (isSlack(names)) return { format: SLACK, root, mainFile: join(root, 'users.json') }
    const [bulkFile] = await listBulkFiles(root)
    if (bulkFile !== undefined) return { format: MATTERMOST, root, mainFile: bulkFile }
    other ??= OTHERS.find(({ isShownBy }) => isShownBy(names))
  }
  if (other) {
    throw new OperationError('unsupported_content', `This is an archive of ${other.name}.`, {
      hint: `${other.advice} ${HINT}`,
    })
  }
  throw new OperationError('unsupported_content', 'This is no archive of a chat.', { hint: HINT })
}

function isSlack(names: ReadonlySet<string>): boolean {
  const places = ['channels.json', 'groups.json', 'dms.json', 'mpims.json']
  const people = names.has('users.json') || names.has('org_users.json')
  return people && places.some((name) => names.has(name))
}
