import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { CHAT_LIST, CHAT_TOOL_LIST, chatList, chatToolList } from '../../scripts/list-chat.ts'
import { chatOperations } from '../../tools/chat.ts'
import { wholeCatalogue } from '../../tools/index.ts'

const root = join(import.meta.dirname, '../..')
const operations = await wholeCatalogue()
const files = globSync('tools/*/**/*.ts', { cwd: root })

test.each(files)('%s holds the operation of the same name, listed and tested', (file) => {
  const name = basename(file, '.ts').replaceAll('-', '_')
  const operation = operations.find((candidate) => candidate.name === name)
  expect(
    operation,
    `${name} is in no list: add it to tools/index.ts, or let \`npm run docs\` do so where it is of the chat`,
  ).toBeDefined()
  expect(operation?.toolset).toBe(file.split('/')[1])
  const tests = `test/${file.replace(/\.ts$/, '.test.ts')}`
  expect(existsSync(join(root, tests)), `${tests} is not there`).toBe(true)
})

test('every listed operation has its file', () => {
  const names = files.map((file) => basename(file, '.ts').replaceAll('-', '_'))
  expect(operations.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

test('the lists of the chat are as `npm run docs` writes them', () => {
  const [list = '', tools = ''] = [CHAT_LIST, CHAT_TOOL_LIST].map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const stale = 'is not as tools/chat says: `npm run docs` writes it'
  expect(list, `${CHAT_LIST} ${stale}`).toBe(chatList(list))
  expect(tools, `${CHAT_TOOL_LIST} ${stale}`).toBe(chatToolList(chatOperations))
})

test('a list of the chat keeps its order, and takes in what is new', () => {
  const before = chatList('', ['./chat/users/get-user.ts', './chat/events/get-events.ts'])
  const found = [
    './chat/events/get-events.ts',
    './chat/users/add-user.ts',
    './chat/users/get-user.ts',
  ]
  const names = (list: string) => [...list.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name)
  expect(names(before)).toEqual(['getUser', 'getEvents'])
  expect(names(chatList(before, found))).toEqual(['getUser', 'addUser', 'getEvents'])
  expect(names(chatList(before, found.slice(1)))).toEqual(['getUser', 'addUser'])
})

test('names and routes are unique, and names fit every host', () => {
  const routes = operations.map(({ http }) => `${http.method} ${http.path}`)
  expect(new Set(routes).size).toBe(operations.length)
  expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length)
  for (const { name } of operations) expect(name).toMatch(/^[a-z][a-z0-9_]{1,40}$/)
})

/** Kinds of files that are neither our source nor a fixture: what a tool, a browser or a package leaves behind. */
const LEFT_BEHIND =
  /\.(?:whl|xlsx|docx|pptx|odt|ods|pdf|zip|tgz|gz|tar|log|orig|rej|bak|tmp|sqlite|db)$/

/** Files at the root that have no ending. */
const PLAIN_NAMES = ['Dockerfile', 'LICENSE']

test('nothing that was left lying about is kept', () => {
  const kept = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const ours = kept.filter((file) => file !== '' && !file.startsWith('test/fixtures/'))
  expect(ours.length).toBeGreaterThan(1_000)
  expect(ours.filter((file) => LEFT_BEHIND.test(file))).toEqual([])
  const plain = ours.filter((file) => /^[^./]+$/.test(file))
  expect(plain).toEqual(PLAIN_NAMES)
})
