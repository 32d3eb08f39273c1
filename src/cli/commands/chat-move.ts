import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Composed } from '../../app/compose.ts'
import { type Config, ConfigError } from '../../app/config/config.ts'
import { exportChat } from '../../chat/moving/export/export-chat.ts'
import { importChat } from '../../chat/moving/import/import-chat.ts'
import { recognizeArchive } from '../../chat/moving/recognize.ts'
import { LEFT_OUT_FILE } from '../../chat/moving/rows.ts'
import { convertSlack } from '../../chat/moving/slack/convert-slack.ts'
import { isThere, unpackArchive } from '../../files/archive/unpack.ts'

const USAGE = `chat export <file.tar.gz>   writes everything that another server can import
chat import <file>          reads an export of the public server or of Bellhop (.tar.gz, or its folder), or one
                            of Slack (.zip); if stopped, the same command continues`

/** `bellhop chat export` and `bellhop chat import`. Returns the text to print. */
export async function moveChat(
  composed: Pick<Composed, 'chat' | 'services' | 'disks'>,
  config: Config,
  [verb, file, ...rest]: readonly string[],
): Promise<string> {
  if (file === undefined || rest.length > 0) throw new ConfigError(USAGE)
  const path = resolve(file)
  return verb === 'export' ? runExport(composed, path) : runImport(composed, config, path)
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
  { chat, services, disks }: Pick<Composed, 'chat' | 'services' | 'disks'>,
  config: Config,
  path: string,
): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new ConfigError(`There is no file ${path}.`)
  const isFolder = found.isDirectory()
  const fingerprint = await digestOf(isFolder ? await tablesIn(path) : path)
  const staging = join(config['data-dir'], 'imports', fingerprint)
  const unpacked = isFolder ? path : join(staging, 'unpacked')
  if (!isFolder) await unpackArchive(path, unpacked, disks.data)
  const { kind, root } = await recognizeArchive(unpacked)
  const folder = kind === 'slack' ? await convertSlack(root, join(staging, 'converted')) : root
  const { sandbox } = services
  const report = await importChat({ chat: await chat.chat(), sandbox, folder, fingerprint })
  const leftOut = await keepLeftOut(folder, `${staging}.${LEFT_OUT_FILE}`)
  await rm(staging, { recursive: true, force: true })
  return [
    report.wasFinished ? 'This export was imported before; nothing was done.' : 'Imported:',
    ...linesOf(report.brought),
    ...(Object.keys(report.leftOut).length > 0 ? ['Left out:', ...linesOf(report.leftOut)] : []),
    ...(leftOut === undefined ? [] : [`All that was left out is in ${leftOut}.`]),
    'Imported accounts have no password or key yet: `bellhop chat user password <e-mail>` sets a password.',
  ].join('\n')
}

/** The file that names a folder with an archive, unpacked. */
async function tablesIn(folder: string): Promise<string> {
  const { kind, root } = await recognizeArchive(folder)
  return join(root, kind === 'public' ? 'realm.json' : 'users.json')
}

/** Keeps what a conversion left out, for the operator only: it may be of direct messages. Undefined where it left out nothing. */
async function keepLeftOut(folder: string, to: string): Promise<string | undefined> {
  const from = join(folder, LEFT_OUT_FILE)
  if (!(await isThere(from))) return undefined
  await copyFile(from, to)
  await chmod(to, 0o600)
  return to
}

function linesOf(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).map(([what, count]) => `${String(count).padStart(9)}  ${what}`)
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
