import { Cast } from '../made/records.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, tight, type Html } from '../markup.ts'

const PRISM: TextStyle = {
  code: (lines, language) =>
    markup`<div class="language-ds-${language} codeBlockContainer_Ckt0 theme-code-block"><div class="codeBlockContent_biex"><pre tabindex="0" class="prism-code thin-scrollbar"><code class="codeBlockLines_e6Vv">${lines.map((line) => markup`<span class="token-line-ds">${line}<br></span>`)}</code></pre><div class="buttonGroup__atx"><button type="button" aria-label="Copy code to clipboard" title="Copy" class="clean-btn"><span class="copyButtonIcons_eSgA" aria-hidden="true"></span></button></div></div></div>`,
  heading: (text, level) =>
    markup`<h${level} class="anchor-ds anchorWithStickyNavbar_LWe7" id="s">${text}<a href="#s" class="hash-link" aria-label="Direct link" title="Direct link to ${text}">​</a></h${level}>`,
  link: (href, text) =>
    markup`<a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a>`,
}

/** A changelog that Docusaurus publishes as posts, with downloads below. */
export const changelogRelease: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const name = cast.packageName()
  const tag = cast.version()
  const title = draft.title(`${name} ${tag}`)
  draft.fact('tag', tag, { inTitle: true })
  const author = draft.fact('author', cast.person())
  const at = cast.moment()
  const language = making.words.language
  draft.fact('published', at.shown(draft, at.long(language)), { also: at.ways })
  const mark = tag.includes('-')
    ? draft.mark('Pre-release', ['prerelease', 'pre release'])
    : random.chance(0.4)
      ? draft.mark('Latest', ['latest release'])
      : ''
  const notes = new TextMaker(draft, making.code, PRISM).notes()
  const files = cast.files(name, tag, 'dl.example.net')
  draft.assets.push(...files)
  const before = cast.version()
  const compare = `https://code.example.net/${name}/compare/${before}...${tag}`
  draft.links.push({ name: 'compare link', url: compare })
  for (const text of ['Downloads', 'Full diff', `${random.int(2, 9)} min read`, 'Core team'])
    draft.maybe(text)
  const readingTime = draft.neutral.find((text) => text.endsWith('min read'))!
  const recent = random.times(
    4,
    () =>
      markup`<li class="sidebarItem__DBe"><a class="sidebarItemLink_mo7H" href="/releases/x">${name} ${cast.version()}</a></li>`,
  )
  return {
    url: `https://www.example.net/releases/${tag}`,
    source:
      tight(markup`<html lang="${language}" dir="ltr" class="blog-wrapper blog-post-page plugin-blog" data-has-hydrated="false"><head><meta name="generator" content="Docusaurus v3.6.0"><title data-rh="true">${title} | ${name}</title></head><body class="navigation-with-keyboard"><div id="__docusaurus"><div role="region" aria-label="Skip to main content"><a class="skipToContent_fXgn" href="#__docusaurus_skipToContent_fallback">Skip to main content</a></div>
<nav aria-label="Main" class="navbar-ds navbar--fixed-top"><div class="navbar__inner"><div class="navbar__items"><button aria-label="Toggle navigation bar" class="navbar__toggle clean-btn" type="button"></button><a class="navbar__brand" href="/"><b class="navbar__title text--truncate">${name}</b></a><a class="navbar__item navbar__link" href="/docs">Docs</a><a class="navbar__item navbar__link navbar__link--active" href="/releases">Releases</a></div><div class="navbar__items navbar__items--right"><div class="dropdown-ds dropdown--hoverable"><a class="navbar__link" href="/versions">${before}</a></div></div></div></nav>
<div id="__docusaurus_skipToContent_fallback" class="main-wrapper mainWrapper_z2l0"><div class="container-ds margin-vert--lg"><div class="row-ds"><aside class="col-ds col--3"><nav class="sidebar_re4s thin-scrollbar" aria-label="Blog recent posts navigation"><div class="sidebarItemTitle_pO2u margin-bottom--md">Recent releases</div><ul class="sidebarItemList_Yudw clean-list">${recent}</ul></nav></aside>
<main class="col-ds col--7"><article class=""><header><h1 class="title_f1Hy">${title}${mark !== '' && markup`<span class="badge-ds badge--warning">${mark}</span>`}</h1><div class="container_mt6G margin-vert--md"><time datetime="${at.iso}">${at.long(language)}</time> · ${readingTime}</div><div class="margin-top--md margin-bottom--sm row-ds"><div class="col-ds col--12 authorCol_Hf19"><div class="avatar-ds margin-bottom--sm"><a class="avatar__photo-link" href="/u"><img class="avatar__photo" src="/a.png" alt="${author}"></a><div class="avatar__intro"><div class="avatar__name"><a href="/u"><span class="authorName_yefp">${author}</span></a></div><small class="authorTitle_nd0D" title="Core team">Core team</small></div></div></div></div></header>
<div id="__blog-post-container" class="markdown-ds">${notes.html}<h2 class="anchor-ds anchorWithStickyNavbar_LWe7" id="downloads">Downloads<a href="#downloads" class="hash-link" aria-label="Direct link to Downloads">​</a></h2><div class="downloadGrid_kQ1z">${files.map((file) => markup`<div class="downloadCard_u7Xc"><a class="downloadLink_Zp0s" href="${file.url}"><svg aria-hidden="true"></svg><span>${file.name}</span></a><span class="downloadSize_mmN2">${file.sizes[0]}</span></div>`)}</div><p><a href="${compare}" target="_blank" rel="noopener noreferrer">Full diff<svg width="13.5" height="13.5" aria-hidden="true" class="iconExternalLink_nPIU"></svg></a></p></div>
<footer class="row-ds docusaurus-mt-lg"><div class="col-ds"><b>Tags:</b><ul class="tags_jXut padding--none"><li class="tag_QGVx"><a class="tag_zVej tagRegular_sFm0" href="/tags/release">release</a></li></ul></div></footer></article>
<nav class="pagination-nav docusaurus-mt-lg" aria-label="Blog post page navigation"><a class="pagination-nav__link pagination-nav__link--next" href="/releases/older"><div class="pagination-nav__sublabel">Older post</div><div class="pagination-nav__label">${name} ${before}</div></a></nav></main></div></div></div>
<footer class="theme-layout-footer footer--dark"><div class="footer__links-ds"><div class="footer__title">Community</div><ul class="footer__items clean-list"><li class="footer__item"><a class="footer__link-item" href="/chat">Chat</a></li></ul></div><div class="footer__bottom text--center"><div class="footer__copyright">Copyright © 2026 ${name} contributors.</div></div></footer></div></body></html>`),
  }
}

/** A version of an extension in a store: facts in a list of definitions. */
export const browserAddonRelease: System = (making) => {
  const { draft } = making
  const { random } = draft
  const isItalian = making.words.language === 'it'
  const cast = new Cast(making)
  const name = cast.packageName(' ')
  const tag = cast.version()
  const title = draft.title(`${name} – ${isItalian ? 'versione' : 'version'} ${tag}`)
  draft.fact('tag', tag, { inTitle: true })
  const author = draft.fact('author', cast.person(), {
    label: isItalian ? 'Sviluppatore' : 'Developer',
  })
  const at = cast.moment()
  draft.fact('published', at.shown(draft, at.medium(making.words.language)), {
    also: at.ways,
    label: isItalian ? 'Rilasciata il' : 'Released on',
  })
  const license = draft.fact('license', random.pick(making.code.licenses), {
    label: isItalian ? 'Licenza' : 'License',
  })
  const mark = random.chance(0.5) ? draft.mark(random.pick(['Experimental', 'Beta'])) : ''
  const notes = new TextMaker(draft, making.code, {
    code: (lines) => markup`<pre class="AddonVersion-pre">${lines.join('\n')}</pre>`,
    heading: (text) => markup`<p><b>${text}</b></p>`,
    link: (href, text) => markup`<a href="${href}" rel="nofollow">${text}</a>`,
  }).notes()
  const files = cast.files(name.replaceAll(' ', '-'), tag, 'store.example.com').slice(0, 3)
  draft.assets.push(...files)
  for (const text of [
    isItalian ? 'Note di versione' : 'Release notes',
    'Download file',
    'Works with Firebird 115.0 and later',
    isItalian ? 'Dimensione' : 'Size',
    'Permissions',
    'Files',
  ])
    draft.maybe(text)
  const fact = (label: string, inner: Html): Html =>
    markup`<dt class="Definition-dt">${label}</dt><dd class="Definition-dd">${inner}</dd>`
  return {
    url: `https://store.example.com/addon/${random.int(100, 9999)}/versions/${tag}`,
    source:
      tight(markup`<html lang="${isItalian ? 'it' : 'en-US'}" dir="ltr"><head><title>${title} – Store of add-ons</title></head><body><div id="react-view"><div class="Page-amo"><header class="Header-amo"><div class="Header-wrapper"><div class="Header-content-amo"><a class="Header-title-amo" href="/"><span class="visually-hidden-amo">Store of add-ons</span></a></div><ul class="SectionLinks"><li><a class="SectionLinks-link" href="/extensions">Extensions</a></li><li><a class="SectionLinks-link" href="/themes">Themes</a></li></ul><form class="AutoSearchInput" action="/search"><input type="search" placeholder="Find add-ons" class="AutoSearchInput-query"></form><a class="Button-amo Header-authenticate-button" href="/login">Log in</a></div></header>
<div class="Page-content-amo"><div class="Notice-amo Notice-warning-amo"><p class="Notice-text-amo">You’ll need Firebird to use this extension</p><a class="Button-amo Button--puffy" href="/get">Download Firebird and get the extension</a></div>
<section class="Card-amo AddonVersionCard"><div class="Card-contents-amo"><header><h1 class="AddonVersionCard-version">${title}</h1>${mark !== '' && markup`<span class="Badge-amo" data-badge-type="experimental"><span class="Badge-content-amo">${mark}</span></span>`}</header>
<dl class="DefinitionList-amo">${fact(isItalian ? 'Sviluppatore' : 'Developer', markup`<a href="/user/3">${author}</a>`)}${fact(isItalian ? 'Rilasciata il' : 'Released on', markup`<time datetime="${at.iso}">${at.medium(making.words.language)}</time>`)}${fact(isItalian ? 'Licenza' : 'License', markup`<a href="/license">${license}</a>`)}${fact('Permissions', markup`<a href="#p">Read all</a>`)}</dl>
<div class="AddonVersionCard-fileInfo"><p class="AddonVersionCard-compatibility">Works with Firebird 115.0 and later</p></div>
<div class="AddonVersionCard-releaseNotes"><h2 class="AddonVersionCard-heading">${isItalian ? 'Note di versione' : 'Release notes'}</h2><div class="AddonVersionCard-notes">${notes.html}</div></div>
<h2 class="AddonVersionCard-heading">Files</h2>${files.map((file) => markup`<div class="InstallButtonWrapper"><a class="InstallButtonWrapper-download-link" href="${file.url}">${file.name}</a> <span class="InstallButtonWrapper-size">(${file.sizes[0]})</span></div>`)}
</div></section>
<section class="Card-amo RatingManager"><header class="Card-header-amo">Rate your experience</header><div class="Card-contents-amo"><p>How are you enjoying ${name}?</p><a class="Button-amo" href="/login">Log in to rate this extension</a></div></section></div>
<footer class="Footer-amo"><div class="Footer-wrapper-amo"><ul class="Footer-links-amo"><li><a href="/about">About</a></li><li><a href="/rules">Review rules</a></li></ul><select class="Footer-language-picker"><option>English</option><option>Italiano</option><option>Deutsch</option></select></div></footer></div></div></body></html>`),
  }
}
