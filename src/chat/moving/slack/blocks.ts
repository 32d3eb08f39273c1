import { isRecord } from '../../../lib/is-record.ts'
import { rowsIn, textIn } from '../import/values.ts'
import type { ExportRow } from '../rows.ts'

/** How deep blocks are read that stand in blocks. */
const DEPTH_MAX = 8

/** The text of a message that holds it in blocks only, in the markup that Slack has for texts. */
export function textOfBlocks(blocks: unknown, depth = 0): string {
  if (depth > DEPTH_MAX) return ''
  return rowsIn(blocks)
    .map((block) => textOfBlock(block, depth))
    .filter((text) => text !== '')
    .join('\n')
}

function textOfBlock(block: ExportRow, depth: number): string {
  switch (textIn(block, 'type')) {
    case 'rich_text':
      return textOfBlocks(block['elements'], depth + 1)
    case 'rich_text_section':
      return inline(block)
    case 'rich_text_preformatted':
      return `\`\`\`\n${inline(block)}\n\`\`\``
    case 'rich_text_quote':
      return inline(block)
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
    case 'rich_text_list':
      return listOf(block, depth)
    case 'header':
      return `*${textOfObject(block['text'])}*`
    case 'image':
      return pictureOf(block)
    case 'video':
      return link(
        textIn(block, 'title_url') || textIn(block, 'video_url'),
        textOfObject(block['title']),
      )
    default: {
      const parts = [
        textOfObject(block['text']),
        ...rowsIn(block['fields']).map(textOfObject),
        ...rowsIn(block['elements']).map((one) =>
          textIn(one, 'type') === 'image' ? pictureOf(one) : textOfObject(one['text'] ?? one),
        ),
        isRecord(block['accessory']) ? textOfBlock(block['accessory'], depth + 1) : '',
      ]
      return parts.filter((text) => text !== '').join('\n')
    }
  }
}

function listOf(block: ExportRow, depth: number): string {
  const isOrdered = textIn(block, 'style') === 'ordered'
  const indent = '  '.repeat(Math.min(Math.max(Number(block['indent']) || 0, 0), DEPTH_MAX))
  return rowsIn(block['elements'])
    .map((item, at) => `${indent}${isOrdered ? `${at + 1}.` : '*'} ${textOfBlock(item, depth + 1)}`)
    .join('\n')
}

function pictureOf(block: ExportRow): string {
  const title = textOfObject(block['title']) || escape(textIn(block, 'alt_text')) || 'picture'
  return link(textIn(block, 'image_url'), title)
}

function link(url: string, label: string): string {
  return /^https?:\/\/[^\s<>|]+$/.test(url) ? `<${url}|${label}>` : label
}

/** A text object: Slack's markup as it is, plain text so that nothing in it is markup. */
function textOfObject(value: unknown): string {
  if (!isRecord(value)) return typeof value === 'string' ? escape(value) : ''
  const text = textIn(value, 'text')
  return textIn(value, 'type') === 'mrkdwn' ? text : escape(text)
}

/** The elements of a section in a line. */
function inline(section: ExportRow): string {
  return rowsIn(section['elements']).map(textOfElement).join('')
}

function textOfElement(element: ExportRow): string {
  switch (textIn(element, 'type')) {
    case 'link': {
      const url = textIn(element, 'url')
      return styled(link(url, escape(textIn(element, 'text')) || url), element['style'])
    }
    case 'user':
      return `<@${textIn(element, 'user_id')}>`
    case 'channel':
      return `<#${textIn(element, 'channel_id')}>`
    case 'usergroup':
      return `@${textIn(element, 'usergroup_id')}`
    case 'broadcast':
      return `<!${textIn(element, 'range')}>`
    case 'emoji':
      return `:${textIn(element, 'name')}:`
    case 'color':
      return escape(textIn(element, 'value'))
    case 'date':
      return escape(textIn(element, 'fallback'))
    default:
      return styled(escape(textIn(element, 'text')), element['style'])
  }
}

/** A text in its style; blanks at its ends stay outside, where marks of emphasis would not count. */
function styled(text: string, style: unknown): string {
  if (!isRecord(style) || text.trim() === '') return text
  const marks = [
    style['bold'] === true ? '*' : '',
    style['italic'] === true ? '_' : '',
    style['strike'] === true ? '~' : '',
    style['code'] === true ? '`' : '',
  ].join('')
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
  return `${before}${marks}${inner}${Array.from(marks).toReversed().join('')}${after}`
}

/** A text in which nothing is markup: what begins it is written as Slack writes it in texts. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
