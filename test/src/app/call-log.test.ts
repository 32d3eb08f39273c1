import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CallLog } from '../../../src/app/call-log.ts'
import { ACCOUNT_MAX_COUNT, CALLS_MAX_COUNT } from '../../../src/app/call-trim.ts'
import type { CallCourse } from '../../../src/contract/call-course.ts'
import { onBothDatabases } from '../../support/both-databases.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { quietLog } from '../../support/store-backend.ts'

const STARTED_MS = 1_000_000_000

const ended = { outcome: 'ok', seconds: 1 }

const call = (operation: string, more: Partial<CallCourse> = {}): CallCourse => ({
  surface: 'mcp',
  operation,
  usesChat: true,
  isAgent: true,
  startedMs: STARTED_MS,
  ...more,
})

await onBothDatabases(({ newLocation, open }) => {
  const openLogs = async () => {
    const store = await open(newLocation())
    const clock = { nowMs: STARTED_MS + 5_000 }
    const parts = {
      store: async () => store,
      now: () => new Date(clock.nowMs),
      log: quietLog,
      keepsFailures: true,
    }
    const another = (more = {}) => new CallLog({ ...parts, ...more })
    const count = async () =>
      (await store.db.selectFrom('logged_call').select('id').execute()).length
    return {
      log: another(),
      another,
      store: parts.store,
      clock,
      count,
      [Symbol.asyncDispose]: async () => store.close(),
    }
  }

  test('tells what an account waits for and what it did last, to each process of the store', async () => {
    await using logs = await openLogs()
    const { log, another, clock } = logs
    const end = log.follow(call('ask', { account: 7 }))
    log.follow(call('send_message', { account: 7 }))({ outcome: 'ok', seconds: 1 })
    await log.close()
    const other = another()
    const { last, running } = (await other.activity()).get(7) ?? {}
    expect([last?.operation, running?.map(({ operation }) => operation)]).toEqual([
      'send_message',
      ['ask'],
    ])
    end({ outcome: 'cancelled', seconds: 2 })
    await log.close()
    expect((await other.activity()).get(7)).toMatchObject({
      last: { operation: 'ask', seconds: 2 },
      running: [],
    })
    // A process that dies ends nothing.
    log.follow(call('ask', { account: 8 }))
    expect((await log.activity()).get(8)).toMatchObject({ running: [{ operation: 'ask' }] })
    clock.nowMs += 15 * 60_000
    expect((await other.activity()).has(8)).toBe(false)
  })

  test('a call whose caller went away is no failure', async () => {
    await using logs = await openLogs()
    const { log } = logs
    for (const outcome of ['cancelled', 'internal', 'ok']) {
      log.follow(call('send_message', { account: 7 }))({ outcome, seconds: 1 })
      log.follow(call('pdf', { usesChat: false }))({ outcome, seconds: 1 })
    }
    log.follow(call('qr', { usesChat: false }))({ outcome: 'invalid_input', seconds: 1 })
    log.follow(call('qr', { usesChat: false }))({ outcome: 'unavailable', seconds: 1 })
    const failed = await log.failures(10, 'faults')
    expect(failed.map(({ outcome }) => outcome)).toEqual(['unavailable', 'internal', 'internal'])
    const refused = await log.failures(10, 'refusals')
    expect(refused.map(({ outcome }) => outcome)).toEqual(['invalid_input'])
    // What an agent did is shown, whatever came of it.
    const calls = await log.calls(10)
    expect(calls.map(({ outcome }) => outcome)).toEqual(['ok', 'internal', 'cancelled'])
  })

  test('learns who calls while the call is under way, and notes none that ends at once', async () => {
    await using logs = await openLogs()
    const { log, clock, count } = logs
    const course = call('ask')
    log.follow(course)
    expect((await log.activity()).size).toBe(0)
    course.account = 9
    clock.nowMs = STARTED_MS + 10
    expect((await log.activity()).size).toBe(0)
    expect(await count()).toBe(0)
    clock.nowMs = STARTED_MS + 1_000
    expect([...(await log.activity()).keys()]).toEqual([9])
  })

  test('keeps what agents did in the chat or paid for, the newest first, and every failure', async () => {
    await using logs = await openLogs()
    const { log, another } = logs
    const agent = { account: 1, client: 'desk\u0000top' }
    log.follow(call('extract', { usesChat: false }))(ended)
    log.follow(call('qr', { usesChat: false, paid: ['0.01', '0.02'] }))(ended)
    log.follow(call('send_message', agent))(ended)
    log.follow(call('get_events', { ...agent, polls: true }))(ended)
    log.follow(call('get_messages', { account: 2, isAgent: false }))(ended)
    const error = { message: 'Too large.', hint: 'Ask for less.' }
    log.follow(call('rss_to_json', { usesChat: false }))({
      outcome: 'too_large',
      seconds: 1,
      error,
    })
    await log.close()
    const after = another()
    expect(await after.calls(10)).toMatchObject([
      { operation: 'send_message', client: 'desktop' },
      { operation: 'qr', paid: ['0.01', '0.02'] },
    ])
    expect((await after.calls(10, 1)).map(({ operation }) => operation)).toEqual(['send_message'])
    expect(await after.failures(10, 'refusals')).toMatchObject([
      { operation: 'rss_to_json', error },
    ])
    const quiet = another({ keepsFailures: false })
    quiet.follow(call('pdf', { usesChat: false }))({ outcome: 'too_large', seconds: 1 })
    expect(await quiet.failures(10, 'refusals')).toHaveLength(1)
  })

  test('notes no more of a burst than it has room for, but everything that was paid', async () => {
    await using logs = await openLogs()
    const { log } = logs
    for (let n = 0; n < 300; n += 1) log.follow(call(`n${n}`, { account: n }))(ended)
    for (let n = 0; n < 120; n += 1) log.follow(call('qr', { paid: ['0.01'] }))(ended)
    expect(await log.calls(10_000)).toHaveLength(220)
  })

  test('errands of a caller get the account that a later call makes, and no other', async () => {
    await using logs = await openLogs()
    const { log, another, count } = logs
    const errand = (operation: string, caller: string, more = {}) =>
      log.follow(call(operation, { usesChat: false, caller, ...more }))
    errand('extract', 'key a')(ended)
    errand('qr', 'key b')(ended)
    errand('pdf', 'key a')({ outcome: 'too_large', seconds: 1 })
    expect(await count()).toBe(0)
    // What failed is told of before anybody claims it.
    expect(await log.failures(10, 'refusals')).toMatchObject([{ operation: 'pdf' }])
    log.follow(call('send_message', { account: 7, caller: 'key a' }))(ended)
    errand('convert', 'key a')(ended)
    errand('feed', 'program c', { account: 9, programId: 'grant' })(ended)
    const names = async (account: number) =>
      (await log.calls(10, account)).map(({ operation }) => operation).toSorted()
    expect(await names(7)).toEqual(['convert', 'extract', 'pdf', 'send_message'])
    expect(await names(9)).toEqual(['feed'])
    expect(await log.failures(10, 'refusals')).toHaveLength(1)
    // Nobody claims the rest: only what failed or was paid stays.
    errand('gas', 'key b')({ outcome: 'too_large', seconds: 1 })
    await log.close()
    expect(await another().failures(10, 'refusals')).toHaveLength(2)
    expect(await count()).toBe(6)
  })

  test('of errands that nobody claims, no more wait than there is room for: the oldest are those of strangers', async () => {
    await using logs = await openLogs()
    const { log, count } = logs
    for (let n = 0; n < 250; n += 1) {
      log.follow(call(`n${n}`, { usesChat: false, caller: 'key a' }))({
        outcome: 'too_large',
        seconds: 1,
      })
    }
    await log.failures(1, 'refusals')
    expect(await count()).toBe(50)
    log.follow(call('ask', { account: 3, caller: 'key a' }))(ended)
    const names = (await log.calls(1_000, 3)).map(({ operation }) => operation)
    expect(names).not.toContain('n49')
    expect(names).toContain('n50')
  })

  test('an errand is part of the conversation that its agent took part in last, for half an hour, at whatever process', async () => {
    await using logs = await openLogs()
    const { log, another } = logs
    const MINUTE = 60_000
    const at = (minutes: number, more: Partial<CallCourse> = {}) =>
      call('extract', {
        usesChat: false,
        account: 7,
        startedMs: STARTED_MS + minutes * MINUTE,
        ...more,
      })
    const said = (minutes: number, message: number, more: Partial<CallCourse> = {}) =>
      at(minutes, { operation: 'send_message', usesChat: true, message, ...more })
    log.follow(at(-1))(ended)
    log.follow(said(0, 11))(ended)
    log.follow(at(5))(ended)
    log.follow(said(6, 12))(ended)
    log.follow(at(10, { account: 8 }))(ended)
    log.follow(at(10, { programId: 'grant' }))(ended)
    log.follow(at(36))(ended)
    log.follow(at(37))(ended)
    await log.close()
    const other = another()
    other.follow(at(20))(ended)
    expect(await other.placeOf(at(21))).toBe(12)
    expect(await other.placeOf(at(3))).toBe(11)
    const found = (await other.calls(20, 7)).map(({ startedMs, message }) => [
      (startedMs - STARTED_MS) / MINUTE,
      message,
    ])
    expect(found).toEqual([
      [37, undefined],
      [36, 12],
      [20, 12],
      [10, undefined],
      [6, 12],
      [5, 11],
      [0, 11],
      [-1, undefined],
    ])
    expect((await other.calls(20, 8)).map(({ message }) => message)).toEqual([undefined])
  })

  test('of a person, what the page called is not among what programs did in their name', async () => {
    await using logs = await openLogs()
    const { log } = logs
    const failed = { outcome: 'invalid_input', seconds: 1 }
    log.follow(call('send_message', { account: 4, isAgent: false, way: 'session' }))(failed)
    log.follow(call('send_message', { account: 4, way: 'oauth', programId: 'g' }))(failed)
    expect(await log.calls(10, 4)).toMatchObject([{ way: 'oauth', programId: 'g' }])
  })

  test('forgets what is old, and of one account what is too much', async () => {
    await using logs = await openLogs()
    const { log, clock, count } = logs
    const note = async (account: number, rounds: number) => {
      for (let round = 0; round < rounds; round += 1) {
        for (let n = 0; n < 100; n += 1) log.follow(call('send_message', { account }))(ended)
        await log.close()
      }
    }
    await note(5, 1)
    await note(6, 12)
    expect(await count()).toBe(1_300)
    await log.job.run(AbortSignal.timeout(PATIENCE_MS))
    expect(await count()).toBe(1_100)
    clock.nowMs += 30 * 86_400_000
    await log.trim()
    expect(await count()).toBe(0)
  })

  test('of too much, forgets calls of the person whose agents made most, and nobody else’s', async () => {
    await using logs = await openLogs()
    const store = await logs.store()
    const PEOPLE = 2
    const BOTS = 25
    await store.write(async (tx) => {
      for (let id = 1; id <= PEOPLE + BOTS; id += 1) {
        const isBot = id > PEOPLE
        // The bots are all of the second person.
        await sql`insert into chat_user (id, email, email_key, full_name, role, is_active, is_deleted,
            is_imported_stub, is_bot, bot_owner_id, joined_at, joins_at_sign_in, timezone, avatar_version,
            email_visibility, settings, read_up_to)
          values (${id}, ${`u${id}@x.test`}, ${`u${id}@x.test`}, 'U', 400, 1, 0, 0, ${isBot ? 1 : 0},
            ${isBot ? 2 : null}, 0, 0, '', 1, 1, '{}', 0)`.execute(tx)
      }
      const note = async (account: number | null, count: number) =>
        sql`insert into logged_call (started_ms, surface, operation, uses_chat, account_id, outcome, paid)
          with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
          select ${STARTED_MS}, 'mcp', 'send_message', 1, ${account}, 'ok', null from n`.execute(tx)
      await note(1, 900)
      await note(null, 100)
      for (let bot = 1; bot <= BOTS; bot += 1) await note(PEOPLE + bot, ACCOUNT_MAX_COUNT)
    })
    await logs.log.trim()
    expect(await logs.count()).toBe(CALLS_MAX_COUNT)
    expect(await logs.log.calls(2_000, 1)).toHaveLength(900)
    expect(await logs.log.calls(2_000, PEOPLE + 1)).toHaveLength(0)
    expect(await logs.log.calls(2_000, PEOPLE + BOTS)).toHaveLength(ACCOUNT_MAX_COUNT)
  })
})
