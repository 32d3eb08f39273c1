import { expect, test } from 'vitest'
import { isHidden, visibility } from '../../../src/extract/hidden.ts'

test.each([
  [{ hidden: '' }],
  [{ 'aria-hidden': 'TRUE' }],
  [{ style: 'display:none' }],
  [{ style: 'color: red; DISPLAY : none !important' }],
  [{ style: 'display:/* x */none' }],
  [{ style: 'visibility: hidden;' }],
])('hidden: %j', (attributes) => {
  expect(visibility(attributes)).toBe('hidden')
})

test.each([
  [{ style: 'opacity:0' }],
  [{ style: 'opacity: 0.00;' }],
  [{ style: 'opacity:.0' }],
  [{ style: 'font-size:0px' }],
  [{ style: 'position:absolute; left:-9999px' }],
  [{ style: 'text-indent: -999em' }],
  [{ style: 'color:#fff;background-color:#FFF' }],
  [{ style: 'color: white; background: white' }],
  [{ style: 'color: transparent' }],
  [{ style: 'height:0; overflow:hidden' }],
  [{ hidden: '', id: 'S:0' }],
])('perhaps hidden: %j', (attributes) => {
  expect(visibility(attributes)).toBe('perhaps')
  expect(isHidden(attributes)).toBe(true)
})

test.each([
  [{}],
  [{ hidden: 'until-found' }],
  [{ 'aria-hidden': 'false' }],
  [{ class: 'hidden md:block' }],
  [{ style: 'opacity:0.5' }],
  [{ style: 'opacity:1' }],
  [{ style: 'font-size:0.9em' }],
  [{ style: 'margin-top:-120px' }],
  [{ style: 'left:-10px' }],
  [{ style: 'color:#fff;background-color:#000' }],
  [{ style: 'max-height:0.5em;overflow:hidden' }],
  [{ style: 'display:block' }],
])('visible: %j', (attributes) => {
  expect(visibility(attributes)).toBe('visible')
  expect(isHidden(attributes)).toBe(false)
})
