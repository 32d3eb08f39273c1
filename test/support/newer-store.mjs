// Makes the program from source that of a later release, whose store has one more migration: preloaded by `--import`.
import { registerHooks } from 'node:module'

const LATER = `{
  name: '9.9.9',
  async up(db) {
    await db.schema.alterTable('chat_message').addColumn('later', 'text').execute()
  },
}`

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/src/store/migrations.ts')) return loaded
    const source = Buffer.from(loaded.source)
      .toString()
      .replace('= [baseline', `= [baseline, ${LATER}`)
    return { ...loaded, source }
  },
})
