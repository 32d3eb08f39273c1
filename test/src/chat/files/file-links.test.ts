import { expect, test } from 'vitest'
import { addressOfUpload, pathOfLink } from '../../../../src/chat/files/file-links.ts'

const SERVER = 'https://chat.example.com'

test.each([
  ['/user_uploads/2/ab/report.pdf', '2/ab/report.pdf'],
  ['user_uploads/2/ab/report.pdf', '2/ab/report.pdf'],
  ['chat://file/2/ab/report.pdf', '2/ab/report.pdf'],
  [`${SERVER}/user_uploads/2/ab/report.pdf`, '2/ab/report.pdf'],
  ['HTTPS://CHAT.example.com:443/user_uploads/2/ab/report.pdf', '2/ab/report.pdf'],
  ['/user_uploads/2/ab/r%C3%A9sum%C3%A9.pdf?a=b#page=2', '2/ab/résumé.pdf'],
  [`${SERVER}/user_uploads/2/ab/résumé.pdf#page=2`, '2/ab/résumé.pdf'],
  ['/user_uploads/2/%zz', ''],
])('%s is the link of an upload', (link, path) => {
  expect(pathOfLink(link, SERVER)).toBe(path)
})

test.each([
  'https://chat.example.com/',
  'https://chat.example.com/user_uploads/',
  'https://chat.example.com/other/user_uploads/2/ab/a.pdf',
  'http://chat.example.com/user_uploads/2/ab/a.pdf',
  'https://chat.example.com:8443/user_uploads/2/ab/a.pdf',
  'https://chat.example.com.evil.test/user_uploads/2/ab/a.pdf',
  'https://evil.test/user_uploads/2/ab/a.pdf',
  'https://chat.example.com@evil.test/user_uploads/2/ab/a.pdf',
  'https://chat.example.com/user_uploads/temporary/token/a.pdf',
  '//chat.example.com/user_uploads/2/ab/a.pdf',
  '/user_avatars/2.png',
  '/user_uploads/',
  'chat://channel/1',
  'chat://file/',
  'no address',
])('%s is not', (address) => {
  expect(pathOfLink(address, SERVER)).toBeUndefined()
})

test('a server may be below a path', () => {
  const server = 'https://example.com/team'
  expect(pathOfLink('https://example.com/team/user_uploads/2/ab/a.pdf', server)).toBe('2/ab/a.pdf')
  expect(pathOfLink('https://example.com/user_uploads/2/ab/a.pdf', server)).toBeUndefined()
})

test('the address of an upload leads back to it', () => {
  const path = '2/ab/what? a #1 résumé.pdf'
  const address = addressOfUpload(path, `${SERVER}/`)
  expect(address).toBe(`${SERVER}/user_uploads/2/ab/what%3F%20a%20%231%20r%C3%A9sum%C3%A9.pdf`)
  expect(pathOfLink(address, SERVER)).toBe(path)
})
