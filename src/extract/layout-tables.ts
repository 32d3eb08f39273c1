import type { DomElement } from './dom.ts'

const BLOCKS_IN_CELLS = 'table, ul, ol, dl, h1, h2, h3, h4, h5, h6, hr, blockquote, pre'

const PARTS = 'caption, td, th, tr, thead, tbody, tfoot'

/**
 * Turns tables that Markdown cannot hold, or that only arrange the page, into plain blocks: those with
 * lists, headings, code or tables inside, and those of a single column or a single row.
 */
export function prepareTables(content: DomElement): void {
  // Inner tables come later in document order; from the end, each table is judged after those in it.
  for (const table of [...content.querySelectorAll('table')].toReversed()) {
    if (isLayout(table)) rename(table)
  }
  for (const part of content.querySelectorAll(PARTS)) {
    if (!part.closest('table')) rename(part)
    else if (part.nodeName === 'TR') onlyCells(part)
    else if (part.hasAttribute('data-align')) {
      part.setAttribute('align', part.getAttribute('data-align') ?? '')
    }
  }
}

/** The plugin takes every child of a row for a cell, as a browser's parser guarantees. */
function onlyCells(row: DomElement): void {
  for (const child of Array.from(row.childNodes)) {
    if (child.nodeName === 'TD' || child.nodeName === 'TH') continue
    if (child.textContent.trim() === '') child.remove()
    else {
      const cell = row.ownerDocument.createElement('td')
      child.replaceWith(cell)
      cell.append(child)
    }
  }
}

function isLayout(table: DomElement): boolean {
  if (table.querySelector(BLOCKS_IN_CELLS)) return true
  const rows = [...table.querySelectorAll('tr')]
  if (rows.length < 2) return true
  return rows.every((row) => cellCount(row) <= 1)
}

function cellCount(row: DomElement): number {
  return Array.from(row.childNodes).filter(({ nodeName }) => nodeName === 'TD' || nodeName === 'TH')
    .length
}

function rename(element: DomElement): void {
  const block = element.ownerDocument.createElement('div')
  block.append(...Array.from(element.childNodes))
  element.replaceWith(block)
}
