import { z } from 'zod'

const NO_CHAT_PLACE = 'here, off, or the address of a chat server'
const LOOPBACK_NAME = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Where the chat is: a word, or the address of a server, as its API is appended to it. */
export const chatAddress = z.string().transform((text, context) => {
  if (text === 'here' || text === 'off') return text
  const url = URL.parse(text)
  const problem = !url || !/^https?:$/.test(url.protocol) ? NO_CHAT_PLACE : chatUrlProblem(url)
  if (url && problem === undefined) {
    return (url.origin + url.pathname).replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '')
  }
  context.addIssue(problem ?? NO_CHAT_PLACE)
  return z.NEVER
})

/** The account's key goes along with every request. */
function chatUrlProblem({ protocol, hostname, username, password }: URL): string | undefined {
  if (username || password) return 'an address without an account; see --chat-email and --zuliprc'
  const isPrivate = protocol === 'https:' || LOOPBACK_NAME.test(hostname)
  return isPrivate ? undefined : 'an address with https, so that nobody reads the key on the way'
}
