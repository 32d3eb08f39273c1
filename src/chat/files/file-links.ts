import { FILE_LINK } from '../../contract/chat.ts'

/** Where uploads are on a server of the chat. */
const UPLOADS_PATH = '/user_uploads/'

/** Addresses below this open without an account, for a while. */
const LENT = 'temporary/'

/**
 * The path below `/user_uploads/` in the link of an upload, for a chat at the given address; undefined for any other address. Empty
 * for a link that cannot be one of a file.
 */
export function pathOfLink(link: string, serverUrl: string): string | undefined {
  const path = FILE_LINK.test(link) ? link.replace(FILE_LINK, '') : pathAtServer(link, serverUrl)
  if (path === undefined) return undefined
  const [encoded = ''] = path.split(/[?#]/, 1)
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

function pathAtServer(link: string, serverUrl: string): string | undefined {
  const url = URL.parse(link)
  const server = URL.parse(serverUrl)
  if (!url || !server || url.origin !== server.origin) return undefined
  const base = server.pathname.replace(/\/$/, '') + UPLOADS_PATH
  const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : ''
  return path === '' || path.startsWith(LENT) ? undefined : path
}

/** The address of an upload at the server of its chat. */
export function addressOfUpload(path: string, serverUrl: string): string {
  return `${serverUrl.replace(/\/+$/, '')}${UPLOADS_PATH}${encodePath(path)}`
}

/** A path with every part of it in percent-encoding, as far as that is needed. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
