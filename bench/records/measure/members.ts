import type { Member, Parameter } from '../page.ts'
import type { Verdict } from './facts.ts'
import type { Line } from './lines.ts'
import type { OutputLines } from './output.ts'

/** A field of a member, with what became of it. */
export interface MemberField extends Verdict {
  name: string
  wanted: string
}

const RETURNS =
  /return|yields|result|rückgabe|renvoie|retour|devuelve|devuelto|ritorna|retorna|zwraca|возвраща|返回|戻り値|返り値|^value$/i
/** Lines above a text in which the word that it is what comes back may stand. */
const LABEL_LINES = 3

/** Looks for all fields of the members of a reference, each between its own declaration and the next one. */
export function judgeMembers(output: OutputLines, members: readonly Member[]): MemberField[] {
  const starts: number[] = []
  for (const member of members) starts.push(startOf(output, member, (starts.at(-1) ?? -1) + 1))
  return members.flatMap((member, index) => {
    const start = starts[index]!
    const next = starts.slice(index + 1).find((one) => one >= 0) ?? output.lines.length
    return fieldsOf(output, member, Math.max(start, 0), start < 0 ? output.lines.length : next)
  })
}

function startOf({ lines }: OutputLines, { name, signature }: Member, from: number): number {
  const wanted = bare(signature)
  const isHead = ({ kind, text }: Line, at: number): boolean =>
    at >= from && kind === 'heading' && text.split(/[^\w$.-]+/).includes(name)
  const head = lines.findIndex(isHead)
  if (head >= 0) return head
  return lines.findIndex(({ text }, at) => at >= from && bare(text).includes(wanted))
}

function fieldsOf(output: OutputLines, member: Member, from: number, to: number): MemberField[] {
  const lines = output.lines.slice(from, to)
  const { signature, parameters, returns, raises, source, deprecated } = member
  const fields: MemberField[] = []
  const add = (name: string, wanted: string, isRight: boolean, isLoose: boolean): void => {
    fields.push({
      name,
      wanted,
      found: '',
      fate: isRight ? 'right' : isLoose ? 'loose' : 'missing',
    })
  }
  const code = bare(
    lines
      .filter(({ kind }) => kind === 'code')
      .map(({ raw }) => raw)
      .join('\n'),
  )
  const wanted = bare(signature)
  const isCode =
    code.includes(wanted) ||
    lines.some(({ codes }) => codes.some((one) => bare(one).includes(wanted)))
  add(
    'signature',
    signature,
    isCode,
    bare(lines.map(({ text }) => text).join('\n')).includes(wanted),
  )
  const isInRegion = (text: string): boolean => output.has(text, from, to)
  for (const parameter of parameters) {
    const row = rowOf(lines, parameter)
    const holds = (text: string): boolean => row?.cells.some((cell) => isIn(cell, text)) === true
    const { name, type, text } = parameter
    add('parameter', `${name}: ${text}`, holds(text), isInRegion(text))
    if (type !== '') add('parameter type', `${name}: ${type}`, holds(type), isInRegion(type))
    if (parameter.default !== '') {
      const shown = `${name} = ${parameter.default}`
      add('parameter default', shown, holds(parameter.default), isInRegion(parameter.default))
    }
  }
  if (returns) {
    const at = output.find(returns.text, from)
    const isThere = at >= 0 && at < to
    const near = output.lines.slice(Math.max(from, at - LABEL_LINES), at + 1)
    const isLabelled = isThere && near.some(({ text }) => RETURNS.test(text))
    const isTyped =
      isThere && (returns.type === '' || near.some(({ text }) => isIn(text, returns.type)))
    add('returns', `${returns.type}: ${returns.text}`, isLabelled && isTyped, isThere)
  }
  for (const { type, text } of raises) {
    const at = output.find(text, from)
    const isThere = at >= 0 && at < to
    const near = output.lines.slice(Math.max(from, at - 1), at + 1)
    const isRight = isThere && near.some((line) => isIn(line.text, type))
    add('raises', `${type}: ${text}`, isRight, isThere)
  }
  if (source !== undefined) {
    const links = (some: readonly Line[]): boolean =>
      some.some((line) => line.links.some(({ url }) => url === source))
    add('source', source, links(lines), links(output.lines))
  }
  if (deprecated !== undefined) {
    const isRight =
      isInRegion(deprecated) &&
      lines.some(({ text }) => /deprecat|veraltet|obsol|非推奨|устар/i.test(text))
    add('deprecated', deprecated, isRight, output.has(deprecated))
  }
  return fields
}

function rowOf(lines: readonly Line[], { name }: Parameter): Line | undefined {
  return lines.find(
    ({ kind, cells }) => kind === 'row' && bare(cells[0] ?? '').split(/[?:=(]/)[0] === bare(name),
  )
}

function isIn(text: string, wanted: string): boolean {
  return bare(text).includes(bare(wanted))
}

/** Without spaces, nor what differs by the way it is set. */
function bare(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s`\u200B\u00AD;]/g, '')
}
