import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { admitCall } from '../../../src/contract/rate-limited.ts'
import { RequestRoom } from '../../../src/http/bodies/request-body.ts'
import { createGuessLimit } from '../../../src/http/callers/guess-limit.ts'
import { AnswerPace } from '../../../src/http/fairness/answer-pace.ts'
import { AnswerTurns } from '../../../src/http/fairness/answer-turns.ts'
import { limitConnections } from '../../../src/http/fairness/connections.ts'
import { RequestTurns } from '../../../src/http/fairness/request-turns.ts'
import { DEFAULT_CALL_RULES } from '../../../src/http/limits.ts'
import {
  ADDRESS_GUESSES,
  CONNECTIONS_PER_ADDRESS_MAX_COUNT,
  LARGE_ANSWERS_BURST_CHARS,
  LARGE_ANSWERS_WAITING_MAX_COUNT,
  REQUESTS_TURN_MAX_MS,
} from '../../../src/http/limits.ts'
import { RateLimit } from '../../../src/lib/rate-limit.ts'
import { stopClock } from '../stopped-clock.ts'
import {
  ANYBODY,
  type Caller,
  networkOfCaller,
  type Scenario,
  STRANGERS,
  outcomeOf,
  outcomeSoon,
} from './scenario.ts'

const { signal } = new AbortController()

/** Some calls more than any cap of the scenarios here. */
const MANY = 2_500

const requesterOf = (caller: Caller) => ({
  address: networkOfCaller(caller),
  credential: caller.isStranger ? '' : caller.principal.id,
})

/** Where connections come from: Node's server without a port. */
class Door extends EventEmitter {
  /** A connection from an address; tells what became of it. */
  knock({ address }: Caller): string {
    let isClosed = false
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress: address,
      destroy: () => {
        isClosed = true
      },
    })
    this.emit('connection', socket)
    return isClosed ? 'closed' : 'answered'
  }
}

const connections: Scenario = {
  rows: ['open connections'],
  by: STRANGERS,
  async run({ call }, other) {
    const door = new Door()
    limitConnections(door as unknown as Server, CONNECTIONS_PER_ADDRESS_MAX_COUNT)
    for (let n = 0; n < CONNECTIONS_PER_ADDRESS_MAX_COUNT; n += 1) door.knock(call(n))
    return { flooder: door.knock(call(MANY)), other: door.knock(other) }
  },
}

const requestTurns: Scenario = {
  rows: ['time for which requests are begun'],
  by: ANYBODY,
  async run({ call }, other) {
    const turns = new RequestTurns()
    const begun: string[] = []
    const add = (caller: Caller, name: string) =>
      turns.add(requesterOf(caller), () => {
        begun.push(name)
        const endMs = performance.now() + REQUESTS_TURN_MAX_MS
        while (performance.now() < endMs);
      })
    for (let n = 0; n < 20; n += 1) add(call(n), 'flooder')
    add(call(20), 'last of flooder')
    add(other, 'other')
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    return {
      flooder: begun.includes('last of flooder') ? 'answered' : 'waits',
      other: begun.includes('other') ? 'answered' : 'waits',
    }
  },
}

const refusals: Scenario = {
  rows: ['time for which the next request of a caller waits who was refused'],
  by: ANYBODY,
  async run({ call }, other) {
    using _clock = stopClock()
    const turns = new RequestTurns()
    for (let n = 0; n < 200; n += 1) turns.noteRefusal(requesterOf(call(n)))
    const pass = (caller: Caller) => {
      let hasPassed = false
      turns.add(requesterOf(caller), () => {
        hasPassed = true
      })
      return hasPassed ? 'answered' : 'waits'
    }
    return { flooder: pass(call(201)), other: pass(other) }
  },
}

const calls: Scenario = {
  rows: ['calls over HTTP in 10 seconds', 'calls over HTTP in 60 seconds'],
  by: ANYBODY,
  async run({ call }, { principal }) {
    const limit = new RateLimit(DEFAULT_CALL_RULES)
    const admit = async (id: string) => outcomeOf(() => admitCall(limit, id, 0))
    for (let n = 0; n < MANY; n += 1) await admit(call(n).principal.id)
    return { flooder: await admit(call(MANY).principal.id), other: await admit(principal.id) }
  },
}

const smallBodies: Scenario = {
  rows: ['small bodies of requests'],
  by: ANYBODY,
  async run({ call }, { principal }) {
    const room = new RequestRoom()
    const request = new Request('http://a.test', { headers: { 'content-length': '60000' } })
    const take = async (id: string) => outcomeOf(() => room.take(request, id))
    for (let n = 0; n < MANY; n += 1) await take(call(n).principal.id)
    return { flooder: await take(call(MANY).principal.id), other: await take(principal.id) }
  },
}

const largeBodies: Scenario = {
  rows: [
    'large bodies of requests, until they are answered, of all',
    'large bodies of requests, until they are answered, of one',
    'large bodies of requests that arrive or wait for room',
  ],
  by: ANYBODY,
  async run({ call }, { principal }) {
    const room = new RequestRoom()
    const take = async (id: string) => {
      const isGranted = room.leaseLarge(id).grow(4_000_000, signal)
      return outcomeSoon(
        isGranted.then((got) => (got ? undefined : Promise.reject(new Error('full')))),
      )
    }
    for (let n = 0; n < 300; n += 1) void take(call(n).principal.id)
    await nextTurn()
    return { flooder: await take(call(301).principal.id), other: await take(principal.id) }
  },
}

const answerTurns: Scenario = {
  rows: ['calls with large chat answers that wait'],
  by: ['one account'],
  async run({ call }, { principal }) {
    const turns = new AnswerTurns()
    const take = async (id: string) => outcomeSoon(turns.take(id, signal))
    for (let n = 0; n < LARGE_ANSWERS_WAITING_MAX_COUNT + 1; n += 1) {
      void turns.take(call(n).principal.id, signal)
    }
    return { flooder: await take(call(MANY).principal.id), other: await take(principal.id) }
  },
}

const answerPace: Scenario = {
  rows: [
    'large chat answers of one caller, written at once',
    'large chat answers of one caller, written in each further second',
  ],
  by: ['one account'],
  async run({ call }, { principal }) {
    using _clock = stopClock()
    const pace = new AnswerPace({ loadOf: () => 1 })
    for (let n = 0; n < 40; n += 1)
      pace.charge(call(n).principal.id, LARGE_ANSWERS_BURST_CHARS / 20)
    const ask = (id: string) => (pace.isBehind(id) ? 'waits' : 'answered')
    return { flooder: ask(call(MANY).principal.id), other: ask(principal.id) }
  },
}

const guesses: Scenario = {
  rows: ['wrong keys, tokens and cookies in a minute'],
  by: ['one address'],
  async run({ call }, other) {
    const limit = createGuessLimit(() => new Date(0))
    const guess = async ({ peer }: Caller) => outcomeOf(() => limit.count(peer))
    for (let n = 0; n < ADDRESS_GUESSES.count; n += 1) await guess(call(n))
    return { flooder: await guess(call(MANY)), other: await guess(other) }
  },
}

/** What callers have in common of the HTTP surface. */
export const httpScenarios: readonly Scenario[] = [
  connections,
  requestTurns,
  refusals,
  calls,
  smallBodies,
  largeBodies,
  answerTurns,
  answerPace,
  guesses,
]
