import { latin1 } from '../../lib/latin1.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Choice, Source } from '../document.ts'
import type { RunMarks } from '../run-writer.ts'
import { ByteText, encodingOfPage, findCharset } from './rtf-bytes.ts'
import { type RtfParagraph, RtfParagraphs, type RtfRun } from './rtf-paragraphs.ts'
import { RtfTable } from './rtf-table.ts'
import { readTokens } from './rtf-tokens.ts'
import { CHARACTERS, KNOWN, LEFT_OUT } from './rtf-words.ts'

/** Reads a document in Rich Text Format 1.9: text, marks, lists, tables, notes and links; no pictures, no objects. */
export async function readRtf(
  { bytes }: Source,
  out: DocumentWriter,
  choice: Choice,
): Promise<void> {
  const reader = new RtfReader(out, choice.keepsHidden)
  for (const token of readTokens(latin1(bytes))) {
    if (token.kind === 'word') reader.word(token.word, token.value)
    else if (token.kind === 'text') reader.text(token.text)
    else if (token.kind === 'byte') reader.byte(token.byte)
    else if (token.kind === 'open') reader.open()
    else reader.close()
  }
  reader.end()
}

/** Groups within each other whose marks are kept apart. */
const GROUPS_MAX_DEPTH = 500
type Place =
  | 'styles'
  | 'text'
  | 'none'
  | 'fonts'
  | 'info'
  | 'title'
  | 'author'
  | 'created'
  | 'link'
  | 'label'

interface Group {
  place: Place
  marks: RunMarks
  isHidden: boolean
  encoding: string
  /** Characters that stand in for one of Unicode. */
  fallback: number
  /** Where the field leads that the group is in. */
  field: { href?: string; code: string } | undefined
  /** The footnote that begins with the group. */
  note: { runs: RtfRun[]; layout: typeof NO_LAYOUT; outer: RtfParagraph[] | undefined } | undefined
  /** Whether the next word says what the group is for readers that know it. */
  isStarred: boolean
}

/** How a paragraph stands: level of its heading, what stands before it, its level in lists and indentation in twips. */
const NO_LAYOUT = {
  heading: 0,
  label: '',
  level: 0,
  indent: 0,
  isHanging: false,
  isInTable: false,
}

class RtfReader {
  readonly #out: DocumentWriter
  readonly #keepsHidden: boolean
  readonly #written: RtfParagraphs
  readonly #groups: Group[] = []
  #group: Group = {
    place: 'text',
    marks: {},
    isHidden: false,
    encoding: 'windows-1252',
    fallback: 1,
    field: undefined,
    note: undefined,
    isStarred: false,
  }
  #tooDeep = 0
  readonly #bytes = new ByteText()
  #page = 'windows-1252'
  readonly #fonts = new Map<number, string>()
  #font = 0
  /** Levels of headings by style. */
  readonly #headings = new Map<number, number>()
  #style = 0
  /** Characters left to pass over after one of Unicode. */
  #passed = 0
  #runs: RtfRun[] = []
  #layout = { ...NO_LAYOUT }
  /** Paragraphs of the footnote that is open. */
  #noteParagraphs: RtfParagraph[] | undefined
  readonly #notes: { label: string; paragraphs: RtfParagraph[] }[] = []
  #cell: RtfParagraph[] = []
  readonly #table = new RtfTable()
  readonly #facts = { title: '', author: '', date: [0, 0, 0] }
  #comments = 0

  constructor(out: DocumentWriter, keepsHidden: boolean) {
    this.#out = out
    this.#keepsHidden = keepsHidden
    this.#written = new RtfParagraphs(out)
  }

  open(): void {
    this.#flush()
    if (this.#groups.length >= GROUPS_MAX_DEPTH) {
      this.#tooDeep += 1
      return
    }
    this.#groups.push(this.#group)
    this.#group = { ...this.#group, note: undefined, isStarred: false }
  }

  close(): void {
    this.#flush()
    this.#passed = 0
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1
      return
    }
    const outer = this.#groups.pop()
    if (!outer) return
    const { place, field, note } = this.#group
    if (place === 'link' && outer.place !== 'link' && field) {
      const href = /HYPERLINK\s+(?!\\)"?([^"\s]+)/i.exec(field.code)?.[1]
      if (href !== undefined) field.href = href
    }
    if (place === 'info' && outer.place !== 'info') this.#describe()
    if (note) this.#endNote(note)
    this.#group = outer
  }

  text(text: string): void {
    let left = text
    if (this.#passed > 0) {
      const passed = Math.min(this.#passed, left.length)
      this.#passed -= passed
      left = left.slice(passed)
    }
    if (left !== '' && this.#bytes.isHalf) {
      this.#bytes.add(left.charCodeAt(0), this.#bytes.encoding)
      left = left.slice(1)
    }
    if (left === '') return
    this.#flush()
    this.#add(left)
  }

  byte(byte: number): void {
    if (this.#passed > 0) this.#passed -= 1
    else this.#add(this.#bytes.add(byte, this.#group.encoding))
  }

  word(word: string, value: number | undefined): void {
    const group = this.#group
    this.#flush()
    if (word === '*') {
      group.isStarred = true
      return
    }
    const isStarred = group.isStarred
    group.isStarred = false
    if (LEFT_OUT.has(word) || (isStarred && !KNOWN.has(word))) {
      if (word === 'annotation') this.#comments += 1
      group.place = 'none'
    } else if (Object.hasOwn(CHARACTERS, word)) this.#add(CHARACTERS[word]!)
    else if (!this.#takePlace(word) && !this.#takeMark(word, value)) this.#takeLayout(word, value)
  }

  end(): void {
    this.#flush()
    while (this.#groups.length > 0) this.close()
    this.#endParagraph()
    this.#endTable()
    this.#written.end()
    for (const { label, paragraphs } of this.#notes) {
      this.#out.openNote(label)
      for (const paragraph of paragraphs) this.#written.add(paragraph)
      this.#written.end()
      this.#out.closeNote()
    }
    const count = this.#comments
    if (count > 0) this.#out.say(`${count} comment${count === 1 ? '' : 's'} not read`)
  }

  /** Words that say what the text of their group is. */
  #takePlace(word: string): boolean {
    const group = this.#group
    if (group.place === 'none') return true
    if (word === 'fonttbl') group.place = 'fonts'
    else if (word === 'stylesheet') group.place = 'styles'
    else if (word === 'info') group.place = 'info'
    else if (word === 'field') group.field = { code: '' }
    else if (word === 'fldinst') group.place = 'link'
    else if (word === 'listtext' || word === 'pntext') group.place = 'label'
    else if (word === 'footnote') this.#openNote()
    else if (group.place === 'info' || group.place === 'title' || group.place === 'author') {
      if (word === 'author') this.#facts.author = ''
      group.place =
        word === 'title'
          ? 'title'
          : word === 'author'
            ? 'author'
            : word === 'creatim'
              ? 'created'
              : 'info'
    } else return false
    return true
  }

  #takeMark(word: string, value: number | undefined): boolean {
    const group = this.#group
    const isOn = value !== 0
    if (word === 'b') group.marks = { ...group.marks, isBold: isOn }
    else if (word === 'i') group.marks = { ...group.marks, isItalic: isOn }
    else if (word === 'strike' || word === 'striked')
      group.marks = { ...group.marks, isStruck: isOn }
    else if (word === 'super') group.marks = { ...group.marks, script: isOn ? 'sup' : undefined }
    else if (word === 'sub') group.marks = { ...group.marks, script: isOn ? 'sub' : undefined }
    else if (word === 'nosupersub') group.marks = { ...group.marks, script: undefined }
    else if (word === 'v' || word === 'deleted') group.isHidden = isOn
    else if (word === 'plain') {
      group.marks = {}
      group.isHidden = false
    } else if (word === 'f') this.#takeFont(value ?? 0)
    else if (word === 'fcharset') this.#fonts.set(this.#font, findCharset(value ?? 0) ?? this.#page)
    else if (word === 'ansicpg') {
      this.#page = encodingOfPage(value ?? 1252)
      group.encoding = this.#page
    } else if (word === 'mac') group.encoding = this.#page = 'macintosh'
    else if (word === 'uc') group.fallback = Math.min(Math.max(value ?? 1, 0), 16)
    else if (word === 'u') {
      this.#add(String.fromCharCode((value ?? 0) & 0xffff))
      this.#passed = group.fallback
    } else return false
    return true
  }

  #takeFont(font: number): void {
    if (this.#group.place === 'fonts') this.#font = font
    else this.#group.encoding = this.#fonts.get(font) ?? this.#page
  }

  #takeLayout(word: string, value: number | undefined): void {
    // What stands before an item of a list has a layout of its own.
    if (this.#group.place === 'label' || this.#group.place === 'link') return
    if (word === 'par' || word === 'sect') this.#endParagraph()
    else if (word === 'pard') {
      this.#layout = { ...NO_LAYOUT, label: this.#layout.label }
    } else if (word === 's') this.#takeStyle(value ?? 0)
    else if (word === 'intbl') this.#layout.isInTable = true
    else if (word === 'outlinelevel') this.#takeOutline(value ?? 9)
    else if (word === 'ilvl') this.#layout.level = Math.min(Math.max(value ?? 0, 0), 8)
    else if (word === 'li') this.#layout.indent = value ?? 0
    else if (word === 'fi') this.#layout.isHanging = (value ?? 0) < 0
    else if (word === 'cell' || word === 'nestcell') this.#endCell()
    else if (!this.#table.take(word) && this.#group.place === 'created') {
      const at = ['yr', 'mo', 'dy'].indexOf(word)
      if (at !== -1) this.#facts.date[at] = value ?? 0
    }
  }

  #takeStyle(style: number): void {
    if (this.#group.place === 'styles') this.#style = style
    else this.#layout.heading = this.#headings.get(style) ?? 0
  }

  /** The level of a heading, of a style or of the paragraph itself; 9 is that of other text. */
  #takeOutline(level: number): void {
    const heading = level >= 0 && level < 9 ? level + 1 : 0
    if (this.#group.place === 'styles') this.#headings.set(this.#style, heading)
    else this.#layout.heading = heading
  }

  #flush(): void {
    this.#add(this.#bytes.take())
  }

  #add(text: string): void {
    const { place, marks, isHidden, field } = this.#group
    if (text === '') return
    if (place === 'text') {
      if (isHidden && !this.#keepsHidden) this.#out.addHidden('hidden', text)
      else
        this.#runs.push({
          text,
          marks: field?.href === undefined ? marks : { ...marks, href: field.href },
        })
    } else if (place === 'label') this.#layout.label += text
    else if (place === 'link' && field) field.code += text
    else if (place === 'styles') {
      const level = /^heading ([1-9])\b/i.exec(text.trim())?.[1]
      if (level !== undefined) this.#headings.set(this.#style, Number(level))
    } else if (place === 'title' || place === 'author') this.#facts[place] += text
  }

  #endParagraph(): void {
    const label = this.#layout.label.trim() === '' ? this.#typedLabel() : this.#layout.label.trim()
    const paragraph = {
      runs: this.#runs,
      heading: this.#layout.heading,
      label,
      level: this.#layout.level,
    }
    this.#runs = []
    this.#layout.label = ''
    if (this.#noteParagraphs) this.#noteParagraphs.push(paragraph)
    else if (this.#layout.isInTable) this.#cell.push(paragraph)
    else {
      if (paragraph.runs.length > 0) this.#endTable()
      this.#written.add(paragraph)
    }
  }

  /** A bullet or number that stands in the text itself, before a tab, in a paragraph whose first line hangs out. */
  #typedLabel(): string {
    if (!this.#layout.isHanging) return ''
    const start = this.#runs
      .slice(0, 4)
      .map(({ text }) => text)
      .join('')
    const label = /^\s*([•◦▪·‣○■–-]|\(?(?:\d{1,4}|[a-z]|[ivxl]{1,5})[.)])\s*\t/i.exec(start)
    if (!label) return ''
    let left = label[0].length
    for (const run of this.#runs) {
      const taken = Math.min(left, run.text.length)
      run.text = run.text.slice(taken)
      left -= taken
    }
    this.#layout.level = Math.min(
      Math.max(Math.round(this.#layout.indent / INDENT_TWIPS) - 1, 0),
      8,
    )
    return label[1]!
  }

  #endCell(): void {
    this.#layout.isInTable = true
    this.#endParagraph()
    this.#table.addCell(this.#cell)
    this.#cell = []
  }

  #endTable(): void {
    if (this.#cell.length > 0) this.#table.addCell(this.#cell)
    this.#cell = []
    const rows = this.#table.end()
    if (rows.length > 0) this.#written.addTable(rows)
  }

  /** A footnote stands where its mark does: the paragraph goes on after it. */
  #openNote(): void {
    const label = String(this.#notes.length + 1)
    this.#runs.push({ text: '', marks: {}, note: label })
    const paragraphs: RtfParagraph[] = []
    this.#notes.push({ label, paragraphs })
    this.#group.note = { runs: this.#runs, layout: this.#layout, outer: this.#noteParagraphs }
    this.#layout = { ...NO_LAYOUT }
    this.#group.marks = {}
    this.#runs = []
    this.#noteParagraphs = paragraphs
  }

  #endNote({ runs, layout, outer }: NonNullable<Group['note']>): void {
    this.#endParagraph()
    this.#runs = runs
    this.#layout = layout
    this.#noteParagraphs = outer
  }

  #describe(): void {
    const { title, author, date } = this.#facts
    const [year = 0, month = 0, day = 0] = date
    const written = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
    this.#out.describe({
      title: title.trim(),
      authors: author.trim() === '' ? [] : [author.trim()],
      createdAt: year > 0 && month > 0 && day > 0 ? written : undefined,
    })
  }
}

/** What lists are usually indented by, for each level. */
const INDENT_TWIPS = 360
