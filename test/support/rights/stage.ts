import { join } from 'node:path'
import { writeChat } from '../../../src/chat/kernel/unit-of-work.ts'
import { hashPassword } from '../../../src/chat/users/sign-in/passwords.ts'
import { type Served, serveBellhop, tempDir } from '../bellhop.ts'
import { CHEAP, type Person, startChatWorld } from '../chat-world.ts'
import { startOAuthWorld } from '../oauth-world.ts'
import type { StoreBackend } from '../store-backend.ts'
import { prepareRights, type RightsStage, runRightHistory } from './histories.ts'
import type { Outcome } from './judge.ts'

/** A stage, and its end. */
export type OpenStage = RightsStage & AsyncDisposable

/** Two servers in this process, each with its own view of one store. */
export async function startRightsStage(
  { newLocation, open }: StoreBackend,
  times: { rightsLookMs?: number; closeMaxMs?: number; settleMs?: number } = {},
): Promise<OpenStage> {
  const { rightsLookMs, closeMaxMs, settleMs = 0 } = times
  const location = newLocation()
  const world = await startOAuthWorld({
    openStore: async () => open(location),
    rightsLookMs,
    tasksAfterMs: 20,
    trustedProxies: 1,
  })
  const urls = world.instances.map(({ url }) => url)
  const { url: publicUrl, chat } = world
  const stage = await prepareRights({ urls, publicUrl, world: chat, closeMaxMs, settleMs })
  return { ...stage, [Symbol.asyncDispose]: async () => world[Symbol.asyncDispose]() }
}

/** Runs the histories of some seeds, several at once; returns what came of all. */
export async function runRightHistories(
  stage: RightsStage,
  seeds: readonly number[],
  atOnce: number,
): Promise<Outcome> {
  const left = [...seeds]
  const sum: Outcome = {
    faults: [],
    things: 0,
    ended: 0,
    delivered: 0,
    slowestMs: 0,
    slowestRequestMs: 0,
  }
  const hashes = new Map<string, string>()
  const setPassword = async ({ id }: Person, password: string) => {
    const password_hash = hashes.get(password) ?? (await hashPassword(password, CHEAP))
    hashes.set(password, password_hash)
    await writeChat(stage.world.chat, async ({ tx }) =>
      tx.updateTable('chat_user').set({ password_hash }).where('id', '=', id).execute(),
    )
  }
  const work = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const one = await runRightHistory(stage, seed, setPassword)
      sum.faults.push(...one.faults.map((fault) => `seed ${seed}, ${fault}`))
      sum.things += one.things
      sum.ended += one.ended
      sum.delivered += one.delivered
      sum.slowestMs = Math.max(sum.slowestMs, one.slowestMs)
      sum.slowestRequestMs = Math.max(sum.slowestRequestMs, one.slowestRequestMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return sum
}

/** Two processes of the product on one store, on which tests open a third one's. */
export async function startServedRights(
  { kind, newLocation, open }: StoreBackend,
  times: { closeMaxMs: number; settleMs: number },
): Promise<OpenStage> {
  const stack = new AsyncDisposableStack()
  const dir = stack.use(tempDir())
  const publicUrl = 'http://localhost:9'
  const limits = ['--chat-rate-limits', 'off', '--rate-limits', 'off', '--trusted-proxies', '1']
  const args = ['--data-dir', dir.path, '--public-url', publicUrl, '--oauth', 'on', ...limits]
  const location = kind === 'sqlite' ? join(dir.path, 'bellhop.sqlite') : newLocation()
  const env = kind === 'sqlite' ? {} : { BELLHOP_DATABASE_URL: location }
  const served = [
    stack.use(await serveBellhop(args, env)),
    stack.use(await serveBellhop(args, env)),
  ]
  const [first] = served as [Served]
  const world = stack.use(
    await startChatWorld({ store: await open(location), owner: first.owner() }),
  )
  const urls = served.map(({ url }) => url)
  const stage = await prepareRights({ urls, publicUrl, world, ...times })
  return { ...stage, [Symbol.asyncDispose]: async () => stack.disposeAsync() }
}
