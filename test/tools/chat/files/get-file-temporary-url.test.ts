import { expect, test } from 'vitest'
import { fetchPath, upload } from '../../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('whoever sees a file can lend it for a minute to somebody without an account', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const path = await upload(world, alice, 'привет 1.txt', 'hello')
  const lent = ok(await alice.get(encodeURI(path)))['url'] as string
  expect(lent).toMatch(/^\/user_uploads\/temporary\/1\.\d+\.[\w-]{43}\/привет-1\.txt$/)
  const status = async (url: string) => (await fetchPath(world, undefined, url)).status
  const answer = await fetchPath(world, undefined, lent)
  expect([answer.status, await answer.text()]).toEqual([200, 'hello'])
  const refused = await bob.get(encodeURI(path))
  expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect(await bob.get('/user_uploads/1/x/y.txt')).toEqual(refused)
  const [, , , token = ''] = lent.split('/')
  const [id, until, seal] = token.split('.')
  const forged = [
    `${Number(id) + 1}.${until}.${seal}`,
    `${id}.${Number(until) + 1}.${seal}`,
    `${id}.${until}.${'A'.repeat(43)}`,
    `${id}.${until}.`,
    `${id}.${until}`,
    'x',
  ]
  for (const other of forged) expect(await status(lent.replace(token, other))).toBe(404)
  expect(await status(`${lent}x`)).toBe(404)
  world.pass(59)
  expect(await status(lent)).toBe(200)
  world.pass(2)
  expect(await status(lent)).toBe(404)
})

test('a file that is gone is lent no more', async () => {
  await using world = await startChatWorld()
  const path = await upload(world, world.owner, 'a.txt')
  const lent = ok(await world.owner.get(path))['url'] as string
  ok(await world.owner.delete('/attachments/1'))
  expect((await fetchPath(world, undefined, lent)).status).toBe(404)
})
