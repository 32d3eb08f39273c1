import { badRequest } from '../../failures.ts'
import { DEVICES_MAX_COUNT } from '../../limits.ts'
import type { Actor, Chat } from '../../port.ts'
import { dropDevices, ownDevice } from '../../push/devices.ts'
import { writeChat } from '../../write.ts'

/** Adds a device of the caller. Answers its id. */
export async function registerDevice(chat: Chat, { user }: Actor): Promise<number> {
  return writeChat(chat, async ({ tx, emit }) => {
    const { count } = await tx
      .selectFrom('chat_device')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    if (count >= DEVICES_MAX_COUNT) {
      throw badRequest(`You have ${DEVICES_MAX_COUNT} devices; remove one first.`)
    }
    const { id } = await tx
      .insertInto('chat_device')
      .values({ user_id: user.id, created_at: chat.now().getTime(), attempts: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    emit({ payload: { type: 'device', op: 'add', device_id: id }, to: { users: [user.id] } })
    return id
  })
}

/** Removes a device of the caller: nothing is pushed to it any more. */
export async function removeDevice(chat: Chat, { user }: Actor, deviceId: number): Promise<void> {
  await writeChat(chat, async (unit) => {
    await ownDevice(unit.tx, user.id, deviceId)
    await dropDevices(unit, user.id, deviceId)
  })
}
