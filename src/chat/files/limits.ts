import { type Limits, limitsInto } from '../../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const UPLOAD_LIMITS: Limits = []
const limit = limitsInto(UPLOAD_LIMITS)

const AS_THE_API = '400, as the public API does'

export const UPLOAD_MAX_MIB = limit(100, 'MiB', 'upload to the chat', { setting: 'upload-max-mib' })

export const ACCOUNT_QUOTA_MIB = limit(1_024, 'MiB', 'uploads of one person and their bots', {
  counts: 'chat account',
  over: AS_THE_API,
  setting: 'upload-quota-per-account-mib',
})

export const ORGANIZATION_QUOTA_MIB = limit(5_120, 'MiB', 'all uploads to the chat', {
  counts: 'organization',
  over: AS_THE_API,
  setting: 'upload-quota-mib',
})

export const UNFINISHED_MAX_MIB = limit(
  400,
  'MiB',
  'unfinished uploads of one chat account, or a single one of the largest size',
  { counts: 'chat account', over: AS_THE_API },
)

/** Longest name of an upload, in bytes of UTF-8, as file systems count. */
export const FILE_NAME_MAX_BYTES = limit(255, 'bytes', 'name of an upload')

/** Longest name of an upload within its address, in bytes of UTF-8. */
export const FILE_PATH_NAME_MAX_BYTES = 100

export const RESUMABLE_MAX_COUNT = limit(
  50,
  'uploads',
  'unfinished uploads in pieces, of one chat account',
  { counts: 'chat account', over: AS_THE_API },
)

export const RESUMABLE_PIECES_MAX_COUNT = limit(
  2_000,
  'pieces',
  'pieces of an upload, where machines share a bucket',
)

export const RESUMABLE_LIFE_HOURS = limit(24, 'hours', 'time to finish an upload in pieces')

/** Largest file that a model can upload from an address; what it writes itself is bounded by its requests. */
export const AGENT_UPLOAD_MAX_BYTES = limit(
  25 * 1024 * 1024,
  'bytes',
  'upload of a model from an address',
)

export const UNCLAIMED_LIFE_DAYS = limit(35, 'days', 'life of an upload that no message links to')

export const TEMPORARY_URL_SECONDS = limit(
  60,
  'seconds',
  'life of a temporary address of an upload',
)

/** Largest upload that smaller pictures are made of. */
export const THUMBNAILED_MAX_BYTES = 25 * 1024 * 1024

/** Largest picture of an account, and icon or logo of the organization. */
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024

export const MESSAGE_MAX_UPLOADS = limit(
  100,
  'uploads',
  'uploads that one message shows to its readers',
)
