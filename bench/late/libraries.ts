import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { compile } from 'svelte/compiler'

const PACKAGES = join(import.meta.dirname, '../../node_modules')

/** Files of packages that browsers take as they are. */
const FILES: Readonly<Record<string, string>> = {
  'alpine.js': 'alpinejs/dist/cdn.min.js',
  'anime.js': 'animejs/dist/bundles/anime.umd.min.js',
  'chart.js': 'chart.js/dist/chart.umd.min.js',
  'chartist.css': 'chartist/dist/index.css',
  'chartist.js': 'chartist/dist/index.umd.js',
  'counterup.js': 'counterup2/dist/index.js',
  'countup.js': 'countup.js/dist/countUp.umd.js',
  'd3.js': 'd3/dist/d3.min.js',
  'htmx.js': 'htmx.org/dist/htmx.min.js',
  'jquery.js': 'jquery/dist/jquery.min.js',
  'mithril.js': 'mithril/mithril.min.js',
  'odometer.css': 'odometer/themes/odometer-theme-minimal.css',
  'odometer.js': 'odometer/odometer.min.js',
  'petite-vue.js': 'petite-vue/dist/petite-vue.iife.js',
  'progressbar.js': 'progressbar.js/dist/progressbar.min.js',
  'purecounter.js': '@srexi/purecounterjs/dist/purecounter_vanilla.js',
  'stimulus.js': '@hotwired/stimulus/dist/stimulus.js',
  'turbo.js': '@hotwired/turbo/dist/turbo.es2017-esm.js',
  'vue.js': 'vue/dist/vue.global.prod.js',
}

/** Modules that are bundled first. */
const MODULES: Readonly<Record<string, string>> = {
  'lit.js': `export * from 'lit'; export { until } from 'lit/directives/until.js'`,
  'number-flow.js': `import 'number-flow'`,
  'preact.js': `export * from 'preact'; export * from 'preact/hooks'`,
  'react.js': `import * as React from 'react'; export { React }; export { createRoot, hydrateRoot } from 'react-dom/client'`,
}

const ENTRY = '\0entry'
const known = new Map<string, Promise<string>>()

/** Returns the script of a library, as pages load it; undefined where there is none. */
export async function loadLibrary(name: string): Promise<string | undefined> {
  const path = FILES[name]
  const source = MODULES[name]
  const load = async (): Promise<string> =>
    path === undefined ? bundle(source!) : readFile(join(PACKAGES, path), 'utf8')
  if (path === undefined && source === undefined) return undefined
  const script = known.get(name) ?? load()
  known.set(name, script)
  return script
}

/** Compiles a component of Svelte and puts it into an element of the page. */
export async function bundleSvelte(component: string): Promise<string> {
  const { js } = compile(component, { generate: 'client', name: 'App' })
  return bundle(
    `${js.code}\nimport { mount } from 'svelte'\nmount(App, { target: document.getElementById('app') })`,
  )
}

async function bundle(source: string): Promise<string> {
  const built = await rolldown({
    input: ENTRY,
    cwd: PACKAGES,
    platform: 'browser',
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'entry',
        resolveId(id, importer) {
          if (id === ENTRY) return id
          return importer === ENTRY
            ? this.resolve(id, join(import.meta.dirname, 'libraries.ts'))
            : null
        },
        load: (id) => (id === ENTRY ? source : null),
      },
    ],
  })
  const { output } = await built.generate({ format: 'es', minify: true })
  return output[0].code
}
