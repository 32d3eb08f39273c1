import type { Context, Hono } from 'hono'
import type { Actor, FileDoors, ServedFile } from '../chat/port.ts'
import { logFailure } from '../log.ts'
import { once } from '../once.ts'
import type { Services } from '../services.ts'
import type { Callers } from './callers.ts'
import type { Dialect } from './dialect.ts'
import type { NodeBindings } from './peer.ts'
import { notFound } from './route.ts'
import { serveFile } from './serve-file.ts'

/** What the routes of files need. */
export interface FileRouteParts {
  services: Services
  callers: Callers
  /** Answers failures as the routes of the chat do. */
  dialect: Dialect
  /** What limits count the caller by. */
  peerOf(c: Context): string
}

type App = Hono<{ Bindings: NodeBindings }>

/** Adds what clients get and send past the operations: uploads, images, what the snapshot names, uploads in pieces. */
export function addFileRoutes(app: App, parts: FileRouteParts): void {
  const { services, callers, dialect, peerOf } = parts
  const answer =
    (find: (c: Context, doors: FileDoors) => Promise<ServedFile>) => async (c: Context) => {
      try {
        return await serveFile(c.req.raw, await find(c, (await services.chat()).doors))
      } catch (thrown) {
        // The address of a file that is lent is a key to it.
        const path = c.req.path.replace(/(\/temporary\/).*/, '$1')
        logFailure(services.log, thrown, { path })
        return dialect.fail(c, thrown)
      }
    }
  const admitted = async (c: Context): Promise<Actor | undefined> =>
    callers.admit(c, peerOf(c), { anonymous: true, sessions: true, uncounted: true })

  app.get(
    '/user_uploads/temporary/:token/:name',
    answer(async (c, doors) => {
      const [, , , token = '', name = ''] = pathOf(c).split('/')
      callers.count(c, peerOf(c))
      return doors.temporary(token, name)
    }),
  )
  app.get(
    '/user_uploads/*',
    answer(async (c, doors) =>
      doors.upload(await admitted(c), pathOf(c).slice('/user_uploads/'.length)),
    ),
  )
  for (const path of ['/user_avatars/*', '/static/*']) {
    app.get(
      path,
      answer(async (c, doors) => doors.open(pathOf(c))),
    )
  }

  const resumable = once(async () => {
    const { createResumableEndpoint } = await import('./resumable.ts')
    return createResumableEndpoint(services)
  })
  app.all(`${dialect.base}/tus/:id?`, async (c) => {
    const handle = await resumable()
    // Browsers ask for what is allowed before they show who they are.
    if (c.req.method === 'OPTIONS') return handle(c.req.raw, undefined)
    const actor = await callers.admit(c, peerOf(c), { anonymous: false, sessions: true })
    return handle(c.req.raw, actor)
  })
}

/** The path of a request without percent signs. */
function pathOf(c: Context): string {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname)
  } catch {
    throw notFound()
  }
}
