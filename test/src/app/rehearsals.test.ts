import { expect, test } from 'vitest'
import { REHEARSALS } from '../../../src/app/rehearsals.ts'
import { sandboxJobs } from '../../../src/app/sandbox-jobs.ts'

test.each([...REHEARSALS])('the small job of %s is one that succeeds', async (name, input) => {
  await expect(sandboxJobs[name]?.(input as never, () => {})).resolves.toBeTypeOf('object')
})
