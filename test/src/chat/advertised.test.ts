// @module-tag full
import { expect, test } from 'vitest'
import { fetchPath, sendFiles, upload } from '../../support/chat-uploads.ts'
import { ok, startChatWorld } from '../../support/chat-world.ts'
import { gifOf } from '../../support/pictures.ts'

/** Every text in an answer that is an address on the server, as a path. */
function pathsIn(value: unknown, base: string): string[] {
  if (typeof value === 'string') {
    const path = value.startsWith(`${base}/`) ? value.slice(base.length) : value
    return /^\/(?:static|user_uploads|user_avatars|avatar)\//.test(path) || path !== value
      ? [path]
      : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one) => pathsIn(one, base))
}

test('every address on this server that clients are told of is served', async () => {
  await using world = await startChatWorld()
  const { owner, anybody } = world
  const emoji = [{ name: 'x.gif', content: gifOf(2) }]
  ok(await sendFiles(world, owner, emoji, '/realm/emoji/party'))
  const url = await upload(world, owner, 'a.txt')
  await owner.say(`[a](${url})`)
  const answers = [
    await owner.register({ client_extavatar: false }),
    ok(await anybody.get('/server_settings')),
    ok(await owner.get('/users', { client_extavatar: false })),
    ok(await owner.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0 })),
  ]
  const paths = [...new Set(answers.flatMap((answer) => pathsIn(answer, world.chat.url)))]
  expect(paths).toEqual(expect.arrayContaining(['/static/realm-icon.png', '/static/emoji.json']))
  // Two of the emoji, and those of the owner and of the bot of notices.
  expect(paths.filter((path) => path.startsWith('/user_avatars/'))).toHaveLength(5)
  for (const path of paths)
    expect([path, (await fetchPath(world, owner, path)).status]).toEqual([path, 200])
})

test('the table of emoji tells the names of every code, the usual one first', async () => {
  await using world = await startChatWorld()
  const answer = await fetchPath(world, undefined, '/static/emoji.json')
  expect(answer.headers.get('content-type')).toBe('application/json')
  const { code_to_names: table } = (await answer.json()) as {
    code_to_names: Record<string, string[]>
  }
  expect(Object.keys(table).length).toBeGreaterThan(1_500)
  expect(table['1f389']?.[0]).toBe('tada')
  expect(table['1f642']?.[0]).toBe('slight_smile')
  for (const [code, names] of Object.entries(table)) {
    expect(code).toMatch(/^[0-9a-f]{4,}(-[0-9a-f]{4,})*$/)
    expect(names.length).toBeGreaterThan(0)
  }
  const icon = await fetchPath(world, undefined, '/static/realm-icon.png')
  expect(icon.headers.get('content-type')).toBe('image/png')
  const part = await fetchPath(world, undefined, '/static/realm-icon.png', {
    headers: { range: 'bytes=1-3' },
  })
  expect(await part.text()).toBe('PNG')
})
