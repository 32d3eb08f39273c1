import { expect, test } from 'vitest'
import { isDocument } from '../../../src/documents/is-document.ts'
import { findTextFormat } from '../../../src/documents/text-formats.ts'

const find = (head: string, mediaType = '', name = ''): string | undefined =>
  findTextFormat({ head, mediaType, name })
const MAIL = 'Received: by x\r\nFrom: a@example.com\r\nSubject: hi\r\n\r\ntext'

test.each([
  ['{\\rtf1\\ansi x}', 'text/plain', 'a.txt', 'rtf'],
  ['BEGIN:VCALENDAR\r\n', 'text/plain', 'a', 'ics'],
  ['\xEF\xBB\xBFWEBVTT\n\n', '', '', 'vtt'],
  ['1\n00:00:01,000 --> 00:00:02,000\nx', 'text/plain', '', 'srt'],
  ['{"cells": [{"cell_type": "code"', 'application/json', 'a', 'ipynb'],
  ['{"nbformat": 3, "worksheets": [', 'text/plain', 'a', 'ipynb'],
  ['<?xml version="1.0"?><!-- x --><svg:svg xmlns:svg="x">', 'application/xml', '', 'svg'],
  ['<!DOCTYPE svg PUBLIC "x" "y"><svg>', 'text/plain', '', 'svg'],
  [MAIL, 'text/plain', 'a.txt', 'eml'],
  [`From a@example.com Mon\n${MAIL}`, '', '', 'eml'],
  ['Subject: hi\n\ntext', 'message/rfc822', '', 'eml'],
  ['a,b\n1,2', 'text/csv; charset=utf-8'.split(';', 1)[0]!, '', 'csv'],
  ['a,b\n1,2', 'text/plain', 'a.CSV', 'csv'],
])('%j of type %s and name %s is %s', (head, mediaType, name, expected) => {
  expect(find(head, mediaType, name)).toBe(expected)
})

test.each([
  ['<html><body><svg></svg></body></html>', 'text/html', ''],
  ['<div><svg></svg></div>', 'text/html', ''],
  ['{"cells": 3}', 'application/json', 'a.json'],
  ['Title: A page\nDate: 2024-01-01\nAuthor: x\n\ntext', 'text/plain', 'a.md'],
  ['title: x\nfrom: y\nto: z\ndate: 1\n', 'application/yaml', 'a.yaml'],
  ['a,b\n1,2', 'text/html', 'a.csv'],
  ['<html>', 'text/calendar', 'a.ics'],
  ['not found', 'text/vtt', 'a.vtt'],
])('%j of type %s and name %s is a text or page', (head, mediaType, name) => {
  expect(find(head, mediaType, name)).toBeUndefined()
})

test('the name in an address tells what nothing else does', () => {
  const body = Buffer.from('a;b\n1;2')
  expect(isDocument({ url: 'https://example.com/x/a%20b.csv?v=1', headers: {}, body })).toBe(true)
  expect(isDocument({ url: 'https://example.com/csv', headers: {}, body })).toBe(false)
})
