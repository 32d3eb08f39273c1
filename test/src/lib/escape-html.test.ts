import { expect, test } from 'vitest'
import { escapeHtml, escapeHtmlText } from '../../../src/lib/escape-html.ts'

test('what would be markup is escaped once, a quote only where it could end an attribute', () => {
  expect(escapeHtmlText('<b> & "c" &amp;')).toBe('&lt;b&gt; &amp; "c" &amp;amp;')
  expect(escapeHtml('<b> & "c" &amp;')).toBe('&lt;b&gt; &amp; &quot;c&quot; &amp;amp;')
})
