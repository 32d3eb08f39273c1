// Preloaded into a process of ours: reports on stderr which packages it loads from node_modules, and which
// files of its own, from source or installed; and, at its end, whether it has needed Node's compiler of
// TypeScript.
import { registerHooks } from 'node:module'

const seen = new Set()
registerHooks({
  load(url, context, nextLoad) {
    const name =
      /node_modules\/bellhop\/(lib\/.+\.mjs)$/.exec(url)?.[1] ??
      /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ??
      /\/((?:src|tools)\/.+\.(?:ts|json))$/.exec(url)?.[1]
    if (name !== undefined && !seen.has(name)) {
      seen.add(name)
      process.stderr.write(`loaded ${name}\n`)
    }
    return nextLoad(url, context)
  },
})

process.on('exit', () => {
  if (process.moduleLoadList.some((name) => name.includes('deps/amaro'))) {
    process.stderr.write('loaded amaro\n')
  }
})
