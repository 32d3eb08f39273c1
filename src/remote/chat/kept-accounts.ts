import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperationError } from '../../contract/errors.ts'
import { writeNewFile } from '../../lib/new-file.ts'
import { Secret } from '../../lib/secret.ts'
import type { ChatAccount } from './chat-http-client.ts'
import { formatZuliprc, parseZuliprc, type Zuliprc } from './zuliprc.ts'

/** Where the account at a chat server may be found, best first. */
export interface AccountSources {
  /** Address of the server. */
  url: string
  /** E-mail address of the environment or the flags. */
  email: string | undefined
  key: Secret | undefined
  /** Path of a zuliprc file that the owner names. */
  zuliprc: string | undefined
  /** Folder of what `bellhop chat login` keeps. */
  folder: string
}

/** Most bytes that are read of a file with an account, which is a few lines. */
const FILE_MAX_BYTES = 64 * 1024

/** The account at a chat server: as configured, else of the zuliprc file, else of the last login. Throws `unauthorized`. */
export async function requireAccount({
  url,
  email,
  key,
  zuliprc,
  folder,
}: AccountSources): Promise<ChatAccount> {
  const path = zuliprc ?? loginFile(folder, url)
  const kept = email !== undefined && key ? {} : await readKept(path, zuliprc !== undefined)
  if (kept.site !== undefined && originOf(kept.site) !== originOf(url)) {
    throw noAccount('The zuliprc file is for another server than --chat names.')
  }
  const account = { email: email ?? kept.email, key: key ?? (kept.key && new Secret(kept.key)) }
  if (account.email === undefined || !account.key) {
    throw noAccount('No account at the chat server is known here.')
  }
  return { email: account.email, key: account.key }
}

/** Keeps an account for the next starts, for the owner of the folder only. */
export async function keepAccount(
  folder: string,
  url: string,
  { email, key }: ChatAccount,
): Promise<string> {
  const path = loginFile(folder, url)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${randomUUID()}`
  await writeNewFile(fresh, formatZuliprc({ email, key: key.reveal(), site: url }))
  // Whole or not at all.
  await rename(fresh, path)
  return path
}

/** Deletes a stored account; returns whether there was one. */
export async function forgetAccount(folder: string, url: string): Promise<boolean> {
  const path = loginFile(folder, url)
  const isKept = (await readKept(path, false)).key !== undefined
  await rm(path, { force: true })
  return isKept
}

function loginFile(folder: string, url: string): string {
  const { host } = new URL(url)
  return join(folder, `${host.replaceAll(/[^\w.-]/g, '_')}.zuliprc`)
}

async function readKept(path: string, isNamed: boolean): Promise<Zuliprc> {
  try {
    const bytes = await readFile(path)
    return parseZuliprc(bytes.subarray(0, FILE_MAX_BYTES).toString('utf8'))
  } catch (cause) {
    if (!isNamed && (cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw noAccount('The file with the account at the chat server cannot be read.', cause)
  }
}

function noAccount(message: string, cause?: unknown): OperationError {
  return new OperationError('unauthorized', message, {
    hint: 'The owner can sign in: bellhop chat login <address>. Or set BELLHOP_CHAT_EMAIL and BELLHOP_CHAT_KEY, or --zuliprc.',
    cause,
  })
}

function originOf(url: string): string | undefined {
  return URL.parse(url)?.origin
}
