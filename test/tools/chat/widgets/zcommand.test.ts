import { expect, test } from 'vitest'
import { alice, startChatForEach } from '../../../support/chat-people.ts'

startChatForEach('Alice')

const run = async (command: string) => alice.post('/zcommand', { command })

test('commands change settings once, tell clients, and say what they did', async () => {
  const queue = await alice.register()
  expect(await run('/ping')).toMatchObject({ result: 'success', msg: '' })
  expect(await run('/dark')).toMatchObject({
    msg: 'Changed to dark theme! To revert, type `/light`.',
  })
  expect(await run('/night')).toMatchObject({ msg: 'You are still in dark theme.' })
  expect(await run('/fluid-width')).toMatchObject({ result: 'success' })
  expect(await alice.events(queue)).toMatchObject([
    { type: 'user_settings', property: 'color_scheme', value: 2 },
    { type: 'user_settings', property: 'fluid_layout_width', value: true },
  ])
})

test.each([
  ['dark', 'There should be a leading slash in the zcommand.'],
  ['/rm', 'No such command: rm'],
])('refuses %j', async (command, msg) => {
  expect(await run(command)).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg })
})
