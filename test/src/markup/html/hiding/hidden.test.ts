import { expect, test } from 'vitest'
import { visibility } from '../../../../../src/markup/html/hiding/hidden.ts'

test.each([
  [{ hidden: '' }],
  [{ 'aria-hidden': 'TRUE' }],
  [{ style: 'display:none' }],
  [{ style: 'color: red; DISPLAY : none !important' }],
  [{ style: 'display:/* x */none' }],
  [{ style: 'visibility: hidden;' }],
  [{ style: `color:red;${' '.repeat(5000)}display:none` }],
  [{ style: String.raw`disp\6c ay:none` }],
  [{ style: String.raw`display:n\6f ne` }],
  [{ style: String.raw`d\i\splay:none` }],
  [{ style: 'background:url("a;b)(");display:none' }],
  [{ style: 'background:url(data:x;y);display:none' }],
  [{ style: 'content:"\\"; display:x";/* ; */display:none' }],
  [{ style: 'display:none;display:block' }],
])('hidden: %j', (attributes) => {
  expect(visibility(attributes)).toBe('hidden')
})

test.each([
  [{ style: 'font-size:0px' }],
  [{ style: 'position:absolute; left:-9999px' }],
  [{ style: 'text-indent: -999em' }],
  [{ style: 'color:#fff;background-color:#FFF' }],
  [{ style: 'color: white; background: white' }],
  [{ style: 'color: transparent' }],
  [{ style: 'height:0; overflow:hidden' }],
  [{ hidden: '', id: 'S:0' }],
  [{ style: 'font-size:0.1px' }],
  [{ style: 'font-size:.01em' }],
  [{ style: 'font-size:1%' }],
  [{ style: 'font:0/0 a' }],
  [{ style: 'font:italic 700 1px/1.5 serif' }],
  [{ style: 'color:rgba(0, 0, 0, 0)' }],
  [{ style: 'color:rgb(1 2 3 / 1%)' }],
  [{ style: 'color:hsla(0,0%,0%,.05)' }],
  [{ style: 'color:#fff0' }],
  [{ style: 'color:#12345600' }],
  [{ style: 'color:#ffffff;background:#fff url(x)' }],
  [{ style: 'color:rgb(255,255,255);background-color:white' }],
  [{ style: '-webkit-text-fill-color:transparent' }],
  [{ style: 'transform:translateX(-9999px)' }],
  [{ style: 'transform:rotate(3deg) translate(0, -9999px)' }],
  [{ style: 'transform:scale(0.01)' }],
  [{ style: 'transform:matrix(0,0,0,0,0,0)' }],
  [{ style: 'translate:-9999px' }],
  [{ style: 'scale:0' }],
  [{ style: 'clip-path:circle(0)' }],
  [{ style: '-webkit-clip-path:ellipse(0 0)' }],
  [{ style: 'clip-path:inset(50%)' }],
  [{ style: 'clip-path:polygon(0 0,0 0,0 0)' }],
  [{ style: 'clip:rect(0 0 0 0)' }],
  [{ style: 'clip:rect(9px,9px,9px,9px)' }],
  [{ style: 'position:fixed;top:-500px' }],
  [{ style: 'top:-600px;position:absolute' }],
  [{ style: 'left:9999px' }],
  [{ style: 'text-indent:9999px' }],
  [{ style: 'margin:0 0 0 -5000px' }],
  [{ style: 'filter:blur(1px) opacity(0)' }],
  [{ style: 'opacity:0;font-size:0' }],
  [{ style: 'opacity:0;transform:scale(0)' }],
  [{ style: 'zoom:0.01' }],
  [{ style: 'overflow:hidden;width:1px;height:1px' }],
])('perhaps hidden: %j', (attributes) => {
  expect(visibility(attributes)).toBe('perhaps')
  expect(visibility(attributes)).not.toBe('visible')
})

test.each([
  [{ style: 'opacity:0' }],
  [{ style: 'opacity: 0.00;' }],
  [{ style: 'opacity:.0' }],
  [{ style: 'opacity:0.01' }],
  [{ style: 'opacity:1e-3' }],
  [{ style: 'opacity:1%' }],
  [{ style: 'opacity:0;transform:translateY(20px)' }],
])('faded: %j', (attributes) => {
  expect(visibility(attributes)).toBe('faded')
  expect(visibility(attributes)).not.toBe('visible')
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
  [{ style: 'content:"x;display:none"' }],
  [{ style: 'dis/**/play:none' }],
  [{ style: '--a:(;display:none' }],
  [{ style: 'font:italic 700 12px/1.5 serif' }],
  [{ style: 'font-size:80%' }],
  [{ style: 'color:rgba(0,0,0,.8)' }],
  [{ style: 'color:#000f' }],
  [{ style: 'background-clip:text;-webkit-text-fill-color:transparent' }],
  [{ style: 'transform:translate(-50%,-50%)' }],
  [{ style: 'transform:scaleX(-1)' }],
  [{ style: 'transform:translate3d(-1200px,0,0)' }],
  [{ style: 'clip-path:circle(50%)' }],
  [{ style: 'clip-path:polygon(0 0,100% 0,0 100%)' }],
  [{ style: 'clip:rect(auto,auto,auto,auto)' }],
  [{ style: 'position:absolute;top:-20px' }],
  [{ style: 'height:1px' }],
  [{ style: 'zoom:1' }],
])('visible: %j', (attributes) => {
  expect(visibility(attributes)).toBe('visible')
  expect(visibility(attributes)).toBe('visible')
})

test('long styles are read to their end', () => {
  for (const unit of ['a:b;', '(', '\\', '"a', '/*', '/* */', ' ', '1', 'a:url(', 'margin:1 ']) {
    const style = `${unit.repeat(200_000 / unit.length)};x:y`
    expect(visibility({ style })).toBe('visible')
  }
})
