import { newApiKey } from '../../people/api-key.ts'
import { signInByPassword } from '../../people/sign-in.ts'
import { addKey, endSignIns } from '../../people/sign-in-keys.ts'
import type { Chat, User } from '../../port.ts'
import { dropDevices } from '../../push/devices.ts'
import { writeChat } from '../../write.ts'

/** An API key for whoever knows the password of an account. Throws `unauthorized`. */
export async function fetchKey(
  chat: Chat,
  email: string,
  password: string,
): Promise<{ user: User; key: string }> {
  const user = await signInByPassword(chat, email, password)
  const nowMs = chat.now().getTime()
  return { user, key: await writeChat(chat, async ({ tx }) => addKey(tx, user.id, nowMs)) }
}

/** Gives an account a new API key; every older one stops working, every sign-in ends, and devices are forgotten. */
export async function replaceKey(chat: Chat, userId: number): Promise<string> {
  const { key, hash } = newApiKey()
  await writeChat(chat, async (unit) => {
    const { tx } = unit
    await tx.updateTable('chat_user').set({ key_hash: hash }).where('id', '=', userId).execute()
    await endSignIns(tx, userId)
    await dropDevices(unit, userId)
  })
  return key
}
