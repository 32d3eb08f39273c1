import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { ICON_SVG } from '../src/mcp/icon.ts'

/** What desktop hosts expect. */
const SIDE_PX = 512

/** File of the icon, which the manifest names and the bundle holds. */
export const ICON_FILE = join(import.meta.dirname, '../icon.png')

/** Draws the icon of the server as the PNG that desktop hosts show. Once per process: the renderer is loaded for it. */
export async function drawIcon(): Promise<Uint8Array> {
  const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
  await initWasm(new Uint8Array(readFileSync(wasm)))
  const resvg = new Resvg(ICON_SVG, { fitTo: { mode: 'width', value: SIDE_PX } })
  const png = resvg.render().asPng()
  resvg.free()
  return png
}

if (import.meta.main) writeFileSync(ICON_FILE, await drawIcon())
