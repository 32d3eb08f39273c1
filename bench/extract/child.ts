import { readFileSync } from 'node:fs'
import { systems, type SystemName } from './systems.ts'

/** What a child answers for one page. */
export interface PageAnswer {
  /** Markdown; of the plain stack HTML. What its words are is not asked here: that would be counted, too. */
  read: string
  /** True when the system threw. */
  crashed: boolean
  cpuMs: number
  /** Peak of the process so far. */
  peakRssBytes: number
}

const system = await systems[process.argv[2] as SystemName]()
// Stacks write their complaints about pages here, thousands of lines.
console.error = console.warn = () => {}

process.on('message', (page: { file: string; url: string }) => {
  void answer(page).then((reply) => process.send?.(reply))
})

async function answer({ file, url }: { file: string; url: string }): Promise<PageAnswer> {
  const bytes = readFileSync(file)
  const before = process.cpuUsage()
  let read = ''
  let crashed = false
  try {
    read = await system.read(bytes, url)
  } catch {
    crashed = true
  }
  const { user, system: kernel } = process.cpuUsage(before)
  const peakRssBytes = process.resourceUsage().maxRSS * 1024
  return { read, crashed, cpuMs: (user + kernel) / 1000, peakRssBytes }
}

process.send?.('ready')
