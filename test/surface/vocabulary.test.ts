import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Names that files, folders and exports had before they were named in words of the field. */
const OLD_NAMES = [
  'among',
  'attempts',
  'choose-elements',
  'chores',
  'claims',
  'customs',
  'doors',
  'faint-style',
  'fit-event',
  'flights',
  'folded',
  'furniture',
  'hearers',
  'lanes',
  'legs',
  'line',
  'live',
  'load-once',
  'own',
  'pace',
  'passed-through',
  'peers',
  'people',
  'prepared',
  'reach',
  'referee',
  'remembered',
  'sight',
  'snapshot',
  'tail',
  'tell',
  'telling',
  'till',
  'turnstile',
  'unseen',
  'viewer',
  'walk',
]

/** Those of them, and their singulars, that stand for nothing else: no part of an exported name may be one. */
const OLD_WORDS = new Set(
  'chore chores customs door doors faint folded furniture hearer hearers lane lanes leg legs people referee remembered telling till turnstile unseen viewer'.split(
    ' ',
  ),
)

const GLOSSARY_MAX_TERMS = 60

function textsOf(...patterns: string[]): [string, string][] {
  return globSync(patterns, { cwd: root }).map((file) => [
    file,
    readFileSync(join(root, file), 'utf8'),
  ])
}

const source = textsOf('{src,tools}/**/*.{ts,js}')
const programs = [...source, ...textsOf('{bench,scripts,examples}/**/*.{ts,js,mjs}')]
const tests = textsOf('test/**/*.ts')

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_]+/)
}

function exportsOf(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm,
  )
  const listed = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)
  return [
    ...[...declared].map(([, name = '']) => name),
    ...[...listed].flatMap(([, names = '']) => names.match(/\w+(?=\s*(?:,|$))/g) ?? []),
  ]
}

/** Each comment on one line; a run of line comments is one. */
function commentsOf(text: string): string[] {
  const found = text.match(/(?:^|\s)\/\*[*\s][\s\S]*?\*\/|(?:^|\s)\/\/ .*(?:\n\s*\/\/ .*)*/gm) ?? []
  return found.map((comment) =>
    comment
      .replaceAll(/^\s*(?:\/\*\*?|\/\/|\*(?!\/))|\*\/$/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

const withoutCode = (text: string) => text.replaceAll(/`[^`]*`|'he'/g, '')

test('no file or folder has an old name', () => {
  const names = source.flatMap(([file]) => [...dirname(file).split(sep), basename(file, '.ts')])
  expect(new Set(names).intersection(new Set(OLD_NAMES))).toEqual(new Set())
})

test('nothing that is exported has an old name', () => {
  const old = new Set(
    OLD_NAMES.map((name) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())),
  )
  const found = source.flatMap(([file, text]) =>
    exportsOf(text)
      .filter((name) => old.has(name) || wordsOf(name).some((word) => OLD_WORDS.has(word)))
      .map((name) => `${file}: ${name}`),
  )
  expect(source.flatMap(([, text]) => exportsOf(text)).length).toBeGreaterThan(2_000)
  expect(found).toEqual([])
})

test('comments and documents speak of nobody as he', () => {
  const prose = [
    ...programs.map(([file, text]) => [file, commentsOf(text).join('\n')] as const),
    ...textsOf('docs/**/*.md', '*.md'),
  ]
  const found = prose.flatMap(([file, text]) =>
    [...withoutCode(text).matchAll(/.*\b(?:he|him|his|himself)\b.*/gi)].map(
      ([line]) => `${file}: ${line}`,
    ),
  )
  expect(found).toEqual([])
})

test('comments say what a function returns, not what it answers', () => {
  const found = [...programs, ...tests].flatMap(([file, text]) =>
    commentsOf(text)
      .filter((comment) => /(?:^|[.:;!?] )Answers (?!of )/.test(comment))
      .map((comment) => `${file}: ${comment}`),
  )
  expect(programs.flatMap(([, text]) => commentsOf(text)).length).toBeGreaterThan(5_000)
  expect(found).toEqual([])
})

test('the glossary is short, in order, and of words that the code uses', { tags: 'full' }, () => {
  const [, section = ''] = readFileSync(join(root, 'AGENTS.md'), 'utf8').split('\n## Glossary\n')
  const rows = section.split('\n## ')[0]?.match(/^\| .* \|$/gm) ?? []
  const terms = rows.slice(2).map((row) => row.split(' | ')[0]?.slice(2).trim() ?? '')
  expect(terms.length).toBeGreaterThanOrEqual(40)
  expect(terms.length).toBeLessThanOrEqual(GLOSSARY_MAX_TERMS)
  expect(terms).toEqual(terms.toSorted())
  expect(new Set(terms).size).toBe(terms.length)
  const code = [...programs, ...tests].map(([, text]) => text.replaceAll(/[^A-Za-z\d]+/g, ' '))
  const words = ` ${wordsOf(code.join(' ')).join(' ')} `
  const unused = terms.filter(
    (term) => !words.includes(` ${term.replaceAll(/[^a-z\d]+/g, ' ').trim()} `),
  )
  expect(unused).toEqual([])
})
