import { expect, test } from 'vitest'
import { isCollapsible } from '../../../../../src/markup/html/hiding/collapsible.ts'

test.each([
  [{ role: 'tabpanel', hidden: '' }],
  [{ role: 'region', 'aria-labelledby': 'x' }],
  [{ 'aria-labelledby': 'x' }],
  [{ id: 'panel' }],
  [{ class: 'accordion__panel' }],
  [{ class: 'faq-answer' }],
  [{ class: 'c-collapsible' }],
  [{ id: 'tab-content-description' }],
  [{ class: 'tabs tab-pane' }],
  [{ class: 'ReadMore' }],
])('collapsible: %j', (attributes) => {
  expect(isCollapsible(attributes, new Set(['panel']))).toBe(true)
})

test.each([
  [{}],
  [{ class: 'hidden' }],
  [{ role: 'region' }],
  [{ role: 'dialog', class: 'accordion' }],
  [{ role: 'tabpanel', class: 'cookie-settings' }],
  [{ class: 'navbar-collapse' }],
  [{ class: 'menu accordion' }],
  [{ class: 'modal collapse' }],
  [{ class: 'search-expand' }],
  [{ id: 'other' }],
  [{ id: 'panel', class: 'menu' }],
  [{ role: 'dialog', 'aria-labelledby': 'x' }],
])('not collapsible: %j', (attributes) => {
  expect(isCollapsible(attributes, new Set(['panel', '']))).toBe(false)
})
