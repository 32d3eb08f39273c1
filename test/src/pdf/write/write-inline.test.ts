import { expect, test } from 'vitest'
import { plainRun, type Run } from '../../../../src/pdf/model.ts'
import { writeInline, writeText } from '../../../../src/pdf/write/write-inline.ts'

const run = (text: string, style: Partial<Run> = {}): Run => ({ ...plainRun(text), ...style })

test.each([
  [
    'marks stand at the text, not at its spaces',
    [run('a '), run('b ', { bold: true }), run('c')],
    'a **b** c',
  ],
  [
    'neighbours of one style are one',
    [run('a ', { bold: true }), run('b', { bold: true })],
    '**a b**',
  ],
  ['bold and italic', [run('a', { bold: true, italic: true })], '***a***'],
  [
    'marks that would not be seen are left out',
    [run('a'), run('(b)', { bold: true }), run('c')],
    'a(b)c',
  ],
  ['code with backticks', [run('a`b', { mono: true })], '``a`b``'],
  ['code at its edge', [run('`', { mono: true })], '`` ` ``'],
  ['names with underscores are left alone', [run('snake_case _x_')], String.raw`snake_case \_x\_`],
  [
    'a link',
    [run('the house', { url: 'https://a.example/b' })],
    '[the house](https://a.example/b)',
  ],
  [
    'an address that is its own text',
    [run('https://a.example/', { url: 'https://a.example/' })],
    '<https://a.example/>',
  ],
  ['a mail address', [run('a@b.example', { url: 'mailto:a@b.example' })], '<a@b.example>'],
  [
    'brackets in an address',
    [run('x', { url: 'https://a.example/(b)' })],
    '[x](<https://a.example/(b)>)',
  ],
  [
    'brackets in a link',
    [run('a]b', { url: 'https://a.example/' })],
    String.raw`[a\]b](https://a.example/)`,
  ],
  ['what would be an entity', [run('&amp; & b')], String.raw`\&amp; & b`],
  [
    'a link that invisible characters hide',
    [run('[x]\u200B(javascript:a)')],
    String.raw`[x\](javascript:a)`,
  ],
  [
    'a link that styles hide',
    [run('[x'), run(']', { bold: true }), run('(javascript:a)')],
    String.raw`[x\](javascript:a)`,
  ],
  [
    'a tag that styles hide',
    [run('<', { bold: true }), run('img src=x>')],
    String.raw`\<img src=x>`,
  ],
])('%s', (_name, runs, markdown) => {
  expect(writeInline(runs)).toBe(markdown)
})

test.each([
  ['# a', String.raw`\# a`],
  ['1. a', String.raw`1\. a`],
  ['- a', String.raw`\- a`],
  ['> a', String.raw`\> a`],
  ['-5 degrees', '-5 degrees'],
  ['---', String.raw`\---`],
  ['1.5 m', '1.5 m'],
])('at the beginning of a block, %j is text', (text, markdown) => {
  expect(writeText([run(text)])).toBe(markdown)
})
