import { escapeHtml } from './html.ts'

/** An upload within a text. `path` is its path on this server. */
export function showUpload(kind: 'image' | 'audio', path: string, title: string): string {
  const [src, shown] = [escapeHtml(path), escapeHtml(title)]
  return kind === 'image'
    ? `<img alt="${shown}" class="inline-image" data-original-src="${src}" src="${src}">`
    : `<audio controls preload="metadata" src="${src}" title="${shown}"></audio>`
}

/** An upload below the text that links to it. `path` is its path on this server. */
export function showPreview(kind: 'image' | 'video', path: string, title: string): string {
  const [src, shown] = [escapeHtml(path), escapeHtml(title)]
  return kind === 'image'
    ? `<div class="message_inline_image"><a href="${src}" title="${shown}"><img src="${src}"></a></div>\n`
    : `<div class="message_inline_image message_inline_video"><a href="${src}"><video preload="metadata" src="${src}"></video></a></div>\n`
}
