import type { Context, Hono } from 'hono'
import type { FileAccess, LocalAccount, ServedFile } from '../../contract/chat.ts'
import { logFailure } from '../../contract/log-failure.ts'
import type { Services } from '../../contract/operation.ts'
import { once } from '../../lib/once.ts'
import type { RequestRoom } from '../bodies/request-body.ts'
import { serveFile } from '../bodies/serve-file.ts'
import type { Callers } from '../callers/callers.ts'
import type { NodeBindings } from '../callers/peer.ts'
import { type Dialect, methodNotAllowed, notFound } from './dialect.ts'
import { type Json, pathText, type Paths } from './route-says.ts'

/** Dependencies of the file routes. */
export interface FileRouteParts {
  services: Services
  callers: Callers
  /** Writes failures in the format of the chat routes. */
  dialect: Dialect
  /** Key by which limits count the caller. */
  peerOf(c: Context): string
  room: RequestRoom
}

type App = Hono<{ Bindings: NodeBindings }>

const refusal = (status: number): Json => ({ $ref: `#/components/responses/Refusal${status}` })

const bytes = (description: string): Json => ({ description, content: { '*/*': {} } })

const FILE_ANSWERS = {
  200: bytes('The content of the file.'),
  206: bytes('The part of the file that Range asks for.'),
  304: { description: 'The caller has the file already.' },
  404: refusal(404),
  416: { description: 'The file has no such part.' },
  500: refusal(500),
  503: refusal(503),
}

const ANYBODY: readonly Json[] = [{ account: [] }, { accountKey: [] }, { session: [] }, {}]

const MEMBERS: readonly Json[] = [{ account: [] }, { accountKey: [] }, { session: [] }]

const publicFile = (operationId: string, summary: string) => ({
  get: {
    operationId,
    summary,
    security: [],
    parameters: [pathText('path', 'Rest of the path, with its slashes.')],
    responses: FILE_ANSWERS,
  },
})

const redirect = (operationId: string, summary: string) => ({
  get: {
    operationId,
    summary,
    security: MEMBERS,
    parameters: [pathText('account', 'Id of the account, or its address as the API shows it.')],
    responses: {
      302: { description: 'The picture is at the address in Location.' },
      401: refusal(401),
      404: refusal(404),
      429: refusal(429),
    },
  },
})

const header = (name: string, required: boolean, description: string): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

const TUS = header('Tus-Resumable', true, 'Version of the protocol: `1.0.0`.')

const UPLOAD_ID = pathText(
  'id',
  'Last part of the address that the beginning of the upload returned.',
)

const said = (description: string): Json => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
})

/** What refuses a request for a resumable upload. */
const TUS_REFUSALS = {
  400: said('The request is none of the protocol, or cannot be done to this upload.'),
  401: refusal(401),
  403: said('A header is missing, or the request comes from a page of somebody else.'),
  412: said('The header Tus-Resumable is missing.'),
  429: refusal(429),
  500: said('The request failed by a fault of this server.'),
  503: said('The server is busy, or its store is not reachable.'),
}

const STORED: Json = {
  description: 'All bytes have arrived; the body tells where the file is.',
  content: { 'application/json': { schema: { type: 'object' } } },
}

const PIECE: Json = {
  content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

const ABILITIES = {
  summary: 'What resumable uploads can do here',
  security: [],
  responses: { 204: { description: 'The headers tell what is supported.' } },
}

/** Uploads, images, what the snapshot names, and uploads in pieces (tus 1.0). HEAD is answered wherever GET is. */
export const FILE_PATHS: Paths = {
  '/user_uploads/temporary/{token}/{name}': {
    get: {
      operationId: 'get_lent_file',
      summary: 'A file by an address that was lent for a while',
      security: [],
      parameters: [
        pathText('token', 'Key of an address that was lent for a while.'),
        pathText('name', 'Name of the file.'),
      ],
      responses: { ...FILE_ANSWERS, 429: refusal(429) },
    },
  },
  '/user_uploads/thumbnail/{path}': {
    get: {
      operationId: 'get_thumbnail',
      summary: 'A smaller picture of an upload',
      security: ANYBODY,
      parameters: [
        pathText(
          'path',
          'Path of the upload, `/`, and the name of one of `server_thumbnail_formats`.',
        ),
      ],
      responses: { ...FILE_ANSWERS, 401: refusal(401), 429: refusal(429) },
    },
  },
  '/user_uploads/{path}': {
    get: {
      operationId: 'get_file',
      summary: 'An uploaded file',
      security: ANYBODY,
      parameters: [pathText('path', 'Rest of the path, with its slashes.')],
      responses: { ...FILE_ANSWERS, 401: refusal(401), 429: refusal(429) },
    },
  },
  '/user_avatars/{path}': publicFile('get_avatar', 'An image of an account or of the organization'),
  '/avatar/{account}': redirect('find_avatar', 'The picture of an account'),
  '/avatar/{account}/medium': redirect(
    'find_large_avatar',
    'The picture of an account, five times as large',
  ),
  '/static/{path}': publicFile('get_static_file', 'A file that comes with the server'),
  '/api/v1/tus': {
    post: {
      operationId: 'create_resumable_upload',
      summary: 'Begin an upload in pieces',
      security: MEMBERS,
      parameters: [
        TUS,
        header('Upload-Length', true, 'Size of the whole file, in bytes.'),
        header('Upload-Metadata', false, 'The word `filename` and the name of the file in Base64.'),
      ],
      requestBody: PIECE,
      responses: {
        201: {
          description:
            'The upload has begun at the address in Location. Where all bytes came along, the body tells where the file is.',
          headers: { Location: { schema: { type: 'string' } } },
        },
        ...TUS_REFUSALS,
        413: said('The file is too large.'),
        501: said('The request needs an extension of the protocol that is not supported.'),
      },
    },
    options: { operationId: 'describe_resumable_uploads', ...ABILITIES },
  },
  '/api/v1/tus/{id}': {
    head: {
      operationId: 'get_resumable_upload',
      summary: 'How many bytes of an upload have arrived',
      security: MEMBERS,
      parameters: [UPLOAD_ID, TUS],
      responses: {
        200: {
          description: 'Upload-Offset tells how many bytes have arrived.',
          headers: { 'Upload-Offset': { schema: { type: 'integer' } } },
        },
        ...TUS_REFUSALS,
        404: said('There is no such upload of the caller.'),
      },
    },
    patch: {
      operationId: 'continue_resumable_upload',
      summary: 'Add a piece to an upload',
      security: MEMBERS,
      parameters: [
        UPLOAD_ID,
        TUS,
        header('Upload-Offset', true, 'How many bytes have arrived before.'),
      ],
      requestBody: { required: true, ...PIECE },
      responses: {
        200: STORED,
        204: { description: 'The piece was added; more are to come.' },
        ...TUS_REFUSALS,
        404: said('There is no such upload of the caller.'),
        409: said('Another number of bytes has arrived before.'),
        413: said('The pieces are longer than the file was announced to be.'),
      },
    },
    delete: {
      operationId: 'end_resumable_upload',
      summary: 'Give up an upload',
      security: MEMBERS,
      parameters: [UPLOAD_ID, TUS],
      responses: {
        204: { description: 'The upload is given up.' },
        ...TUS_REFUSALS,
        404: said('There is no such upload of the caller.'),
      },
    },
    options: { operationId: 'describe_resumable_upload', parameters: [UPLOAD_ID], ...ABILITIES },
  },
}

/** Hono gives requests for HEAD to what answers GET. */
const RESUMABLE_METHODS = {
  '/tus': ['POST', 'OPTIONS'],
  // As libraries for resumable uploads write it.
  '/tus/': ['POST', 'OPTIONS'],
  '/tus/:id': ['GET', 'PATCH', 'DELETE', 'OPTIONS'],
}

/** Adds the file routes: uploads, images, files named in the snapshot, resumable uploads. */
export function addFileRoutes(app: App, parts: FileRouteParts): void {
  const { services, callers, dialect, peerOf, room } = parts
  const answer =
    (find: (c: Context, fileAccess: FileAccess) => Promise<ServedFile>) => async (c: Context) => {
      try {
        return await serveFile(c.req.raw, await find(c, (await services.chat()).fileAccess))
      } catch (thrown) {
        // The temporary URL of a file is a key to it.
        const path = c.req.path.replace(/(\/temporary\/).*/, '$1')
        return dialect.fail(c, logFailure(services.log, thrown, { path }, c.req.raw.signal))
      }
    }
  const admitted = async (c: Context): Promise<LocalAccount | undefined> =>
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
    '/user_uploads/thumbnail/*',
    answer(async (c, fileAccess) => {
      const path = pathOf(c).slice('/user_uploads/thumbnail/'.length)
      const { signal } = c.req.raw
      return fileAccess.thumbnail(await admitted(c), path, { sandbox: services.sandbox, signal })
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

  for (const size of ['small', 'medium'] as const) {
    app.get(size === 'small' ? '/avatar/:account' : '/avatar/:account/medium', async (c) => {
      try {
        const signedIn = { anonymous: false, sessions: true, uncounted: true } as const
        const actor = await callers.admit(c, peerOf(c), signedIn)
        const { fileAccess } = await services.chat()
        return c.redirect(await fileAccess.avatar(actor, c.req.param('account'), size))
      } catch (thrown) {
        const where = { path: '/avatar' }
        return dialect.fail(c, logFailure(services.log, thrown, where, c.req.raw.signal))
      }
    })
  }

  const resumable = once(async () => {
    const { createResumableEndpoint } = await import('./resumable.ts')
    return createResumableEndpoint(services, room)
  })
  for (const [path, methods] of Object.entries(RESUMABLE_METHODS)) {
    app.on(methods, dialect.base + path, async (c) => {
      const handle = await resumable()
      // Browsers send preflight requests without credentials.
      if (c.req.method === 'OPTIONS') return handle(c.req.raw, undefined)
      const actor = await callers.admit(c, peerOf(c), { anonymous: false, sessions: true })
      return handle(c.req.raw, actor)
    })
    app.all(dialect.base + path, (c) => {
      c.header('allow', methods.join(', '))
      return dialect.fail(c, methodNotAllowed(methods.join(', ')))
    })
  }
}

/** The path of a request without percent signs. */
function pathOf(c: Context): string {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname)
  } catch {
    throw notFound()
  }
}
