import { FROM_ABOVE, FROM_LEFT, type Source, type SourceTable } from './sources.ts'
import { html, mergedCount } from './write-html.ts'

function roff(text: string): string {
  return text.replaceAll('\\', '\\e').replace(/^([.'])/, String.raw`\&$1`)
}

/** A source for `groff -t -ms`. */
export function toMs({ title, blocks, layout }: Source): string {
  const body = blocks.map((block, at) => {
    const columns = layout === 'columns' && at === 1 ? '.2C\n' : ''
    if (block.kind === 'heading') return `${columns}.SH ${block.level}\n${roff(block.text)}`
    if (block.kind === 'paragraph') {
      const note = block.note === undefined ? '' : `\\**\n.FS\n${roff(block.note)}\n.FE`
      return `${columns}.PP\n${roff(block.text)}${note}`
    }
    if (block.kind === 'list') return msList(block.items, block.inner, block.isOrdered ?? false)
    if (block.kind === 'slide') return `.SH 2\n${roff(block.title)}`
    if (block.kind === 'lines') return `.LP\n.nf\n${block.lines.map(roff).join('\n')}\n.fi`
    return msTable(block)
  })
  return `.ds LH ${roff(title)}\n.ds CH\n.ds RH Page %\n.ds CF all rights\n${body.join('\n')}\n`
}

function msList(
  items: readonly string[],
  inner: readonly string[][] | undefined,
  isOrdered: boolean,
): string {
  return items
    .map((item, at) => {
      const below = inner?.[at] ?? []
      const marker = isOrdered ? `${at + 1}. 4` : '\\(bu 2'
      return `.IP ${marker}\n${roff(item)}${below.length > 0 ? `\n.RS\n${msList(below, undefined, false)}\n.RE` : ''}`
    })
    .join('\n')
}

function msTable({ rows, columns, borders, caption }: SourceTable): string {
  const width = rows[0]?.length ?? 0
  const plain = Array.from({ length: width }, (_, index) => (index < 2 ? 'l' : 'r'))
  const letters = columns?.map((align) => (align === 'p' ? 'lw(5c)' : align)) ?? plain
  const isMerged = rows.flat().some((text) => text === FROM_LEFT || text === FROM_ABOVE)
  const formats = isMerged
    ? rows
        .map((row) =>
          row
            .map((text, at) =>
              text === FROM_LEFT ? 's' : text === FROM_ABOVE ? '^' : (letters[at] ?? 'l'),
            )
            .join(' '),
        )
        .join('\n')
    : letters.join(' ')
  const cell = (text: string, at: number): string =>
    text === FROM_LEFT || text === FROM_ABOVE
      ? ''
      : columns?.[at] === 'p'
        ? `T{\n${roff(text)}\nT}`
        : text
  const row = (cells: readonly string[]): string =>
    cells.flatMap((text, at) => (text === FROM_LEFT ? [] : [cell(text, at)])).join('|')
  const [head = [], ...others] = rows
  const name = caption === undefined ? '' : `.LP\n${roff(caption)}\n`
  const look = borders === undefined || borders === 'grid' ? 'allbox ' : ''
  const isLong = rows.length > 30
  const rule = borders === 'rules' ? '\n_' : ''
  return `${name}.TS${isLong ? ' H' : ''}\n${look}tab(|);\n${formats}.\n${rule.trimStart()}${rule ? '\n' : ''}${row(head)}${rule}${isLong ? '\n.TH' : ''}\n${others.map(row).join('\n')}${rule}\n.TE`
}

/** A source for `groff -mom`, without tables. */
export function toMom({ title, blocks }: Source): string {
  const body = blocks.map((block) => {
    if (block.kind === 'heading') return `.HEADING ${block.level} "${block.text}"`
    if (block.kind === 'paragraph') return `.PP\n${roff(block.text)}`
    if (block.kind === 'list')
      return `.LIST BULLET\n${block.items.map((item) => `.ITEM\n${roff(item)}`).join('\n')}\n.LIST OFF`
    if (block.kind === 'slide') return `.HEADING 2 "${block.title}"`
    const rows = block.kind === 'lines' ? block.lines : block.rows.map((row) => row.join('  '))
    return `.QUOTE\n${rows.map(roff).join('\n')}\n.QUOTE OFF`
  })
  return `.TITLE "${title}"\n.AUTHOR "Harbour office"\n.PRINTSTYLE TYPESET\n.PAPER A4\n.START\n${body.join('\n')}\n`
}

/** A source as plain text. */
export function toText({ blocks }: Source): string {
  return blocks
    .map((block) => {
      if (block.kind === 'list') return block.items.map((item) => `  * ${item}`).join('\n')
      if (block.kind === 'slide') return block.title
      if (block.kind === 'lines') return block.lines.join('\n')
      if (block.kind === 'table') {
        return block.rows
          .map(
            ([first = '', second = '', ...rest]) =>
              first.padEnd(22) + second.padEnd(26) + rest.map((cell) => cell.padStart(12)).join(''),
          )
          .join('\n')
      }
      return wrapped(block.text, 78)
    })
    .join('\n\n')
}

function wrapped(text: string, width: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join('\n')
}

/** A source for Apache FOP. */
export function toFo({ title, blocks }: Source): string {
  let notes = 0
  const body = blocks.map((block) => {
    if (block.kind === 'heading') {
      return `<fo:block font-size="${[20, 20, 15, 12][block.level]}pt" font-weight="bold" space-before="12pt">${html(block.text)}</fo:block>`
    }
    if (block.kind === 'paragraph') {
      const { text, link, note } = block
      const linked = link
        ? html(text).replace(
            html(link.text),
            `<fo:basic-link external-destination="url('${link.url}')">${html(link.text)}</fo:basic-link>`,
          )
        : html(text)
      if (note !== undefined) notes += 1
      const mark = `<fo:inline font-size="7pt" baseline-shift="super">${notes}</fo:inline>`
      const foot = `<fo:footnote>${mark}<fo:footnote-body><fo:block font-size="8pt">${mark} ${html(note ?? '')}</fo:block></fo:footnote-body></fo:footnote>`
      return `<fo:block space-before="6pt">${linked}${note === undefined ? '' : foot}</fo:block>`
    }
    if (block.kind === 'lines')
      return block.lines.map((line) => `<fo:block>${html(line)}</fo:block>`).join('')
    if (block.kind === 'list') return foList(block.items, block.inner, block.isOrdered ?? false)
    return block.kind === 'slide' ? '' : foTable(block)
  })
  return `<?xml version="1.0" encoding="utf-8"?><fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format"><fo:layout-master-set><fo:simple-page-master master-name="a" page-height="29.7cm" page-width="21cm" margin="1.5cm"><fo:region-body margin="1cm 0"/><fo:region-before extent="1cm"/><fo:region-after extent="1cm"/></fo:simple-page-master></fo:layout-master-set><fo:page-sequence master-reference="a"><fo:static-content flow-name="xsl-region-before"><fo:block font-size="8pt">${html(title)} - all rights</fo:block></fo:static-content><fo:static-content flow-name="xsl-region-after"><fo:block font-size="8pt" text-align="center">Page <fo:page-number/></fo:block></fo:static-content><fo:flow flow-name="xsl-region-body">${body.join('')}</fo:flow></fo:page-sequence></fo:root>`
}

function foList(
  items: readonly string[],
  inner: readonly string[][] | undefined,
  isOrdered: boolean,
): string {
  const entries = items.map((item, at) => {
    const below = inner?.[at] ?? []
    const label = isOrdered ? `${at + 1}.` : '&#8226;'
    return `<fo:list-item><fo:list-item-label end-indent="label-end()"><fo:block>${label}</fo:block></fo:list-item-label><fo:list-item-body start-indent="body-start()"><fo:block>${html(item)}</fo:block>${below.length > 0 ? foList(below, undefined, false) : ''}</fo:list-item-body></fo:list-item>`
  })
  return `<fo:list-block provisional-distance-between-starts="${isOrdered ? 16 : 12}pt">${entries.join('')}</fo:list-block>`
}

function foTable({ rows, columns, borders = 'grid', caption, heads }: SourceTable): string {
  const cell = (text: string, row: number, column: number): string => {
    if (text === FROM_LEFT || text === FROM_ABOVE) return ''
    const across = mergedCount(rows[row]?.slice(column + 1) ?? [], FROM_LEFT) + 1
    const down =
      mergedCount(
        rows.slice(row + 1).map((other) => other[column] ?? ''),
        FROM_ABOVE,
      ) + 1
    const rule = '0.5pt solid black'
    const look =
      borders === 'grid'
        ? `border="${rule}"`
        : borders === 'rules' && row === 0
          ? `border-top="${rule}" border-bottom="${rule}"`
          : borders === 'rules' && row === rows.length - 1
            ? `border-bottom="${rule}"`
            : ''
    const align = { l: 'start', p: 'start', r: 'end', c: 'center' }[
      (row === 0 ? heads : undefined) ?? columns?.[column] ?? 'l'
    ]
    return `<fo:table-cell ${look} padding="2pt" number-columns-spanned="${across}" number-rows-spanned="${down}"><fo:block text-align="${align}">${html(text)}</fo:block></fo:table-cell>`
  }
  const line = (cells: readonly string[], row: number): string =>
    `<fo:table-row>${cells.map((text, column) => cell(text, row, column)).join('')}</fo:table-row>`
  const widths =
    columns
      ?.map(
        (align) =>
          `<fo:table-column column-width="proportional-column-width(${align === 'p' ? 3 : 1})"/>`,
      )
      .join('') ?? ''
  const name =
    caption === undefined
      ? ''
      : `<fo:block font-size="9pt" space-before="8pt">${html(caption)}</fo:block>`
  const [head = [], ...others] = rows
  return `${name}<fo:table table-layout="fixed" width="100%">${widths}<fo:table-header>${line(head, 0)}</fo:table-header><fo:table-body>${others.map((cells, at) => line(cells, at + 1)).join('')}</fo:table-body></fo:table>`
}
