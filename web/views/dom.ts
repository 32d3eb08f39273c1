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

interface Policy {
  createHTML(html: string): string
}

interface Policies {
  createPolicy(name: string, rules: Policy): Policy
}

const { trustedTypes } = window as unknown as { trustedTypes?: Policies }
const policy = trustedTypes?.createPolicy('bellhop', { createHTML: (html) => html })

/** Parses markup into a document that runs and loads nothing. */
export function parse(markup: string, type: 'text/html' | 'image/svg+xml'): Document {
  return new DOMParser().parseFromString(policy?.createHTML(markup) ?? markup, type)
}
