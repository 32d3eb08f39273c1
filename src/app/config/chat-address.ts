import { z } from 'zod'
import { isPrivateOnTheWay } from '../../lib/loopback.ts'

const NO_CHAT_PLACE = 'here, off, or the address of a chat server'

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
function chatUrlProblem(url: URL): string | undefined {
  if (url.username || url.password)
    return 'an address without an account; see --chat-email and --zuliprc'
  return isPrivateOnTheWay(url)
    ? undefined
    : 'an address with https, so that nobody reads the key on the way'
}
