import { z } from 'zod'
import { addUser } from '../../../src/chat/actions/users/add-user.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { hashPassword } from '../../../src/chat/people/password.ts'
import { loadMember, requireAdministrator } from '../../../src/chat/viewer.ts'
import { reader, writeChat } from '../../../src/chat/write.ts'

/** Operation `create_user`: a new account, by an administrator. */
export const createUser = defineChatOperation({
  name: 'create_user',
  title: 'Create user',
  description: 'Create an account. For administrators; its API key comes from fetch_api_key.',
  http: { method: 'POST', path: '/users' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    email: z.string().describe('Address of the new user.'),
    password: z.string().describe('Password of the new user.'),
    full_name: z.string().describe('Display name.'),
  }),
  output: z.object({ user_id: z.int() }),
  async run({ input, chat, actor }) {
    requireAdministrator(await loadMember(reader(chat), actor, chat.now().getTime()))
    const passwordHash = await hashPassword(input.password)
    const { user } = await writeChat(chat, async (unit) =>
      addUser(chat, unit, { ...input, passwordHash, joinsAtSignIn: true }),
    )
    return { user_id: user.id }
  },
})
