import type { Tx } from '../../kernel/rows.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import { loadOrganizationSettings } from '../../organization/organization-settings.ts'
import { findUsersById } from '../../users/find-users.ts'
import { type ExportRow, IS_FURTHER_PART } from '../rows.ts'
import { importUploads, linkUploads, loadNewPaths } from './import-files.ts'
import { bringReaction } from './import-reactions.ts'
import { ReceptionSpans } from './intervals.ts'
import { type Importing, importUnit } from './progress.ts'
import { type Course, readEntry, type Reading, type ReadMessage } from './read-message.ts'
import { readPlaces } from './read-places.ts'
import type { MessageFile } from './source.ts'
import { storeMessages } from './store-messages.ts'
import { idIn } from './values.ts'

/** Messages in one unit of work, so that other writes do not wait long. */
const UNIT_MAX_MESSAGES = 250

/** Accounts of which names are read in one statement. */
const NAMES_MAX_COUNT = 500

/** Brings the messages in their order, with everybody's flags and earlier versions. */
export async function importMessages(
  importing: Importing,
  attachments: readonly ExportRow[],
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { chat, source } = importing
  const reading: Reading = {
    importing,
    places: readPlaces(importing),
    ids: {
      idOf: (kind, old) => importing.ids.get(`${kind}:${old}`),
      paths: await loadNewPaths(importing, attachments),
      names: await loadNames(importing),
      state: importing.state,
    },
    settings: {
      ...(await loadOrganizationSettings(chat, reader(chat))),
      alertWords: new Map<number, readonly string[]>(),
    },
  }
  const channels = [...importing.ids].filter(([key]) => key.startsWith('channel:'))
  const spans = await ReceptionSpans.load(
    chat,
    channels.map(([, id]) => id),
  )
  for (const [at, name] of source.messageFiles.entries()) {
    onProgress(at, source.messageFiles.length)
    // Older versions noted each file.
    if (at < (importing.state.filesDone ?? 0) || importing.state.done[`${name} whole`] === 1)
      continue
    await importFile(reading, spans, name, at)
  }
}

async function importFile(
  reading: Reading,
  spans: ReceptionSpans,
  name: string,
  at: number,
): Promise<void> {
  const { importing } = reading
  const file = await importing.source.readMessages(name)
  const { attachments } = file
  await importUploads(importing, `${name} uploads`, attachments)
  const paths = await loadNewPaths(importing, attachments)
  const ids = paths.size > 0 ? { ...reading.ids, paths } : reading.ids
  await importEntries({ ...reading, ids }, spans, name, file)
  await linkUploads(importing, `${name} links`, attachments)
  await importUnit(importing, async ({ tx, state }) => {
    state.filesDone = at + 1
    for (const step of Object.keys(state.done)) if (step.startsWith(name)) delete state.done[step]
    await forgetUploads(importing, tx, attachments)
  })
}

/** Forgets the ids of uploads that nothing names any more: an archive may have very many. */
async function forgetUploads(
  { fingerprint, ids }: Importing,
  tx: Tx,
  attachments: readonly ExportRow[],
): Promise<void> {
  for (const row of attachments) {
    const old_id = String(idIn(row, 'id'))
    await tx
      .deleteFrom('chat_import_id')
      .where('fingerprint', '=', fingerprint)
      .where('kind', '=', 'attachment')
      .where('old_id', '=', old_id)
      .execute()
    ids.delete(`attachment:${old_id}`)
  }
}

async function importEntries(
  reading: Reading,
  spans: ReceptionSpans,
  name: string,
  { messages, flags, reactions }: MessageFile,
): Promise<void> {
  const { importing } = reading
  const flagsOf = Map.groupBy(flags, (row) => row['message'])
  const reactionsOf = Map.groupBy(reactions, (row) => row['message'])
  const done = importing.state.done[name] ?? 0
  for (let start = done; start < messages.length || start === 0; start += UNIT_MAX_MESSAGES) {
    const entries = messages.slice(start, start + UNIT_MAX_MESSAGES)
    const course: Course = { id: importing.state.reachedId, ms: importing.state.reachedMs }
    const read: [ExportRow, ReadMessage][] = []
    const left: [reason: string, entry: unknown][] = []
    for (const entry of entries) {
      const result = await readEntry(reading, course, entry, flagsOf)
      if (typeof result === 'string') left.push([result, entry])
      else read.push([entry as ExportRow, result])
    }
    for (const [, { message }] of read) {
      if (message.sentChannelId !== null) {
        spans.note(message.sentChannelId, message.id, message.receivers)
      }
    }
    const changes = spans.takeChanges()
    await importUnit(importing, async (unit) => {
      const { chat } = importing
      const brought = read.map(([, { message }]) => message)
      await storeMessages(chat, unit, brought, changes)
      const further = read.filter(([row]) => row[IS_FURTHER_PART] === true).length
      unit.brought('messages', read.length - further)
      unit.brought('further parts of messages that were too long for one', further)
      for (const [reason, entry] of left) unit.leaveOut(reason, [entry])
      for (const [row, { losses }] of read) {
        for (const loss of losses) unit.leaveOut(loss, [row])
      }
      for (const [row] of read) {
        for (const reaction of reactionsOf.get(row['id']) ?? []) await bringReaction(unit, reaction)
      }
      const { state } = unit
      state.messagesFound += entries.length - further
      state.messagesLeftOut += left.length
      state.reachedId = course.id
      state.reachedMs = course.ms
      state.done[name] = start + entries.length
    })
  }
}

/** Names of the accounts of an export, by their ids here. */
async function loadNames({ chat, ids }: Importing): Promise<ReadonlyMap<number, string>> {
  const accounts = [...ids].filter(([key]) => key.startsWith('user:')).map(([, id]) => id)
  const names = new Map<number, string>()
  for (let start = 0; start < accounts.length; start += NAMES_MAX_COUNT) {
    const part = accounts.slice(start, start + NAMES_MAX_COUNT)
    const users = await findUsersById(reader(chat), part)
    for (const [id, { full_name }] of users) names.set(id, full_name)
  }
  return names
}
