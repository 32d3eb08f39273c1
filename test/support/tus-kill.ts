import { createCipheriv, createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Upload } from 'tus-js-client'
import { serveBellhop, tempDir } from './bellhop.ts'

/** What came of an upload during which the server was killed. */
export interface TusReport {
  kills: number
  /** Whether the file that the server serves is the file that was sent. */
  isExact: boolean
  sentBytes: number
  /** The offset at which uploading continued after each kill, as the server reported it. */
  resumedAt: number[]
  /** Resident memory of the server before the first byte, and at most after it; over all its lives. */
  idleRssBytes: number
  maxRssBytes: number
}

const MIB = 1024 * 1024

/**
 * Uploads a file of that size with an ordinary client of tus, kills the server (SIGKILL) each time another part of
 * it has gone out, starts it again on its data, and compares what can be downloaded in the end.
 */
export async function uploadUnderFire(mib: number, kills: number): Promise<TusReport> {
  using dir = tempDir()
  const path = join(dir.path, 'sent.bin')
  const sentHash = await writeNoise(path, mib)
  const data = join(dir.path, 'data')
  const limits = ['--upload-max-mib', String(mib), '--chat-rate-limits', 'off']
  const start = async (port = '0') =>
    serveBellhop(['--data-dir', data, '--toolsets', 'chat', '--port', port, ...limits])
  let server = await start()
  const { port } = new URL(server.url)
  const { email, key } = server.owner()
  const authorization = `Basic ${btoa(`${email}:${key}`)}`
  const report = { kills: 0, sentBytes: mib * MIB, resumedAt: [] as number[] }
  const idleRssBytes = rssOf(server.process.pid)
  let maxRssBytes = idleRssBytes
  const look = setInterval(() => {
    maxRssBytes = Math.max(maxRssBytes, rssOf(server.process.pid))
  }, 50)
  let restarting: Promise<void> | undefined
  const kill = async () => {
    const gone = once(server.process, 'exit')
    server.process.kill('SIGKILL')
    await gone
    server = await start(port)
    restarting = undefined
  }
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(createReadStream(path), {
        endpoint: `${server.url}/api/v1/tus`,
        headers: { authorization },
        metadata: { filename: 'noise.bin' },
        // Else all that is left may have reached the server before the first word of its progress.
        chunkSize: Math.ceil(report.sentBytes / (2 * (kills + 1))),
        retryDelays: Array.from({ length: 200 }, () => 100),
        onShouldRetry: () => true,
        onProgress(sent) {
          const isDue = sent >= ((report.kills + 1) / (kills + 1)) * report.sentBytes
          // Bytes that the client handed over before it noticed the last kill are no progress of the next attempt.
          const hasResumed = report.resumedAt.length >= report.kills
          if (!isDue || !hasResumed || report.kills === kills || restarting) return
          report.kills += 1
          restarting = kill()
        },
        onAfterResponse(request, response) {
          const offset = Number(response.getHeader('upload-offset'))
          if (request.getMethod() === 'HEAD') report.resumedAt.push(offset)
        },
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getBody()),
      })
      upload.start()
    })
    await restarting
    const { url } = JSON.parse(answer) as { url: string }
    const served = await fetch(`${server.url}${url}`, { headers: { authorization } })
    const hash = createHash('sha256')
    for await (const chunk of served.body ?? []) hash.update(chunk)
    const isExact = hash.digest('hex') === sentHash
    return { ...report, isExact, idleRssBytes, maxRssBytes }
  } finally {
    clearInterval(look)
    await restarting
    await server[Symbol.asyncDispose]()
  }
}

/** Writes bytes that no compression and no sparse file could fake; returns their SHA-256. */
async function writeNoise(path: string, mib: number): Promise<string> {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, 7), Buffer.alloc(16, 9))
  const hash = createHash('sha256')
  await pipeline(async function* () {
    for (let written = 0; written < mib; written += 1) {
      const part = cipher.update(Buffer.alloc(MIB))
      hash.update(part)
      yield part
    }
  }, createWriteStream(path))
  return hash.digest('hex')
}

/** Resident memory of a process, where the system reports it (Linux); 0 elsewhere. */
function rssOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
