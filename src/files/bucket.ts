import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { OperationError } from '../contract/errors.ts'
import { guardStorage } from './faults.ts'
import type { FileStore } from './port.ts'

/** Regions mean nothing to most services like S3, but requests are signed with one. */
const DEFAULT_REGION = 'us-east-1'

/**
 * Keeps files in a bucket of S3 or of a service that speaks like it: `s3://bucket/prefix?endpoint=…&region=…`.
 * Credentials are found as the SDK's documents say. Throws `unavailable` where the SDK is not installed.
 */
export async function openBucket(location: string): Promise<FileStore> {
  const { hostname: Bucket, pathname, searchParams } = new URL(location)
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } = await loadSdk()
  const endpoint = searchParams.get('endpoint')
  const client = new S3Client({
    region: searchParams.get('region') ?? DEFAULT_REGION,
    // Checksums of their own kind around a body are stored as part of it by services that do not know them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Services other than Amazon's have no name for each bucket.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
  })
  const prefix = pathname.replace(/^\/|\/$/g, '')
  const object = (key: string) => ({ Bucket, Key: prefix === '' ? key : `${prefix}/${key}` })
  return {
    async keep(key, path) {
      await guardStorage(async () => {
        const { size } = await stat(path)
        const parts = { Body: createReadStream(path), ContentLength: size }
        await client.send(new PutObjectCommand({ ...object(key), ...parts }))
      })
      await rm(path, { force: true })
    },
    read: async (key, range) =>
      guardStorage(async () => {
        const Range = range && `bytes=${range.start}-${range.end}`
        const { Body } = await client.send(new GetObjectCommand({ ...object(key), Range }))
        if (!Body) throw new Error('The answer of the bucket has no body.')
        return Body as Readable
      }),
    remove: async (key) => {
      await guardStorage(async () => client.send(new DeleteObjectCommand(object(key))))
    },
  }
}

async function loadSdk() {
  try {
    return await import('@aws-sdk/client-s3')
  } catch (cause) {
    throw new OperationError(
      'unavailable',
      'Uploads are kept in a bucket, for which a package is missing.',
      {
        hint: 'The operator should install @aws-sdk/client-s3 beside bellhop.',
        cause,
      },
    )
  }
}
