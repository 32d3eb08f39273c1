import { setTimeout } from 'node:timers/promises'
import { vi } from 'vitest'
import { writeChat } from '../../../src/chat/kernel/unit-of-work.ts'
import { addKey, digestOf } from '../../../src/chat/users/sign-in/api-keys.ts'
import { givePassword } from '../../../src/chat/users/sign-in/change-password.ts'
import { csrfTokenOf, sessionCookieName } from '../../../src/http/callers/browser.ts'
import type { ChatWorld, Person } from '../chat-world.ts'
import { seededRandom } from '../seeded-random.ts'
import { type End, endsOf, noteEnds } from './ends.ts'
import { judge, type Outcome } from './judge.ts'
import { grantOf, letProgramIn } from './programs.ts'
import {
  askOf,
  type Credential,
  headersOf,
  listenOf,
  pollOf,
  type Setting,
  sessionOf,
  taskOf,
  type Thing,
  waitOf,
} from './things.ts'

/** Two servers on one store, as far as they are told apart by what they keep, and a third one in this process. */
export interface RightsStage {
  urls: readonly string[]
  /** Address that browsers and programs know. */
  publicUrl: string
  /** Makes accounts, and does what operators do. */
  world: ChatWorld
  /** People who write, one for each message of a history, and one who answers. */
  writers: readonly Person[]
  /**
   * Longest time from the end of a right until what stood on it is closed, beside the longest that any request of the history took;
   * not looked at when absent.
   */
  closeMaxMs?: number | undefined
  /** What requests have time to be let in before an account is away for a moment; those sent later may be let in after it. */
  settleMs: number
}

const STEPS = 9
const PASSWORDS = ['the first long pass phrase', 'quite another pass phrase'] as const

/** Prepares a stage: who writes, and that the store notes ends. */
export async function prepareRights(stage: Omit<RightsStage, 'writers'>): Promise<RightsStage> {
  await noteEnds(stage.world.chat.store)
  const writers: Person[] = []
  while (writers.length <= STEPS * 2) {
    writers.push(await stage.world.add(`Writer ${String.fromCodePoint(65 + writers.length)}`))
  }
  return { ...stage, writers }
}

/** Somebody, what they may be let in by now, and what is open for them. */
class History {
  readonly #stage: RightsStage
  readonly #random: () => number
  readonly #person: Person
  readonly #setting: Setting
  readonly #over = new AbortController()
  readonly #credentials: Credential[] = []
  readonly #opened: Thing[] = []
  /** When the account was deactivated, each time. */
  readonly #leftMs: number[] = []
  /** When ends were seen, by their number. */
  readonly #seenMs = new Map<number, number>()
  readonly #notices: string[] = []
  #first: Credential
  #password: string = PASSWORDS[0]
  #isActive = true
  #sent = 0
  #slowestRequestMs = 0

  constructor(stage: RightsStage, seed: number, person: Person) {
    this.#stage = stage
    this.#random = seededRandom(seed)
    this.#person = person
    this.#first = this.#keyed('key', person.key)
    const responder = stage.writers.at(-1)?.id ?? 0
    const places = stage.writers.slice(0, -1).map(({ id }) => `chat://dm/${id}`)
    this.#setting = {
      store: stage.world.chat.store,
      url: () => this.#pick(stage.urls),
      cookie: sessionCookieName(stage.publicUrl),
      from: () => `10.${(seed >> 8) & 255}.${seed & 255}.${Math.floor(this.#random() * 250)}`,
      places: new Map(places.map((address) => [address, undefined])),
      responder,
      seq: async () => (await this.#ends()).at(-1)?.seq ?? 0,
      queue: async () => {
        const fields = { event_types: JSON.stringify(['message']) }
        const { queue_id } = await this.#ask(this.#first, 'POST', '/register', fields)
        return String(queue_id)
      },
      over: this.#over.signal,
    }
  }

  async run(): Promise<Outcome> {
    await this.#signIn()
    for (const by of this.#credentials) await this.#open(by)
    for (let step = 0; step < STEPS; step += 1) await this.#happen()
    await this.#leave()
    const ends = await this.#ends()
    await this.#note()
    const outcome = await judge({
      personId: this.#person.id,
      isActive: this.#isActive,
      setting: this.#setting,
      stage: this.#stage,
      credentials: this.#credentials,
      opened: this.#opened,
      ends,
      leftMs: this.#leftMs,
      seenMs: this.#seenMs,
      notices: this.#notices,
      slowestRequestMs: this.#slowestRequestMs,
    })
    this.#over.abort()
    return outcome
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T
  }

  #keyed(kind: 'key' | 'further key', secret: string): Credential {
    const credential = { kind, mark: digestOf(secret), email: this.#person.email, secret }
    this.#credentials.push(credential)
    return credential
  }

  /** Whatever somebody may be let in by: a further key, a session of a browser, a program. */
  async #signIn(): Promise<void> {
    const { publicUrl, world } = this.#stage
    const { chat } = world
    const { email, id: account_id } = this.#person
    const nowMs = chat.now().getTime()
    this.#keyed(
      'further key',
      await writeChat(chat, async ({ tx }) => addKey(tx, account_id, nowMs)),
    )
    const token = await this.#beginSession()
    this.#credentials.push({ kind: 'session', mark: digestOf(token), email, secret: token })
    this.#credentials.push(await letProgramIn(world, this.#person, publicUrl))
  }

  async #beginSession(): Promise<string> {
    const answer = await fetch(`${this.#setting.url()}/accounts/login/`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': this.#setting.from() },
      body: new URLSearchParams({ api_key: this.#first.secret }),
    })
    const cookies = answer.headers.getSetCookie().join('; ')
    const [, token] = new RegExp(`${this.#setting.cookie}=([^;]+)`).exec(cookies) ?? []
    if (token === undefined) throw new Error(`No session: ${answer.status} ${await answer.text()}`)
    return token
  }

  async #open(by: Credential): Promise<void> {
    const overMcp = [waitOf, askOf, taskOf, listenOf, sessionOf]
    const ways =
      by.kind === 'session' ? [pollOf] : by.kind === 'program' ? overMcp : [pollOf, ...overMcp]
    const thing = this.#pick(ways)(by, this.#setting)
    this.#opened.push(thing)
    this.#notices.push(`open ${thing.what}`)
  }

  async #happen(): Promise<void> {
    const end = this.#pick([
      this.#deactivate,
      this.#regenerate,
      this.#changePassword,
      this.#resetPassword,
      this.#endProgram,
      this.#endOthers,
      this.#signOut,
      undefined,
      undefined,
      undefined,
    ])
    if (end) await Promise.all([this.#say(), end.call(this), this.#say()])
    else await Promise.all([this.#say(), this.#answer()])
    await this.#note()
    if (this.#isActive && this.#random() < 0.3) {
      await this.#signIn()
      await this.#open(this.#pick(this.#credentials.slice(-3)))
    } else if (this.#isActive) await this.#open(this.#pick(this.#credentials))
  }

  /** Ends with an account that is away for good, and with what stood on it, whatever happened before. */
  async #leave(): Promise<void> {
    if (!this.#isActive) await this.#bring('back')
    await this.#signIn()
    const begun = this.#opened.length
    for (const by of [this.#first, ...this.#credentials.slice(-3)]) await this.#open(by)
    const last = this.#opened.slice(begun)
    await vi.waitUntil(() => last.every(({ requests }) => requests.length > 0))
    this.#leftMs.push(Date.now())
    await this.#bring('away')
    await this.#note()
  }

  async #bring(where: 'back' | 'away'): Promise<void> {
    const { owner } = this.#stage.world
    const by: Credential = { kind: 'key', mark: '', email: owner.email, secret: owner.key }
    const path = `/users/${this.#person.id}`
    if (where === 'away') await this.#ask(by, 'DELETE', path)
    else await this.#ask(by, 'POST', `${path}/reactivate`)
    this.#isActive = where === 'back'
  }

  async #ends(): Promise<End[]> {
    const marks = this.#credentials.map(({ mark }) => mark)
    const { id } = this.#person
    return endsOf(this.#setting.store, [...marks, `user ${id}`, `back ${id}`])
  }

  async #note(): Promise<void> {
    const nowMs = Date.now()
    for (const { seq } of await this.#ends()) {
      if (!this.#seenMs.has(seq)) this.#seenMs.set(seq, nowMs)
    }
  }

  /** A request of somebody to one of the servers; undefined where they are not let in. */
  async #ask(
    by: Credential,
    method: string,
    path: string,
    fields: Record<string, string> = {},
  ): Promise<Record<string, unknown>> {
    const token = csrfTokenOf(by.secret)
    const { cookie } = this.#setting
    const own = headersOf(by, this.#setting)
    const headers =
      by.kind === 'session'
        ? {
            ...own,
            cookie: `${cookie}=${by.secret}; ${cookie.replace('sessionid', 'csrftoken')}=${token}`,
            'x-csrftoken': token,
            'sec-fetch-site': 'same-origin',
          }
        : own
    const url = path.startsWith('//') ? path.slice(1) : `/api/v1${path}`
    const body = new URLSearchParams(fields)
    const startedMs = Date.now()
    const answer = await fetch(`${this.#setting.url()}${url}`, { method, headers, body })
    const read = (await answer.json()) as Record<string, unknown>
    this.#slowestRequestMs = Math.max(this.#slowestRequestMs, Date.now() - startedMs)
    this.#notices.push(`${method} ${path} by ${by.kind}: ${answer.status}`)
    return read
  }

  async #write(writer: Person): Promise<number | undefined> {
    const by: Credential = { kind: 'key', mark: '', email: writer.email, secret: writer.key }
    const to = JSON.stringify([this.#person.id])
    const fields = { type: 'direct', to, content: 'psst' }
    const { id } = await this.#ask(by, 'POST', '/messages', fields)
    return id === undefined ? undefined : Number(id)
  }

  /** Somebody writes where nobody has written yet. */
  async #say(): Promise<void> {
    const writer = this.#stage.writers[(this.#sent += 1) - 1] as Person
    const id = await this.#write(writer)
    this.#setting.places.set(`chat://dm/${writer.id}`, id)
  }

  async #answer(): Promise<void> {
    await this.#write(this.#stage.writers.at(-1) as Person)
  }

  async #deactivate(): Promise<void> {
    const isBackAtOnce = this.#random() < 0.5
    if (this.#isActive) {
      if (isBackAtOnce) await setTimeout(this.#stage.settleMs)
      this.#leftMs.push(Date.now())
      await this.#bring('away')
      if (!isBackAtOnce) return
    }
    await this.#bring('back')
  }

  async #regenerate(): Promise<void> {
    const { api_key } = await this.#ask(this.#first, 'POST', '/users/me/api_key/regenerate')
    if (typeof api_key === 'string') this.#first = this.#keyed('key', api_key)
  }

  async #changePassword(): Promise<void> {
    const [one, other] = PASSWORDS
    const next = this.#password === one ? other : one
    const fields = { old_password: this.#password, new_password: next }
    const by = this.#pick(this.#credentials.filter(({ kind }) => kind !== 'program'))
    const { result } = await this.#ask(by, 'PATCH', '/settings', fields)
    if (result === 'success') this.#password = next
  }

  async #resetPassword(): Promise<void> {
    this.#password = this.#pick(PASSWORDS)
    await givePassword(this.#stage.world.chat, this.#person.user, this.#password)
    this.#notices.push('reset the password')
  }

  async #endProgram(): Promise<void> {
    const programs = this.#credentials.filter(({ kind }) => kind === 'program')
    const id = encodeURIComponent(grantOf(this.#pick(programs)))
    await this.#ask(this.#first, 'DELETE', `/connected_programs/${id}`)
  }

  async #endOthers(): Promise<void> {
    const by = this.#pick(this.#credentials.filter(({ kind }) => kind !== 'program'))
    await this.#ask(by, 'DELETE', '/users/me/sessions')
  }

  async #signOut(): Promise<void> {
    const sessions = this.#credentials.filter(({ kind }) => kind === 'session')
    await this.#ask(this.#pick(sessions), 'POST', '//accounts/logout/')
  }
}

let people = 0

/** Runs the history of a seed: what gives rights and ends them, beside things that stand on them, at two servers. */
export async function runRightHistory(
  stage: RightsStage,
  seed: number,
  setPassword: (person: Person, password: string) => Promise<void>,
): Promise<Outcome> {
  const person = await stage.world.add(`Somebody ${(people += 1)}`)
  await setPassword(person, PASSWORDS[0])
  return new History(stage, seed, person).run()
}
