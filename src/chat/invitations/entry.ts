import type { AccountEntry } from '../../contract/chat.ts'
import type { Chat } from '../kernel/types.ts'
import { openSession } from '../users/sign-in/sessions.ts'

/** How people come to an account of this chat; what it takes is loaded on first use. */
export function createEntry(chat: Chat): AccountEntry {
  return {
    async viewInvitation(key) {
      const { viewInvitation } = await import('./join.ts')
      return viewInvitation(chat, key)
    },
    async join(newcomer, browser) {
      const { join } = await import('./join.ts')
      const user = await join(chat, newcomer)
      return user && { user, token: await openSession(chat, user, browser) }
    },
    async signUp(email) {
      const { signUp } = await import('./sign-up.ts')
      await signUp(chat, email)
    },
    async askForPassword(email) {
      const { askForPassword } = await import('./reset-password.ts')
      await askForPassword(chat, email)
    },
    async viewPasswordLink(key) {
      const { viewPasswordLink } = await import('./reset-password.ts')
      return viewPasswordLink(chat, key)
    },
    async viewSignInLink(key) {
      const { viewSignInLink } = await import('./sign-in-link.ts')
      return viewSignInLink(chat, key)
    },
    async signInByLink(wish, browser) {
      const { signInByLink } = await import('./sign-in-link.ts')
      const user = await signInByLink(chat, wish)
      return { user, token: await openSession(chat, user, browser) }
    },
    async setPassword(reset, browser) {
      const { setForgottenPassword } = await import('./reset-password.ts')
      const user = await setForgottenPassword(chat, reset)
      return { user, token: await openSession(chat, user, browser) }
    },
  }
}
