import type { AnyOperation } from '../../../src/contract/operation.ts'
import { chatOperations } from '../../../tools/chat.ts'
import type { Answer, Fields } from '../chat-world.ts'
import type { At, Probe } from './probe.ts'
import type { Verdict } from './rules.ts'
import type { Scene } from './scene.ts'
import { type CallerIdentity, type Thing, UNUSED, VARIANTS, withoutName } from './things.ts'

const operations = new Map(chatOperations.map((operation) => [operation.name, operation]))

/** The expected result of a caller. */
type Expected = Verdict | 'signed out'

/** Makes every request of a probe as every user. Returns the users with unexpected results. */
export async function askAll(
  scene: Scene,
  probe: Probe,
  askers: readonly CallerIdentity[],
): Promise<{ findings: string[]; count: number }> {
  const operation = operations.get(probe.operation)
  if (!operation) throw new Error(`There is no operation ${probe.operation}.`)
  const findings: string[] = []
  let count = 0
  for (const asker of askers) {
    const note = (variant: string, expected: Expected, answer: Answer) =>
      findings.push(
        `${asker}, ${variant}: expected ${expected}, got ${JSON.stringify(answer).slice(0, 200)}`,
      )
    const at: At = (kind, variant) => scene.thing(kind, variant, asker)
    /** The response; and for a success that should have had no effect, what it changed. */
    const ask = async (thing: Thing, isAsIfMissing: boolean): Promise<Answer> => {
      count += 1
      // Failed attempts to sign in are counted for half an hour.
      if (asker === 'deactivated' && count % 2 === 1) scene.world.pass(1_801)
      const answer = await request(scene, asker, operation, probe.fields(thing, at))
      if (answer.result !== 'success' || operation.effects.readOnly) return answer
      const changes = isAsIfMissing ? await scene.changes() : undefined
      await scene.restore()
      return { ...answer, changes }
    }
    const missing = probe.about ? await ask(UNUSED, true) : undefined
    const all: readonly string[] = probe.about ? VARIANTS[probe.about] : ['']
    // Without sign-in nothing is examined: two variants stand for all.
    const variants = isSignedOut(operation, asker) ? all.slice(0, 2) : all
    for (const variant of variants) {
      const thing = probe.about ? scene.thing(probe.about, variant as never, asker) : UNUSED
      const expected = expectedOf(operation, probe, asker, variant)
      const answer = await ask(thing, expected === 'as if missing')
      const isSame = missing && withoutName(answer, thing) === withoutName(missing, UNUSED)
      if (!isAsExpected(expected, answer, isSame, operation)) note(variant, expected, answer)
    }
  }
  return { findings, count }
}

function expectedOf(
  operation: AnyOperation,
  probe: Probe,
  asker: CallerIdentity,
  variant: string,
): Expected {
  return isSignedOut(operation, asker) ? 'signed out' : probe.may(asker, variant)
}

function isSignedOut({ http }: AnyOperation, asker: CallerIdentity): boolean {
  if (http.ignoresCredentials) return false
  return asker === 'deactivated' || (asker === 'anonymous' && !http.anonymous)
}

function isAsExpected(
  expected: Expected,
  answer: Answer,
  isSame: boolean | undefined,
  operation: AnyOperation,
): boolean {
  // Nothing is looked at for who is not signed in.
  if (expected === 'signed out') return answer.status === 401 && isSame !== false
  if (expected === 'as if missing') return isSame === true
  if (expected === 'no') return answer.result === 'error' && answer.status < 500
  // The thing that is read must be there: not the answer for something that does not exist.
  return answer.result === 'success' && !(operation.effects.readOnly && isSame)
}

async function request(
  scene: Scene,
  asker: CallerIdentity,
  { http }: AnyOperation,
  fields: Fields,
): Promise<Answer> {
  const rest = { ...fields }
  const path = http.path.replaceAll(/\{(\w+)(\+?)\}/g, (_, name: string, isRest: string) => {
    const value = String(rest[name])
    delete rest[name]
    return isRest ? value : encodeURIComponent(value)
  })
  const speaker = scene.speaker(asker)
  const method = http.method.toLowerCase() as keyof typeof speaker
  return speaker[method](path, rest)
}
