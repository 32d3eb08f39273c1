import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeChat } from '../../../src/chat/kernel/unit-of-work.ts'
import { openChat } from '../../../src/chat/open-chat.ts'
import { bootstrap } from '../../../src/chat/organization/bootstrap.ts'
import { addUser } from '../../../src/chat/users/accounts/add-user.ts'
import { localFiles } from '../../../src/files/local.ts'
import { createLog } from '../../../src/lib/log.ts'
import { openStoreOf } from '../database.ts'

/** One caller of the scenario: a bearer key, a chat account and an address of its own. */
export interface Person {
  name: string
  /** Bearer key for `/mcp` and the utility routes. */
  key: string
  /** Account of the team chat, subscribed to `general`. */
  email: string
  apiKey: string
  /** Loopback address to call from; undefined where the system has only one. */
  address: string | undefined
}

/** The first of the addresses 127.0.0.x that people call from. */
const FIRST_ADDRESS = 10

/** Gives each name an account in the store of a data folder that nobody has open yet. */
export async function settle(folder: string, names: readonly string[]): Promise<Person[]> {
  mkdirSync(folder, { recursive: true })
  const log = createLog('silent')
  const store = await openStoreOf(folder)
  const { chat, close } = openChat({
    store,
    now: () => new Date(),
    log,
    files: { maxMib: 1, ...localFiles(join(folder, 'files')) },
    realmHost: 'localhost',
    url: () => 'http://localhost',
  })
  try {
    await bootstrap(chat)
    return await writeChat(chat, async (unit) => {
      const people: Person[] = []
      for (const [index, name] of names.entries()) {
        const email = `${name}@example.com`
        const { key: apiKey } = await addUser(chat, unit, { email, full_name: name })
        const key = `key-of-${name}-in-the-load-scenario`
        people.push({ name, key, email, apiKey, address: addressOf(index) })
      }
      return people
    })
  } finally {
    close()
    await store.close()
  }
}

/** Writes the key file of these people. */
export function writeKeyFile(path: string, people: readonly Person[]): void {
  writeFileSync(path, people.map(({ name, key }) => `${name} ${key} allow-hosts\n`).join(''), {
    mode: 0o600,
  })
}

/** Only Linux answers on all of 127.0.0.0/8 without being told to. */
function addressOf(index: number): string | undefined {
  return process.platform === 'linux' ? `127.0.0.${FIRST_ADDRESS + index}` : undefined
}
