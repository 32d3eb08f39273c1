import { expect, test } from 'vitest'
import { canaries } from '../../support/canaries.ts'
import { sendFiles } from '../../support/chat-uploads.ts'
import { type Answer, ok, type Person, startChatWorld } from '../../support/chat-world.ts'
import { judgeDay, REGISTRATIONS } from '../../support/event-day.ts'
import { followExamples } from '../../support/follow-examples.ts'
import { pngOf } from '../../support/pictures.ts'
import { decodingFaults } from '../../support/strict-decoders.ts'

test('every event of what the documentation shows can be decoded by clients that take nothing else', async () => {
  await using world = await startChatWorld()
  const member = await world.add('Member')
  const { owner } = world
  const queues: [Person, Answer][] = []
  for (const who of [owner, member]) {
    for (const fields of REGISTRATIONS) queues.push([who, await who.register(fields)])
  }
  const given = {
    member: member.id,
    member_email: member.email,
    own_email: owner.email,
    password: canaries().password,
  }
  const own = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const
  const refused: unknown[] = []
  await followExamples(given, async (path, { method, file }, request) => {
    // Nobody could go on with the key that this ends.
    if (path.endsWith('/regenerate')) return { status: 200, result: 'success', msg: '' }
    const content = file === 'picture' ? pngOf(8, 8) : 'plan'
    const verb = own.find((one) => one === method)?.toLowerCase() as 'post'
    const answer = file
      ? await sendFiles(world, owner, [{ name: `x.${file}`, content }], path)
      : await owner[verb](path, request)
    if (answer.result !== 'success') refused.push([path, answer.msg])
    return answer
  })
  expect(refused).toEqual([['/fetch_api_key', expect.any(String)]])
  const thread = { to: 'general', topic: 'x' }
  const id = await member.say('@**Owner** look', thread)
  ok(await member.patch(`/messages/${id}`, { content: 'look again' }))
  ok(await owner.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
  ok(await owner.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' }))
  ok(await member.post('/typing', { op: 'start', type: 'channel', stream_id: 1, topic: 'x' }))
  const seen = new Set<string>()
  const faults: string[] = []
  for (const [who, queue] of queues) {
    for (const event of await who.events(queue)) {
      seen.add(`${event['type']}/${event['op']}`)
      faults.push(...decodingFaults(event))
    }
  }
  expect([...new Set(faults)]).toEqual([])
  expect(seen.size).toBeGreaterThan(50)
})

test.each([2001, 2002])('every event of a random day, seed %i, can be decoded', async (seed) => {
  const { faults, kinds, day } = await judgeDay({ seed, acts: 800 })
  console.log(`seed ${seed}: ${day.done} acts done, ${kinds.size} kinds of events`)
  expect(faults).toEqual([])
  expect(day.done).toBeGreaterThan(400)
  expect(kinds.size).toBeGreaterThan(45)
})
