/**
 * Source of `openFolds`, for the script that writes a page: opens what a visitor can open, so that one rule tells of all that a page
 * holds whether it is seen. A fold is opened once where something to open it with is seen; what is hidden in it stays so.
 */
export const FOLD_FUNCTIONS = String.raw`
  const FOLDS = 'details,[role=tabpanel],[hidden="until-found"],[data-accordion],.accordion,[class*=accordion],[class*=tab-pane],[class*=tabpanel],[class*=tab-content],[class*=collapse],[class*=disclosure],[aria-labelledby][role=region]'
  const FOLD_NAMES = /-(?:tab-?panel|details|accordion|collapse|disclosure|expansion)/
  const FOLD_MAX_DEPTH = 12
  const CONTROLS = 'button,summary,label,[role=tab],[role=button],[aria-expanded],[aria-controls],[onclick],[tabindex],a[href^="#"],a:not([href]),input,[class*=toggle],[class*=trigger],[class*=header],[class*=title],[class*=heading],[class*=tab],[class*=more]'
  const CONTROL_MAX_DEPTH = 4
  const CONTROLS_MAX_COUNT = 40
  const BLOCKS_OF_ALL = new Set('html body main article'.split(' '))
  const flatParent = (node) => node.assignedSlot || node.parentElement || (node.parentNode instanceof ShadowRoot ? node.parentNode.host : null)
  const isShown = (element) => {
    const box = element.getBoundingClientRect()
    return box.width >= 4 && box.height >= 4 && box.right + scrollX > 0 && box.bottom + scrollY > 0 &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const areShown = (elements) => [...elements].slice(0, CONTROLS_MAX_COUNT).some(isShown)
  // Whether something that opens an element is seen: what names it, or what stands by it.
  const hasControl = (element) => {
    const root = element.getRootNode()
    const id = element.id === '' ? undefined : CSS.escape(element.id)
    const named = id === undefined ? [] : [...root.querySelectorAll('[aria-controls~="' + id + '"],[href="#' + id + '"],[data-target="#' + id + '"],[data-bs-target="#' + id + '"],[for="' + id + '"]')]
    const labels = (element.getAttribute('aria-labelledby') || '').split(/\s+/).filter((one) => one !== '')
    for (const label of labels) named.push(...root.querySelectorAll('[id="' + CSS.escape(label) + '"]'))
    if (named.length > 0) return areShown(named)
    const before = element.previousElementSibling
    if (before && (before.matches(CONTROLS) || before.querySelector(CONTROLS) || getComputedStyle(before).cursor === 'pointer') && isShown(before)) return true
    for (let at = flatParent(element), up = 0; at && up < CONTROL_MAX_DEPTH && !BLOCKS_OF_ALL.has(at.localName); at = flatParent(at), up += 1) {
      const all = [...at.querySelectorAll(CONTROLS)].slice(0, CONTROLS_MAX_COUNT)
      if (at.shadowRoot) all.push(...[...at.shadowRoot.querySelectorAll(CONTROLS)].slice(0, CONTROLS_MAX_COUNT))
      if (areShown(all.filter((one) => !element.contains(one) && !one.contains(element)))) return true
    }
    return false
  }
  const isClosed = (element, style, above) => {
    if (style.display === 'none' || style.contentVisibility === 'hidden' || style.opacity === '0') return true
    if (style.visibility !== 'visible' && above.visibility === 'visible') return true
    if (style.overflowY === 'visible') return /^matrix(?:3d)?\(0,|^matrix\([^,]+, 0, 0, 0,/.test(style.transform)
    return style.height === '0px' || (style.height !== 'auto' && element.getBoundingClientRect().height <= 1)
  }
  const OPEN = { visibility: 'visible', opacity: '1', overflow: 'visible', 'max-height': 'none', height: 'auto', 'content-visibility': 'visible', transform: 'none' }
  const openOne = (element, isGone) => {
    if (element.localName === 'details') {
      // Of those of one name, only one can be open.
      element.removeAttribute('name')
      element.open = true
      return
    }
    element.removeAttribute('hidden')
    element.removeAttribute('aria-hidden')
    for (const [name, value] of Object.entries(OPEN)) element.style.setProperty(name, value, 'important')
    if (isGone) element.style.setProperty('display', 'block', 'important')
  }
  // Returns the elements that were opened.
  const openFolds = (root, nodesMax) => {
    const opened = []
    const stack = [[root, FOLD_MAX_DEPTH, false]]
    for (let count = 0; stack.length > 0 && count < nodesMax; count += 1) {
      const [element, depth, isInside] = stack.pop()
      const isFold = element.matches(FOLDS) || FOLD_NAMES.test(element.localName)
      let below = isFold ? 0 : depth + 1
      let inside = isInside && !isFold
      if (isFold || (below < FOLD_MAX_DEPTH && !isInside)) {
        const above = flatParent(element)
        const style = getComputedStyle(element)
        if (element.localName === 'details' ? !element.open : above && isClosed(element, style, getComputedStyle(above))) {
          const summary = element.querySelector(':scope > summary')
          const canOpen = element.localName === 'details' ? isInside || (summary ? isShown(summary) : isShown(element)) : isInside || hasControl(element)
          if (!canOpen) continue
          opened.push([element, style.display === 'none'])
          inside = true
        }
      }
      for (const child of element.children) stack.push([child, below, inside])
      if (element.shadowRoot) for (const child of element.shadowRoot.children) stack.push([child, below, inside])
    }
    for (const [element, isGone] of opened) openOne(element, isGone)
    return new Set(opened.map(([element]) => element))
  }`
