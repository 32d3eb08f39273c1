import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('forgets a token of the caller, once', async () => {
  verifies(
    'chat:4.8:vendor:token',
    'chat:4.8:vendor:error:unknown',
    'chat:4.8:vendor:response',
    'chat:7:msg:token-unknown',
    'chat:9:406:legacy',
  )
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const remove = async (who = alice) => who.delete('/users/me/vendor_reg_id', { token: 'c0ffee' })
  ok(await alice.post('/users/me/vendor_reg_id', { token: 'c0ffee' }))
  const unknown = { status: 400, code: 'BAD_REQUEST', msg: 'Token does not exist' }
  expect(await remove(world.owner)).toMatchObject(unknown)
  expect(await remove()).toEqual({ status: 200, result: 'success', msg: '' })
  expect(await remove()).toMatchObject(unknown)
  expect(await alice.delete('/users/me/vendor_reg_id')).toMatchObject({ var_name: 'token' })
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
