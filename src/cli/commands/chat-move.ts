import { resolve } from 'node:path'
import type { Composed } from '../../app/compose.ts'
import { type Config, ConfigError } from '../../app/config/config.ts'
import { exportChat } from '../../chat/moving/export/export-chat.ts'
import {
  type ArchiveProgress,
  type ArchiveReport,
  importArchive,
} from '../../chat/moving/import-archive.ts'
import { isThere } from '../../files/archive/unpack.ts'
import { importParts } from './import-parts.ts'

const USAGE = `chat export <file.tar.gz>      writes everything that another server can import
chat import [--dry-run] <file>  reads an export of the public server or of Bellhop (.tar.gz, or its folder), of Slack
                                (.zip) or of Mattermost (.zip or .jsonl); if stopped, the same command continues;
                                --dry-run says what it would bring and leave out, and changes nothing`

/** How often it is written how far an import has come, in milliseconds. */
const PROGRESS_INTERVAL_MS = 2_000

/** `bellhop chat export` and `bellhop chat import`. Returns the text to print. */
export async function moveChat(
  composed: Pick<Composed, 'chat' | 'services' | 'disks'>,
  config: Config,
  [verb, file, ...rest]: readonly string[],
  options: ImportOptions,
): Promise<string> {
  if (file === undefined || rest.length > 0) throw new ConfigError(USAGE)
  const path = resolve(file)
  return verb === 'export' ? runExport(composed, path) : runImport(composed, config, path, options)
}

/** How an archive is imported. */
interface ImportOptions {
  /** Whether only to see what an import would do. */
  isTrial: boolean
  /** Hears how far it has come. */
  note(line: string): void
}

async function runExport({ chat }: Pick<Composed, 'chat'>, path: string): Promise<string> {
  if (await isThere(path)) throw new ConfigError(`There is a file ${path} already.`)
  const { users, channels, messages, files, missing } = await exportChat(await chat.chat(), path)
  return [
    `${path}: ${messages} messages, ${users} accounts, ${channels} channels, ${files} files.`,
    'Not in it: passwords, API keys, drafts, reminders, invitations, registrations of phones and browsers.',
    ...missing.map((name) => `Missing: ${name}`),
  ].join('\n')
}

async function runImport(
  composed: Pick<Composed, 'chat' | 'services' | 'disks'>,
  config: Config,
  path: string,
  { isTrial, note }: ImportOptions,
): Promise<string> {
  if (!(await isThere(path))) throw new ConfigError(`There is no file ${path}.`)
  let notedMs = Date.now()
  const report = await importArchive({
    ...(await importParts(composed, config)),
    path,
    isTrial,
    onProgress(progress) {
      if (Date.now() - notedMs < PROGRESS_INTERVAL_MS) return
      notedMs = Date.now()
      note(progressLine(progress))
    },
  })
  return reportText(report, isTrial)
}

const UNITS = { unpacking: 'files', converting: 'rows', importing: 'files of messages' } as const

function progressLine({ step, done, total }: ArchiveProgress): string {
  const of = total === 0 ? '' : ` of ${total}`
  return `${step}: ${done}${of} ${UNITS[step]}`
}

/** The report of an import as text. */
function reportText(report: ArchiveReport, isTrial: boolean): string {
  const { source, brought, leftOut, messagesFound, messagesLeftOut, leftOutPath } = report
  const messages = brought['messages'] ?? 0
  const counted = [
    `An archive of ${source} with ${messagesFound} messages: ${messages} brought, ${messagesLeftOut} left out.`,
    'Brought:',
    ...linesOf(brought),
    ...(Object.keys(leftOut).length > 0 ? ['Left out:', ...linesOf(leftOut)] : []),
    ...(leftOutPath === undefined ? [] : [`All that was left out is in ${leftOutPath}.`]),
  ]
  if (report.wasFinished) {
    return ['This archive was imported before; nothing was done.', ...counted].join('\n')
  }
  if (isTrial) {
    return ['A dry run: nothing was changed. An import now would do this.', ...counted].join('\n')
  }
  return [
    ...counted,
    'Imported accounts have no password or key yet: `bellhop chat user password <e-mail>` sets a password.',
  ].join('\n')
}

function linesOf(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).map(([what, count]) => `${String(count).padStart(9)}  ${what}`)
}
