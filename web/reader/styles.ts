const styles = new Map<Element, CSSStyleDeclaration>()

/** How an element is laid out and painted: the same object each time it is asked for. */
export function styleOf(element: Element): CSSStyleDeclaration {
  let style = styles.get(element)
  if (!style) {
    style = getComputedStyle(element)
    styles.set(element, style)
  }
  return style
}

/** The element that a node is in as the page is composed: through slots and out of shadow roots. */
export function flatParent(node: Element | Text): Element | null {
  if (node.assignedSlot) return node.assignedSlot
  const { parentNode } = node
  if (parentNode instanceof ShadowRoot) return parentNode.host
  return node.parentElement
}

/** An element and all that it is in, from the inside out. */
export function ancestorsOf(element: Element): Element[] {
  const all: Element[] = []
  for (let at: Element | null = element; at; at = flatParent(at)) all.push(at)
  return all
}

/** Elements in an element, those of its shadow root too. */
export function childrenOf(element: Element): Element[] {
  return element.shadowRoot
    ? [...element.children, ...element.shadowRoot.children]
    : [...element.children]
}
