import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { badRequest } from '../../../src/chat/failures.ts'
import { canAccessUser } from '../../../src/chat/people/access.ts'
import { findByEmail } from '../../../src/chat/people/find.ts'
import { lookUp } from '../../../src/chat/people/look-up.ts'
import { userOptions } from '../../../src/chat/people/user-options.ts'
import { canSeeEmail, placeholderId, userSchema } from '../../../src/chat/people/user-record.ts'

/** Operation `get_user_by_email` (chat spec 4.4): one user by real or placeholder address. */
export const getUserByEmail = defineChatOperation({
  name: 'get_user_by_email',
  title: 'Get user by e-mail',
  description: 'Get one account by its e-mail address or the placeholder user<id>@<host>.',
  http: { method: 'GET', path: '/users/{email}' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    email: z.string().describe('Real address, where it is visible, or placeholder.'),
    ...userOptions,
  }),
  output: z.object({ user: userSchema }),
  async run({ input, chat, actor }) {
    const { db, viewer, show } = await lookUp(chat, actor, input)
    const user = await findByEmail(chat, db, input.email)
    // A hidden address must not be told apart from one that nobody has.
    const isShown =
      user && (placeholderId(chat, input.email) === user.id || canSeeEmail(viewer, user))
    if (!isShown) throw badRequest('No such user')
    if (!(await canAccessUser(db, viewer, user))) throw badRequest('Insufficient permission')
    return { user: show(user) }
  },
})
