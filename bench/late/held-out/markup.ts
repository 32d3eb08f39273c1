import type { Placeholder } from '../page.ts'

/** A document of this half. */
export function sheet(body: string, head = ''): string {
  return `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Mill of the lower valley</title>\n${head}\n</head>\n<body class="site">\n<header><a href="/">Mill</a></header>\n${body}\n</body>\n</html>`
}

/** Prose about a thing that no other page names. */
export function proseOf(thing: string): string {
  return `<p>Nobody who lives along the race remembers when ${thing} was first weighed by the miller's own hand, but the day books say it was before the second weir. In dry summers ${thing} is carried up from the lower store on two mules, and what is left over goes to the baker at the bridge.</p>`
}

/** The sentence that tells that the prose about a thing was read. */
export function saysOf(thing: string): string {
  return `In dry summers ${thing} is carried up from the lower store on two mules`
}

/** What pages show before their text. */
export const HELD_OUT_PLACEHOLDERS: readonly Placeholder[] = [
  { kind: 'text', html: '<div class="msg">Un instant, chargement en cours...</div>' },
  { kind: 'text', html: '<div class="msg">Cargando datos, espere por favor</div>' },
  { kind: 'text', html: '<div class="msg">正在加载,请稍候</div>' },
  { kind: 'text', html: '<div class="msg">Загрузка…</div>' },
  { kind: 'text', html: '<div class="msg">جارٍ التحميل</div>' },
  { kind: 'text', html: '<div class="msg">Fetching the latest prices</div>' },
  {
    kind: 'spinner',
    html: '<svg width="48" height="48" viewBox="0 0 48 48"><circle cx="24" cy="24" r="20" fill="none" stroke="#07c" stroke-width="4" stroke-dasharray="90 40"><animateTransform attributeName="transform" type="rotate" from="0 24 24" to="360 24 24" dur="1s" repeatCount="indefinite"/></circle></svg>',
  },
  {
    kind: 'spinner',
    html: '<style>.dots i{display:inline-block;width:10px;height:10px;margin:3px;background:#555;border-radius:5px;animation:hop .8s infinite alternate}.dots i+i{animation-delay:.2s}@keyframes hop{to{transform:translateY(-8px)}}</style><div class="dots"><i></i><i></i><i></i></div>',
  },
  {
    kind: 'skeleton',
    html: `<style>.ph-line{height:1em;margin:.6em 0;border-radius:4px;background:linear-gradient(90deg,#eee,#ccc,#eee);background-size:200% 100%;animation:sweep 1.2s linear infinite}@keyframes sweep{to{background-position:-200% 0}}</style><div class="ph-card">${'<div class="ph-line"></div>'.repeat(4)}</div>`,
  },
  {
    kind: 'skeleton',
    html: `<div class="animate-pulse">${'<div style="height:14px;background:#d7d7d7;margin:10px 0"></div>'.repeat(6)}</div>`,
  },
  { kind: 'busy', html: '<div aria-busy="true" aria-live="polite"><h2>Prices</h2></div>' },
  { kind: 'progress', html: '<progress></progress>' },
  { kind: 'empty', html: '' },
  { kind: 'outdated', html: '<p class="note">Flour of yesterday: coarse.</p>' },
]
