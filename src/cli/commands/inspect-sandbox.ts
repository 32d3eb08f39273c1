import type { Config } from '../../app/config/config.ts'
import type { Capacity, Sandbox } from '../../contract/sandbox.ts'
import type { Finding } from './inspect-fetching.ts'

/** How documents are parsed here: what confines the parsers, how many there are, and in how much memory. */
export async function inspectSandbox(
  sandbox: Pick<Sandbox, 'isolation' | 'capacity'>,
  config: Pick<Config, 'sandbox' | 'parsers' | 'parser-memory-mb'>,
): Promise<Finding[]> {
  return [await inspectIsolation(sandbox, config), inspectCapacity(sandbox.capacity(), config)]
}

async function inspectIsolation(
  { isolation }: Pick<Sandbox, 'isolation'>,
  config: Pick<Config, 'sandbox'>,
): Promise<Finding> {
  const check = 'sandbox'
  try {
    const { kind, layers, advice } = await isolation()
    if (kind === 'thread') {
      const detail = 'no node binary found: documents are parsed in threads, with smaller limits'
      return { check, status: 'warn', detail }
    }
    const missing = advice === undefined ? '' : `; for more protection: ${advice}`
    const detail = `documents are parsed in child processes, confined by ${layers.join(', ')}${missing}`
    return { check, status: 'ok', detail }
  } catch (thrown) {
    const hint =
      config.sandbox === 'strict'
        ? '; --sandbox strict needs Linux, bubblewrap (bwrap) on PATH, and user namespaces allowed'
        : ''
    return { check, status: 'fail', detail: `${reasonOf(thrown)}${hint}` }
  }
}

/** The figures that follow from the machine, and why they are so. */
function inspectCapacity(
  capacity: Capacity,
  { parsers, 'parser-memory-mb': memoryMb }: Pick<Config, 'parsers' | 'parser-memory-mb'>,
): Finding {
  const { expressParsers, memoryMaxBytes, cores, machineMemory, isBoundByMemory } = capacity
  const isTooMuch = memoryMaxBytes > machineMemory.bytes
  const reasons = [
    `${cores} cores`,
    `${megabytes(machineMemory.bytes)} of memory${machineMemory.from === 'cgroup' ? ' in its control group' : ''}`,
    ...(parsers === undefined ? [] : [`--parsers ${parsers}`]),
    ...(memoryMb === undefined ? [] : [`--parser-memory-mb ${memoryMb}`]),
  ]
  const bound = isBoundByMemory ? '; memory allows no more' : ''
  const detail = `${capacity.parsers} documents at once, ${expressParsers} more for short ones, in ${megabytes(memoryMaxBytes)} together, because of ${reasons.join(', ')}${bound}`
  return isTooMuch
    ? { check: 'parsers', status: 'warn', detail: `${detail}: more than this machine has` }
    : { check: 'parsers', status: 'ok', detail }
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1_000_000)} MB`
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  return thrown.cause instanceof Error
    ? `${thrown.message} ${thrown.cause.message}`
    : thrown.message
}
