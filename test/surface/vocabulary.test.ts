import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Names that files, folders and exports had before they were named in words of the field, with such words. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  among: 'sql-in-list',
  attempts: 'login-throttle',
  'choose-elements': 'apply-selectors',
  chores: 'background-jobs',
  claims: 'attachment-links',
  customs: 'organization-settings',
  doors: 'routes, or surfaces',
  faint: 'visibility',
  'faint-style': 'css-visibility',
  'fit-event': 'serialize-event',
  flights: 'in-flight',
  folded: 'collapsible',
  furniture: 'running-heads, or trimmings',
  hearers: 'recipients',
  lanes: 'threads',
  legs: 'query-branches',
  line: 'http-client, or connection',
  live: 'resources, or follow-…',
  'load-once': 'once',
  own: 'personal',
  pace: 'throttle',
  'passed-through': 'plain-documents',
  peers: 'subscribers, or instances',
  people: 'users',
  prepared: 'prepared-query',
  reach: 'audience',
  referee: 'settlement-verifier',
  remembered: 'cache',
  sight: 'visibility',
  snapshot: 'snapshot-sections',
  tail: 'event-log-cache',
  tell: 'notify, report or emit',
  telling: 'index-choice',
  till: 'payment-processor',
  turnstile: 'payment-throttle',
  unseen: 'hidden-parts',
  viewer: 'requester',
  walk: 'index-scan',
}

/** Those of them, and their singulars, that stand for nothing else: no part of an exported name may be one. */
const OLD_WORDS = new Set(
  'chore chores customs door doors faint folded furniture hearer hearers lane lanes leg legs people referee remembered telling till turnstile unseen viewer'.split(
    ' ',
  ),
)

/** Names that do not say what they name: nothing that is declared has one, nor do they stand in the name of a file. */
const VAGUE_NAMES: Readonly<Record<string, string>> = {
  textof: 'which text it is: innerText, cellText, plainTextOf',
  tell: 'notify, report or emit…',
  told: 'reported, notified, or what it is: message, response, events',
  shown: 'visible, listed, displayed, or what it is: label, html, page',
  asked: 'requested, pending, or what it is: request, question, query',
  wanted: 'requested, expected, selected, or what it is: filter, needle',
}

/** Whether a source is worth parsing for them, but for its comments. */
const MAY_HOLD_VAGUE = new RegExp(String.raw`\b(?:${Object.keys(VAGUE_NAMES).join('|')})\b`, 'i')

const COMMENT_LINES = /^\s*(?:\/\/|\/?\*).*$/gm

/** Fields that keep such a name, because they are stored under it. */
const STORED_FIELDS: Readonly<Record<string, string>> = { 'src/net': 'asked' }

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

/** What to say instead of an old name or its singular; undefined for others. */
function betterName(name: string): string | undefined {
  return OLD_NAMES[name] ?? OLD_NAMES[`${name}s`]
}

/** Advice for an exported name that is an old one, or of which a word is; none for others. */
function adviceOn(name: string): string[] {
  const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const old = Object.hasOwn(OLD_NAMES, kebab)
    ? kebab
    : wordsOf(name).find((word) => OLD_WORDS.has(word))
  return old === undefined ? [] : [`${name}: say ${betterName(old)}`]
}

/** Identifiers of a source that are vague names, in the order of the table. */
function vagueIn(file: string, text: string): string[] {
  const names = new Set<string>()
  if (!MAY_HOLD_VAGUE.test(text.replaceAll(COMMENT_LINES, ''))) return []
  const add = ({ name }: { name: string }): unknown => names.add(name.toLowerCase())
  new Visitor({ Identifier: add, PrivateIdentifier: add }).visit(parseSync(file, text).program)
  return Object.keys(VAGUE_NAMES).filter((name) => names.has(name))
}

const isStored = (file: string, name: string): boolean =>
  Object.entries(STORED_FIELDS).some(([place, field]) => file.startsWith(place) && field === name)

test('no file or folder has an old name', () => {
  const found = source.flatMap(([file]) =>
    [...dirname(file).split(sep), basename(file, '.ts')]
      .filter((name) => Object.hasOwn(OLD_NAMES, name))
      .map((name) => `${file}: say ${OLD_NAMES[name]}`),
  )
  expect(found).toEqual([])
})

test('no file has a vague name', () => {
  const found = source.flatMap(([file]) =>
    basename(file, '.ts')
      .split('-')
      .filter((word) => Object.hasOwn(VAGUE_NAMES, word))
      .map((word) => `${file}: for ${word} say ${VAGUE_NAMES[word]}`),
  )
  expect(found).toEqual([])
})

test('nothing that is declared has a vague name', () => {
  const found = source.flatMap(([file, text]) =>
    vagueIn(file, text)
      .filter((name) => !isStored(file, name))
      .map((name) => `${file}: for ${name} say ${VAGUE_NAMES[name]}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['function textOf(row: Row): string {}', 'textof'],
  ['class Session { #tell(news: string): void {} }', 'tell'],
  ['const { id, ...told } = event', 'told'],
  ['interface Formula { shown?: string }', 'shown'],
  ['const page = { url, asked: headers }', 'asked'],
  ['type Wanted = string', 'wanted'],
])('%s is found', (text, name) => {
  expect(vagueIn('a.ts', text)).toEqual([name])
})

test('what to say instead is in the advice', () => {
  expect(adviceOn('passedThrough')).toEqual(['passedThrough: say plain-documents'])
  expect(adviceOn('openDoor')).toEqual(['openDoor: say routes, or surfaces'])
  expect(adviceOn('isVisible')).toEqual([])
  expect([...OLD_WORDS].filter((word) => betterName(word) === undefined)).toEqual([])
})

test('nothing that is exported has an old name', () => {
  const found = source.flatMap(([file, text]) =>
    exportsOf(text).flatMap((name) => adviceOn(name).map((advice) => `${file}: ${advice}`)),
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
