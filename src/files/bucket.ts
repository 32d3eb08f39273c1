import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { OperationError } from '../contract/errors.ts'
import { guardStorage } from './faults.ts'
import type { FileStore } from './port.ts'

/** Regions mean nothing to most services like S3, but requests are signed with one. */
const DEFAULT_REGION = 'us-east-1'

/** Bytes of one part of a file that is joined; services want at least 5 MiB of all but the last. */
const PART_BYTES = 8 * 1024 * 1024

/**
 * Keeps files in a bucket of S3 or of a service that speaks like it: `s3://bucket/prefix?endpoint=…&region=…`.
 * Credentials are found as the SDK's documents say. Throws `unavailable` where the SDK is not installed.
 */
export async function openBucket(location: string): Promise<FileStore> {
  const { Bucket, client, pathname, sdk } = await connect(location)
  const {
    AbortMultipartUploadCommand,
    CompleteMultipartUploadCommand,
    CreateMultipartUploadCommand,
    DeleteObjectCommand,
    GetObjectCommand,
    PutObjectCommand,
    UploadPartCommand,
  } = sdk
  const prefix = pathname.replace(/^\/|\/$/g, '')
  const object = (key: string) => ({ Bucket, Key: prefix === '' ? key : `${prefix}/${key}` })
  async function open(key: string, Range?: string): Promise<Readable> {
    const { Body } = await client.send(new GetObjectCommand({ ...object(key), Range }))
    if (!Body) throw new Error('The answer of the bucket has no body.')
    return Body as Readable
  }
  async function* bytesOf(keys: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const key of keys) yield* (await open(key)) as AsyncIterable<Uint8Array>
  }
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
      guardStorage(async () => open(key, range && `bytes=${range.start}-${range.end}`)),
    remove: async (key) => {
      await guardStorage(async () => client.send(new DeleteObjectCommand(object(key))))
    },
    async join(key, pieces) {
      await guardStorage(async () => {
        const { UploadId } = await client.send(new CreateMultipartUploadCommand(object(key)))
        const upload = { ...object(key), UploadId }
        try {
          const Parts: { ETag: string | undefined; PartNumber: number }[] = []
          for await (const Body of inParts(bytesOf(pieces))) {
            const PartNumber = Parts.length + 1
            const part = new UploadPartCommand({ ...upload, PartNumber, Body })
            Parts.push({ ETag: (await client.send(part)).ETag, PartNumber })
          }
          const MultipartUpload = { Parts }
          await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }))
        } catch (thrown) {
          await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
          throw thrown
        }
      })
    },
  }
}

// Parts of the size that buckets take: all but the last must be large.
async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    gathered.push(chunk)
    size += chunk.byteLength
    if (size < PART_BYTES) continue
    yield Buffer.concat(gathered)
    gathered = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(gathered)
}

/** Makes the bucket of a location, unless it is there; returns whether it did. Throws `unavailable`. */
export async function makeBucket(location: string): Promise<boolean> {
  const { Bucket, client, sdk } = await connect(location)
  return guardStorage(async () => {
    try {
      await client.send(new sdk.HeadBucketCommand({ Bucket }))
      return false
    } catch (thrown) {
      if ((thrown as Error).name !== 'NotFound') throw thrown
    }
    await client.send(new sdk.CreateBucketCommand({ Bucket }))
    return true
  })
}

async function connect(location: string) {
  const { hostname: Bucket, pathname, searchParams } = new URL(location)
  const sdk = await loadSdk()
  const endpoint = searchParams.get('endpoint')
  const client = new sdk.S3Client({
    region: searchParams.get('region') ?? DEFAULT_REGION,
    // Checksums of their own kind around a body are stored as part of it by services that do not know them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Services other than Amazon's have no name for each bucket.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
  })
  return { Bucket, client, pathname, sdk }
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
