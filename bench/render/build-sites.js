/**
 * Builds the sites of `test/fixtures/rendered` that generators of sites make: `node bench/render/build-sites.js <folder>`, the folder
 * having one of its own for each of GENERATORS, in which `npm install --ignore-scripts` has put its packages. After
 * `build-pages.js`, which begins anew. What they make is committed, packed, without its fonts, pictures and maps.
 */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const GENERATORS = {
  vitepress: 'vitepress',
  docusaurus: '@docusaurus/core @docusaurus/preset-classic react@18 react-dom@18',
  astro: 'astro @astrojs/react react react-dom',
}

const folder = process.argv[2]
if (!folder || Object.keys(GENERATORS).some((name) => !existsSync(join(folder, name)))) {
  console.error(
    `usage: node bench/render/build-sites.js <folder with ${JSON.stringify(GENERATORS)}>`,
  )
  process.exit(2)
}

const fixtures = join(import.meta.dirname, '../../test/fixtures/rendered')
const expected = JSON.parse(readFileSync(join(fixtures, 'expected.json'), 'utf8'))

const sentences = (topic, count) =>
  Array.from(
    { length: count },
    (_, at) =>
      `Note ${at + 1} on ${topic} says how the lock gates of the old canal are opened by hand, what ${topic} keepers earn for it, and why mark ${topic}${at + 1} is worth a visit.`,
  )

/** Writes the source of a site, builds it, and keeps its files and what a reader sees of its page. */
function build(name, { sources, command, output, path, texts, kind, unseen = [] }) {
  const at = join(folder, name)
  rmSync(join(at, output), { recursive: true, force: true })
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(at, file)), { recursive: true })
    writeFileSync(join(at, file), text)
  }
  const [program, ...args] = command
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NO_UPDATE_NOTIFIER: '1' }
  execFileSync(join(at, 'node_modules/.bin', program), args, { cwd: at, stdio: 'inherit', env })
  rmSync(join(fixtures, name), { recursive: true, force: true })
  for (const file of globSync('**/*.{html,js,css,json}', { cwd: join(at, output) })) {
    const from = join(at, output, file)
    if (!statSync(from).isFile() || /404|sitemap|search/.test(file)) continue
    const to = join(fixtures, name, `${file}.gz`)
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, gzipSync(readFileSync(from), { level: 9 }))
  }
  expected[name] = { path: `${name}/${path}`, kind, texts, unseen }
}

const vitepress = sentences('vitepress', 10)
build('vitepress', {
  sources: {
    'docs/.vitepress/config.mjs': `export default { base: '/vitepress/', title: 'Canal', cleanUrls: false, themeConfig: { sidebar: [{ text: 'Guide', items: [{ text: 'Locks', link: '/guide' }] }] } }`,
    'docs/index.md': '# Canal\n\nSee the [guide](./guide).\n',
    'docs/guide.md': `# Locks of the canal\n\n${vitepress.slice(0, 6).join('\n\n')}\n\n::: tip Opening hours\n${vitepress[6]}\n:::\n\n::: details More\n${vitepress[7]}\n:::\n\n::: code-group\n\`\`\`sh [npm]\nnpm install harbour\n\`\`\`\n\`\`\`sh [yarn]\nyarn add harbour\n\`\`\`\n:::\n\n${vitepress.slice(8).join('\n\n')}\n`,
  },
  command: ['vitepress', 'build', 'docs'],
  output: 'docs/.vitepress/dist',
  path: 'guide.html',
  kind: 'static',
  texts: ['Locks of the canal', ...vitepress, 'npm install harbour', 'yarn add harbour'],
})

const docusaurus = sentences('docusaurus', 10)
build('docusaurus', {
  sources: {
    'docusaurus.config.js': `module.exports = { title: 'Canal', url: 'https://example.com', baseUrl: '/docusaurus/', onBrokenLinks: 'ignore', presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: false }, blog: false, pages: false }]] }`,
    'docs/locks.mdx': `---\nslug: /locks.html\n---\nimport Tabs from '@theme/Tabs'\nimport TabItem from '@theme/TabItem'\n\n# Locks of the river\n\n${docusaurus.slice(0, 6).join('\n\n')}\n\n:::note\n\n${docusaurus[6]}\n\n:::\n\n<details>\n<summary>More</summary>\n\n${docusaurus[7]}\n\n</details>\n\n<Tabs>\n<TabItem value="a" label="By day">\n\n${docusaurus[8]}\n\n</TabItem>\n<TabItem value="b" label="By night">\n\n${docusaurus[9]}\n\n</TabItem>\n</Tabs>\n`,
  },
  command: ['docusaurus', 'build'],
  output: 'build',
  path: 'locks.html',
  kind: 'static',
  texts: ['Locks of the river', ...docusaurus],
})

const astro = sentences('astro', 10)
build('astro', {
  sources: {
    'astro.config.mjs': `import { defineConfig } from 'astro/config'\nimport react from '@astrojs/react'\nexport default defineConfig({ base: '/astro', output: 'static', build: { format: 'file' }, integrations: [react()] })`,
    'src/components/Notes.jsx': `import { useEffect, useState } from 'react'\nconst all = ${JSON.stringify(astro)}\nexport default function Notes({ from, to, delay = 0 }) { const [shown, show] = useState([]); useEffect(() => { const timer = setTimeout(() => show(all.slice(from, to)), delay); return () => clearTimeout(timer) }, []); return <section>{shown.map((text) => <p key={text}>{text}</p>)}</section> }`,
    'src/pages/locks.astro': `---\nimport Notes from '../components/Notes.jsx'\n---\n<html lang="en"><head><meta charset="utf-8" /><title>Locks</title></head><body><main><h1>Locks of the lake</h1><p>They are shown by islands.</p><Notes client:load from={0} to={4} /><Notes client:idle from={4} to={6} delay={200} /><Notes client:visible from={6} to={8} /><Notes client:only="react" from={8} to={10} /></main></body></html>`,
  },
  command: ['astro', 'build'],
  output: 'dist',
  path: 'locks.html',
  kind: 'needs',
  texts: ['Locks of the lake', ...astro],
})

writeFileSync(join(fixtures, 'expected.json'), `${JSON.stringify(expected, undefined, 1)}\n`)
