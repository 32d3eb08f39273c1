import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('knows of no token, also of one that was registered', async () => {
  verifies(
    'chat:4.8:vendor:token',
    'chat:4.8:vendor:error:unknown',
    'chat:4.8:vendor:response',
    'chat:7:msg:token-unknown',
    'chat:9:406:legacy',
  )
  await using world = await startChatWorld()
  const { owner } = world
  ok(await owner.post('/users/me/vendor_reg_id', { token: 'c0ffee' }))
  for (const token of ['c0ffee', 'another']) {
    expect(await owner.delete('/users/me/vendor_reg_id', { token })).toEqual({
      status: 400,
      result: 'error',
      code: 'BAD_REQUEST',
      msg: 'Token does not exist',
    })
  }
  expect(await owner.delete('/users/me/vendor_reg_id')).toMatchObject({ var_name: 'token' })
})

test('refuses tokens of no length and of too much', async () => {
  verifies('chat:4.8:vendor:error:length', 'chat:7:msg:token-length')
  await using world = await startChatWorld()
  for (const token of ['', 'x'.repeat(4_097)]) {
    expect(await world.owner.delete('/users/me/vendor_reg_id', { token })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'Empty or invalid length token',
    })
  }
})
