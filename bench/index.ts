import { MissingBenchData } from './data.ts'

/** `npm run bench -- <name>`: runs one measured comparison and prints its table. */
const benches = {
  'agent-tasks': () => import('./agent-tasks.ts'),
  chat: () => import('./chat.ts'),
  'chat-mcp': () => import('./chat-mcp.ts'),
  convert: () => import('./convert.ts'),
  documents: () => import('./documents.ts'),
  extract: () => import('./extract.ts'),
  'extract-against': () => import('./extract-against.ts'),
  facts: () => import('./facts.ts'),
  fairness: () => import('./fairness.ts'),
  feeds: () => import('./feeds.ts'),
  html: () => import('./html.ts'),
  metadata: () => import('./metadata.ts'),
  'below-end': () => import('./below-end.ts'),
  late: () => import('./late.ts'),
  mcp: () => import('./mcp.ts'),
  'mcp-against': () => import('./mcp-against.ts'),
  moving: () => import('./moving.ts'),
  newcomer: () => import('./newcomer.ts'),
  pdf: () => import('./pdf.ts'),
  'pdf-against': () => import('./pdf-against.ts'),
  'pdf-raised': () => import('./pdf-raised.ts'),
  onchain: () => import('./onchain.ts'),
  pay: () => import('./pay.ts'),
  records: () => import('./records.ts'),
  render: () => import('./render.ts'),
  repair: () => import('./repair.ts'),
  scale: () => import('./scale.ts'),
  store: () => import('./store.ts'),
  threads: () => import('./threads.ts'),
}

const name = process.argv[2] ?? ''
if (Object.hasOwn(benches, name)) {
  const { run } = await benches[name as keyof typeof benches]()
  try {
    await run()
  } catch (thrown) {
    if (!(thrown instanceof MissingBenchData)) throw thrown
    console.error(thrown.message)
    process.exitCode = 2
  }
} else {
  console.error(`usage: npm run bench -- <${Object.keys(benches).join('|')}>`)
  process.exitCode = 2
}
