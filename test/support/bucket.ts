import { join } from 'node:path'
import S3rver from 's3rver'

/** A bucket on this machine, and how the product is told of it. */
export interface TestBucket extends AsyncDisposable {
  endpoint: string
  location: string
  /** What the client of the bucket finds in its environment. */
  env: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }
}

/** Starts a service like S3, which keeps files in a folder, with one bucket unless that is yet to be made. */
export async function startBucket(folder: string, { isThere = true } = {}): Promise<TestBucket> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: isThere ? [{ name: 'team' }] : [],
  })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    location: `s3://team/chat?endpoint=http://127.0.0.1:${port}`,
    // What this server takes.
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    [Symbol.asyncDispose]: async () => server.close(),
  }
}
