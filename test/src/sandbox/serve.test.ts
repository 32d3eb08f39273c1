import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PIPE_FD } from '../../../src/sandbox/serve.ts'
import {
  decodeReady,
  decodeReply,
  encode,
  FrameReader,
  frameHeader,
} from '../../../src/sandbox/wire.ts'
import { childProgram } from '../../support/child-program.ts'

const PROGRAM = fileURLToPath(childProgram('test/support/loading-child.ts'))
const ANSWER_MAX_BYTES = 10_000
/** What the job takes in that program, where loading its engine takes a hundred times as much. */
const JOB_CPU_MS = 7

test('what an engine takes to load is not charged to the job that came first', async () => {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'ignore', 'inherit', 'overlapped'],
  })
  const pipe = child.stdio[PIPE_FD] as Socket
  const bodies: Uint8Array[] = []
  const reader = new FrameReader(ANSWER_MAX_BYTES, (body) => bodies.push(body))
  pipe.on('data', (chunk: Buffer) => reader.push(chunk))
  const request = encode({ id: 1, job: 'work', input: {} })
  pipe.write(frameHeader(request))
  pipe.write(request)
  while (bodies.length < 2) await once(pipe, 'data')
  pipe.destroy()
  const [ready, reply] = [decodeReady(bodies[0]!), decodeReply(bodies[1]!)]
  expect(ready).toBeDefined()
  expect(reply).toMatchObject({ id: 1, kind: 'value', value: true, cpuMs: JOB_CPU_MS })
})
