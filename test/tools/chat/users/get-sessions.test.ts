import { expect, test } from 'vitest'
import { hashPassword } from '../../../../src/chat/users/sign-in/passwords.ts'
import { openBrowser } from '../../../support/browser.ts'
import { canaries } from '../../../support/canaries.ts'
import { startChatForEach, world } from '../../../support/chat-people.ts'
import { CHEAP } from '../../../support/chat-world.ts'

startChatForEach()
const { password } = canaries()

test('a browser sees where its user is signed in, and ends one or all others', async () => {
  const passwordHash = await hashPassword(password, CHEAP)
  const alice = await world.add('Alice', { passwordHash })
  const browsers = [openBrowser(world), openBrowser(world), openBrowser(world)] as const
  for (const browser of browsers) {
    await browser.login(alice.email, password)
    world.pass(60)
  }
  const [, here, other] = browsers
  const list = async () =>
    ((await (await here.request('/users/me/sessions')).json()) as { sessions: object[] }).sessions
  const sessions = await list()
  expect(sessions).toEqual([
    expect.objectContaining({ created: 1_767_323_165, is_current: false }),
    expect.objectContaining({ created: 1_767_323_105, is_current: true }),
    expect.objectContaining({ created: 1_767_323_045, is_current: false }),
  ])
  expect(JSON.stringify(sessions)).not.toContain(here.cookies.get('sessionid'))
  const end = async (path: string) => here.request(path, { method: 'DELETE' })
  const { session_id } = sessions[0] as { session_id: string }
  expect((await end(`/users/me/sessions?session_id=${session_id}`)).status).toBe(200)
  expect((await end(`/users/me/sessions?session_id=${session_id}`)).status).toBe(404)
  expect((await other.request('/users/me')).status).toBe(401)
  expect((await end('/users/me/sessions')).status).toBe(200)
  expect(await list()).toEqual([expect.objectContaining({ is_current: true })])
})
