import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeChat } from '../../../../src/chat/kernel/unit-of-work.ts'
import { addKey, digestOf } from '../../../../src/chat/users/sign-in/api-keys.ts'
import { givePassword } from '../../../../src/chat/users/sign-in/change-password.ts'
import { sessionCookieName } from '../../../../src/http/callers/browser.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { canaries } from '../../../support/canaries.ts'
import { ok, type Person } from '../../../support/chat-world.ts'
import { grantOf, letProgramIn } from '../../../support/rights/programs.ts'
import {
  type OpenStage,
  runRightHistories,
  startRightsStage,
} from '../../../support/rights/stage.ts'
import {
  askOf,
  type Credential,
  listenOf,
  pollOf,
  type Setting,
  sessionOf,
  taskOf,
  type Thing,
  waitOf,
} from '../../../support/rights/things.ts'

/** So seldom that it is not looked at rights at all: what is delivered does not hang on that. */
const NEVER_MS = 3_600_000

const SEEDS = [1, 2]

let stage: OpenStage
let over: AbortController
const { password } = canaries()

/** Somebody with all that one may be let in by. */
async function letIn(name: string) {
  const { world, publicUrl } = stage
  const { chat } = world
  const person = await world.add(name)
  const { email, id, key, user } = person
  const further = await writeChat(chat, async ({ tx }) => addKey(tx, id, chat.now().getTime()))
  const token = await chat.sessions.open(user, { before: undefined, client: 'test' })
  const by = (kind: Credential['kind'], secret: string): Credential => ({
    kind,
    mark: digestOf(secret),
    email,
    secret,
  })
  return {
    ...person,
    first: by('key', key),
    further: by('further key', further),
    browser: by('session', token),
    token,
    program: await letProgramIn(world, person, publicUrl),
  }
}

type Somebody = Awaited<ReturnType<typeof letIn>>

function settingOf({ register }: Person): Setting {
  const [writer, , responder] = stage.writers as [Person, Person, Person]
  return {
    store: stage.world.chat.store,
    // It ends at the other one.
    url: () => String(stage.urls[1]),
    cookie: sessionCookieName(stage.publicUrl),
    from: () => '10.0.0.1',
    places: new Map([[`chat://dm/${writer.id}`, undefined]]),
    responder: responder.id,
    seq: async () => 0,
    queue: async () => String((await register({ event_types: ['message'] }))['queue_id']),
    over: over.signal,
  }
}

type End = (somebody: Somebody) => Promise<unknown>

const leave: End = async ({ id }) => ok(await stage.world.owner.delete(`/users/${id}`))
const comeBack: End = async ({ id }) => ok(await stage.world.owner.post(`/users/${id}/reactivate`))
const renew: End = async ({ post }) => ok(await post('/users/me/api_key/regenerate'))
const reset: End = async ({ user }) => givePassword(stage.world.chat, user, `${password} anew`)
const endProgram: End = async (somebody) =>
  ok(await somebody.delete(`/connected_programs/${encodeURIComponent(grantOf(somebody.program))}`))
const signOut: End = async ({ token }) => stage.world.chat.sessions.end(token)
const leaveAndComeBack: End = async (somebody) => {
  await leave(somebody)
  await comeBack(somebody)
}

/** What was open, by what, and how that has ended. */
const CASES: readonly (readonly [
  string,
  (by: Credential, setting: Setting) => Thing,
  'first' | 'further' | 'browser' | 'program',
  string,
  End,
])[] = [
  ['a poll', pollOf, 'first', 'deactivation', leave],
  ['a poll', pollOf, 'first', 'deactivation for a moment', leaveAndComeBack],
  ['a poll', pollOf, 'first', 'a new key', renew],
  ['a poll', pollOf, 'further', 'a new password', reset],
  ['a poll', pollOf, 'browser', 'signing out', signOut],
  ['a wait', waitOf, 'first', 'deactivation for a moment', leaveAndComeBack],
  ['a wait', waitOf, 'further', 'a new key', renew],
  ['a wait', waitOf, 'program', 'the end of a program', endProgram],
  ['a question', askOf, 'further', 'a new password', reset],
  ['a task', taskOf, 'program', 'the end of a program', endProgram],
  ['a task', taskOf, 'first', 'a new key', renew],
  ['a subscription', listenOf, 'program', 'a new password', reset],
  ['a subscription', listenOf, 'first', 'deactivation for a moment', leaveAndComeBack],
  ['a session', sessionOf, 'first', 'a new key', renew],
  ['a session', sessionOf, 'program', 'the end of a program', endProgram],
]

/** How the next request is refused. */
const REFUSED = /^(UNAUTHORIZED|USER_DEACTIVATED|unauthorized)$/

/** Whether something tells of changes by a stream, which just ends. */
function isStream(open: unknown): boolean {
  return open === listenOf || open === sessionOf
}

/** Opens something, and waits until it has heard of a message. */
async function openFor(
  somebody: Somebody,
  open: (by: Credential, setting: Setting) => Thing,
  by: Credential,
): Promise<Thing> {
  const [writer, , responder] = stage.writers as [Person, Person, Person]
  const thing = open(by, settingOf(somebody))
  await vi.waitFor(
    async () => {
      await (open === askOf ? responder : writer).whisper('hear', somebody)
      // What a task has heard is known when it is over.
      const isTask = open === taskOf
      const isHeard = isTask
        ? (await countTasksOf(somebody)) > 0
        : thing.requests.some(({ delivered }) => delivered.size > 0)
      // What it asked for comes back when enough have answered.
      const isAsked = open === askOf && (await asksOf(somebody)) > 0
      if (!isHeard && !isAsked) throw new Error('It is not open yet.')
    },
    { interval: 50 },
  )
  return thing
}

async function countTasksOf({ id }: Somebody): Promise<number> {
  const tasks = stage.world.chat.store.db.selectFrom('mcp_task').select('id')
  return (await tasks.where('account_id', '=', id).execute()).length
}

/** How many questions somebody has asked. */
async function asksOf({ id }: Somebody): Promise<number> {
  const sent = stage.world.chat.store.db.selectFrom('chat_message').select('id')
  return (await sent.where('sender_id', '=', id).execute()).length
}

function heardBy({ requests }: Thing): (number | string)[] {
  return requests.flatMap(({ delivered }) => [...delivered])
}

await onBothDatabases((backend) => {
  // What differs there is how the database counts the ends of sessions and tokens.
  const cases = backend.kind === 'sqlite' ? CASES : CASES.filter(([, , by]) => by === 'browser')
  describe('while it is looked at rights', () => {
    beforeAll(async () => {
      over = new AbortController()
      stage = await startRightsStage(backend, { rightsLookMs: 20 })
    }, 60_000)
    afterAll(async () => {
      over.abort()
      await stage[Symbol.asyncDispose]()
    })

    test.each(cases)('%s (%#) ends though nothing happens', async (name, open, kind, how, end) => {
      const somebody = await letIn(`Quiet ${name} ${kind} ${how}`)
      const thing = await openFor(somebody, open, somebody[kind])
      await end(somebody)
      expect((await thing.closed).code).toMatch(isStream(open) ? /^ended$/ : REFUSED)
    })

    test(
      'in random histories at two servers nothing is delivered that was committed after an end',
      { tags: 'full' },
      async () => {
        const { faults, ...counts } = await runRightHistories(stage, SEEDS, SEEDS.length)
        expect(faults).toEqual([])
        expect(counts.ended).toBeGreaterThan(SEEDS.length * 3)
      },
    )
  })

  describe('while it is not looked at rights', () => {
    beforeAll(async () => {
      over = new AbortController()
      stage = await startRightsStage(backend, { rightsLookMs: NEVER_MS })
    }, 60_000)
    afterAll(async () => {
      over.abort()
      await stage[Symbol.asyncDispose]()
    })

    test.each(cases)('%s (%#) delivers nothing more', async (name, open, kind, how, end) => {
      const [writer, , responder] = stage.writers as [Person, Person, Person]
      const somebody = await letIn(`Late ${name} ${kind} ${how}`)
      const bystander = await letIn(`Bystander ${name} ${kind} ${how}`)
      const thing = await openFor(somebody, open, somebody[kind])
      const other = await openFor(bystander, isStream(open) ? open : pollOf, bystander.first)
      await end(somebody)
      for (const { delivered } of [...thing.requests, ...other.requests]) delivered.clear()
      const { user } = ok(await stage.world.owner.get(`/users/${somebody.id}`))
      for (const who of user['is_active'] ? [responder, writer] : []) {
        await who.whisper('late', somebody)
      }
      // Whatever would be told has been told when somebody else has heard of what was written after it.
      await writer.whisper('late', bystander)
      await vi.waitFor(() => expect(heardBy(other)).not.toEqual([]))
      const { code } = isStream(open) ? { code: 'unauthorized' } : await thing.closed
      expect(code).toMatch(REFUSED)
      expect(heardBy(thing)).toEqual([])
    })
  })
})
