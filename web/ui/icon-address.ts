/** Address of the icon, which the page links to by a name with a hash; later the link may show what is unread. */
export const ICON_ADDRESS = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''
