import type { SourcePage } from '../pages/read.ts'
import type { Sheet, Told } from '../pages/sheet.ts'

/** Something that must hold of what was read of a page. */
export type Check =
  | { is: 'text'; text: string }
  /** These stand one right after the other. */
  | { is: 'adjacent'; parts: readonly string[] }
  /** A picture, once. The address is as the page writes it. */
  | { is: 'image'; address: string; alt: string }
  | { is: 'noImage'; address: string }
  | { is: 'link'; address: string; text?: string }
  /** All lines of one code block. */
  | { is: 'codeLines'; lines: readonly string[] }
  /** Lines of text that follow one another, each on a line of its own. */
  | { is: 'verse'; lines: readonly string[] }
  /** Texts on one line, in this order. */
  | { is: 'row'; cells: readonly string[] }
  /** A numbered list of these. */
  | { is: 'steps'; items: readonly string[] }
  /** A mark after a text leads to a note. */
  | { is: 'note'; after: string; note: string }
  | { is: 'absent'; text: string }

/** What a page has of one kind, with what must hold of it. */
export interface Sample {
  main: string
  checks: readonly Check[]
  head?: string
  /**
   * What stands around it, when that is not a usual frame with paragraphs: a page without any element that wraps them, a frame
   * without paragraphs, or nothing, where `main` is the whole document.
   */
  around?: 'bare' | 'alone' | 'own'
  contentType?: string
}

/** Kinds of parts. Those after a plus sign are pages on which a repair that goes too far does harm. */
export const REPAIR_KINDS = [
  'picture: img',
  'picture: picture element',
  'picture: noscript',
  'picture: object',
  'picture: object with img',
  'picture: amp-img',
  'picture: lazy data',
  '+ picture: tracking pixel',
  'address: in the frame of a system',
  'address: in a div',
  'address: bare page',
  'label: speakers',
  'label: paragraphs',
  'code: span lines',
  'code: data-line',
  'code: display block',
  'code: numbered list',
  'code: table of numbers',
  '+ code: list of steps',
  'shadow: whole page',
  'shadow: part',
  '+ shadow: plain template',
  'verse: pre-line',
  '+ verse: plain',
  'embed: gist',
  'embed: CodePen',
  'notes: custom marks',
  'hero: home of docs',
  'cdata: XHTML',
  'hours: lists in a table',
  'shortcode: raw',
  'copy: tabs',
] as const
export type RepairKind = (typeof REPAIR_KINDS)[number]

/** How a half writes each kind. */
export type Samples = Readonly<Record<RepairKind, readonly ((sheet: Sheet) => Sample)[]>>

/** A page with all that must hold of what is read of it. */
export interface RepairPage extends SourcePage {
  id: string
  kind: RepairKind
  language: string
  checks: readonly Check[]
  /** Other texts that must be kept. */
  content: readonly Told[]
}
