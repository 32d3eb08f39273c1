/** Properties of elements and documents that are read here: a form, or the document, has in their places what is so named in it. */
const READ: ReadonlySet<string> = new Set(
  'adoptedStyleSheets assignedNodes assignedSlot attributes body checkVisibility childElementCount childNodes children cloneNode closest contains createRange createTreeWalker data dispatchEvent documentElement elementsFromPoint firstElementChild getAnimations getAttribute getBoundingClientRect getElementById getElementsByTagName getRootNode hasAttribute lastChild localName matches nodeType offsetHeight offsetWidth parentElement parentNode previousSibling querySelector querySelectorAll readyState removeAttribute setAttribute shadowRoot src style styleSheets tagName textContent title URL'.split(
    ' ',
  ),
)
const NAMED =
  'form [name],form [id],[form],form[name],img[name],iframe[name],embed[name],object[name],img[id],object[id]'
const { querySelectorAll } = Document.prototype
const { getAttribute, removeAttribute, setAttribute } = Element.prototype

/** Works while nothing of the page is named as what is read here; after that it is named as before. */
export function withoutNames<T>(work: () => T): T {
  const taken: [element: Element, attribute: string, name: string][] = []
  for (const element of querySelectorAll.call(document, NAMED)) {
    for (const attribute of ['name', 'id']) {
      const name = getAttribute.call(element, attribute)
      if (name === null || !READ.has(name)) continue
      taken.push([element, attribute, name])
      removeAttribute.call(element, attribute)
    }
  }
  try {
    return work()
  } finally {
    for (const [element, ...named] of taken) setAttribute.apply(element, named)
  }
}
