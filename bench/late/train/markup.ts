import type { Placeholder } from '../page.ts'

/** A document of this half. */
export function pageOf(body: string, head = '', language = 'en'): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Harbour desk</title><meta name="viewport" content="width=device-width">${head}</head><body>${body}</body></html>`
}

/** A paragraph, `topic` being in each of its sentences. */
export function paragraphOf(topic: string): string {
  return `<p>The harbour office keeps a ledger of ${topic} for every boat that enters between October and March, with its draught and the weather at the bar. The clerks copy ${topic} by hand into a second book, which is kept in the tower and shown to visitors on the first Sunday of the month.</p>`
}

/** What pages show before their text. */
export const TRAIN_PLACEHOLDERS: readonly Placeholder[] = [
  { kind: 'text', html: '<p>Loading…</p>' },
  { kind: 'text', html: '<p>Bitte warten, die Liste wird geladen</p>' },
  { kind: 'text', html: '<p>読み込み中</p>' },
  {
    kind: 'spinner',
    html: '<style>.spinner{width:40px;height:40px;border:4px solid #ccc;border-top-color:#333;border-radius:50%;animation:turn 1s linear infinite}@keyframes turn{to{transform:rotate(1turn)}}</style><div class="spinner"></div>',
  },
  {
    kind: 'skeleton',
    html: `<style>.skeleton{height:16px;margin:8px;background:#ddd;animation:glow 1s infinite alternate}@keyframes glow{to{opacity:.4}}</style>${'<div class="skeleton"></div>'.repeat(5)}`,
  },
  { kind: 'busy', html: '<section aria-busy="true"><h2>Orders</h2></section>' },
  { kind: 'progress', html: '<div role="progressbar" aria-label="Orders"></div>' },
  { kind: 'empty', html: '' },
  { kind: 'outdated', html: '<p>Water level of last night: low.</p>' },
]
