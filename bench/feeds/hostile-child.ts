import { hostileFeeds } from './hostile.ts'
import { systems } from './systems.ts'

/** Reads one hostile feed with one system in a process of its own; prints time and growth as JSON. */
const [system = '', hostile = ''] = process.argv.slice(2)
const { parse } = systems[system as keyof typeof systems]
const bytes = Buffer.from(hostileFeeds[hostile as keyof typeof hostileFeeds]())
// Loads and warms up what every feed needs.
await parse(Buffer.from('<rss version="2.0"><channel><title>t</title></channel></rss>'))
const rssBefore = process.memoryUsage.rss()
const startedAt = performance.now()
const outcome = await parse(bytes).then(
  () => 'read',
  () => 'refused',
)
const ms = performance.now() - startedAt
// Kilobytes, the highest there ever was.
const grownBytes = Math.max(0, process.resourceUsage().maxRSS * 1024 - rssBefore)
console.log(JSON.stringify({ ms, grownBytes, outcome }))
