import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FirstOwner } from '../../chat/organization/bootstrap.ts'

/** Where the key of a new chat's owner is kept, since stderr ends in logs. */
export interface OwnerKeyFile {
  path: string
  /** Writes address and key, readable by the user of this process only. Throws the system's error. */
  write(owner: FirstOwner): Promise<void>
  /** What was written; undefined without a file that can be read. */
  read(): Promise<FirstOwner | undefined>
}

/** The file in a data folder: two lines, as `bellhop chat login` reads them. */
export function ownerKeyFile(dataDir: string): OwnerKeyFile {
  const path = join(dataDir, 'owner.key')
  return {
    path,
    async write({ email, key }) {
      await mkdir(dataDir, { recursive: true })
      // A file that is there, of an earlier store, may be readable by others.
      const fresh = join(dataDir, `.owner.key.${randomUUID()}`)
      await writeFile(fresh, `${email}\n${key}\n`, { mode: 0o600, flag: 'wx' })
      await rename(fresh, path)
    },
    async read() {
      const text = await readFile(path, 'utf8').catch(() => '')
      const [email, key] = text.split(/\r?\n/)
      return email && key ? { email, key } : undefined
    },
  }
}

/**
 * Keeps the key of a new chat's owner, and returns what to tell the operator: where it is only on a terminal, the key itself
 * never, for what is written to stderr ends in logs.
 */
export async function keepOwnerKey(
  file: OwnerKeyFile,
  owner: FirstOwner,
  { isTerminal }: { isTerminal: boolean },
): Promise<string> {
  const news = 'the team chat is new.'
  try {
    await file.write(owner)
  } catch (thrown) {
    const { code = 'unknown reason' } = thrown as NodeJS.ErrnoException
    return `${news} The API key of its owner cannot be written to ${file.path} (${code}); \`bellhop chat user key ${owner.email}\` makes another.`
  }
  const keyNote = `\`bellhop chat user key\` shows the API key of its owner, ${owner.email}`
  return isTerminal ? `${news} ${keyNote}, which is in ${file.path}.` : `${news} ${keyNote}.`
}
