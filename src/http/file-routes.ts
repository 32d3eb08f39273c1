import type { Context, Hono } from 'hono'
import type { Actor, FileAccess, ServedFile } from '../chat/kernel/types.ts'
import { logFailure } from '../lib/log.ts'
import { once } from '../lib/once.ts'
import type { Services } from '../contract/services.ts'
import type { Callers } from './callers.ts'
import type { Dialect } from './dialect.ts'
import type { NodeBindings } from './peer.ts'
import { notFound } from './route.ts'
import { serveFile } from './serve-file.ts'

/** Dependencies of the file routes. */
export interface FileRouteParts {
  services: Services
  callers: Callers
  /** Writes failures in the format of the chat routes. */
  dialect: Dialect
  /** Key by which limits count the caller. */
  peerOf(c: Context): string
}

type App = Hono<{ Bindings: NodeBindings }>

/** Adds the file routes: uploads, images, files named in the snapshot, resumable uploads. */
export function addFileRoutes(app: App, parts: FileRouteParts): void {
  const { services, callers, dialect, peerOf } = parts
  const answer =
    (find: (c: Context, fileAccess: FileAccess) => Promise<ServedFile>) => async (c: Context) => {
      try {
        return await serveFile(c.req.raw, await find(c, (await services.chat()).fileAccess))
      } catch (thrown) {
        // The temporary URL of a file is a key to it.
        const path = c.req.path.replace(/(\/temporary\/).*/, '$1')
        logFailure(services.log, thrown, { path })
        return dialect.fail(c, thrown)
      }
    }
  const admitted = async (c: Context): Promise<Actor | undefined> =>
    callers.admit(c, peerOf(c), { anonymous: true, sessions: true, uncounted: true })

  app.get(
    '/user_uploads/temporary/:token/:name',
    answer(async (c, fileAccess) => {
      const [, , , token = '', name = ''] = pathOf(c).split('/')
      callers.count(c, peerOf(c))
      return fileAccess.temporary(token, name)
    }),
  )
  app.get(
    '/user_uploads/*',
    answer(async (c, fileAccess) =>
      fileAccess.upload(await admitted(c), pathOf(c).slice('/user_uploads/'.length)),
    ),
  )
  for (const path of ['/user_avatars/*', '/static/*']) {
    app.get(
      path,
      answer(async (c, fileAccess) => fileAccess.open(pathOf(c))),
    )
  }

  const resumable = once(async () => {
    const { createResumableEndpoint } = await import('./resumable.ts')
    return createResumableEndpoint(services)
  })
  app.all(`${dialect.base}/tus/:id?`, async (c) => {
    const handle = await resumable()
    // Browsers send preflight requests without credentials.
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
