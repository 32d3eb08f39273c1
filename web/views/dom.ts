type Child = Node | string | false | undefined

/** Attributes of an element; functions listen to the event of their name (`onclick`). */
export type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>

/** Makes an element. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.filter((child) => child !== false && child !== undefined))
  return element
}

/** Makes a button. */
export function button(
  label: string,
  onclick: () => void,
  attributes: Attributes = {},
): HTMLElement {
  return h('button', { type: 'button', onclick, ...attributes }, label)
}
