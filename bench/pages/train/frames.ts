import { type Body, type Frame, htmlTag } from '../frame.ts'
import type { Sheet } from '../sheet.ts'

function menuItems(sheet: Sheet, itemClass: string, linkClass = ''): string {
  const link = linkClass === '' ? '' : ` class="${linkClass}"`
  return sheet.tongue.menu
    .map(
      (word, at) =>
        `<li class="${itemClass}"><a${link} href="/m${at}/">${sheet.drop('chrome', word)}</a></li>`,
    )
    .join('\n')
}

function rights(sheet: Sheet): string {
  return `© ${sheet.random.int(2018, 2026)} ${sheet.drop('chrome', sheet.tongue.rights)}`
}

const wordpress: Frame = (sheet, { title, head = '', main, below = '', beside = '' }) => {
  const id = sheet.random.int(100, 99_999)
  return `<!DOCTYPE html>
${htmlTag(sheet)}
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="profile" href="https://gmpg.org/xfn/11">
<title>${title}</title>
${head}
<link rel='stylesheet' id='wp-block-library-css' href='/wp-includes/css/dist/block-library/style.min.css?ver=6.4' media='all' />
</head>
<body class="post-template-default single single-post postid-${id} single-format-standard wp-embed-responsive has-sidebar">
<div id="page" class="site">
<header id="masthead" class="site-header"><div class="site-branding"><p class="site-title"><a href="/" rel="home"></a></p></div>
<nav id="site-navigation" class="main-navigation"><button class="menu-toggle" aria-controls="primary-menu" aria-expanded="false"></button>
<div class="menu-main-container"><ul id="primary-menu" class="menu">${menuItems(sheet, 'menu-item menu-item-type-post_type')}</ul></div></nav></header>
<div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main">
<article id="post-${id}" class="post-${id} post type-post status-publish format-standard hentry">
<div class="entry-content">
${main}
</div><!-- .entry-content -->
</article><!-- #post-${id} -->
${below}
</main></div>
${beside === '' ? '' : `<aside id="secondary" class="widget-area">${beside}</aside>`}
</div>
<footer id="colophon" class="site-footer"><div class="site-info">${rights(sheet)}</div></footer>
</div>
<script src='/wp-includes/js/wp-embed.min.js?ver=6.4' id='wp-embed-js'></script>
</body></html>`
}

const bootstrap: Frame = (sheet, { title, head = '', main, below = '', beside = '' }) =>
  `<!doctype html>${htmlTag(sheet)}<head><meta charset="utf-8"><title>${title}</title>${head}
<link href="/assets/bootstrap.min.css" rel="stylesheet"></head><body class="d-flex flex-column h-100">
<nav class="navbar navbar-expand-lg navbar-light bg-light fixed-top"><div class="container"><a class="navbar-brand" href="/"><img src="/assets/brand.svg" alt="" width="30"></a>
<ul class="navbar-nav ms-auto">${menuItems(sheet, 'nav-item', 'nav-link')}</ul></div></nav>
<div class="container mt-5"><div class="row"><div class="col-lg-8">
${main}
${below}
</div>${beside === '' ? '' : `<div class="col-lg-4"><div class="card mb-4"><div class="card-body">${beside}</div></div></div>`}</div></div>
<footer class="py-5 bg-dark"><div class="container"><p class="m-0 text-center text-white">${rights(sheet)}</p></div></footer>
<script src="/assets/bootstrap.bundle.min.js"></script></body></html>`

const drupal: Frame = (sheet, { title, head = '', main, below = '', beside = '' }) =>
  `<!DOCTYPE html>
${htmlTag(sheet, ' prefix="og: https://ogp.me/ns#"')}<head><meta charset="utf-8" /><meta name="Generator" content="Drupal 10 (https://www.drupal.org)" /><title>${title}</title>
${head}</head><body class="path-node page-node-type-page">
<div class="dialog-off-canvas-main-canvas" data-off-canvas-main-canvas><div class="layout-container">
<header role="banner"><div class="region region-primary-menu"><nav role="navigation" aria-labelledby="block-main-menu" id="block-main" class="block block-menu navigation menu--main"><ul class="menu">
${menuItems(sheet, 'menu-item')}</ul></nav></div></header>
<main role="main"><a id="main-content" tabindex="-1"></a><div class="layout-content"><div class="region region-content"><div data-drupal-messages-fallback class="hidden"></div>
<div id="block-content" class="block block-system block-system-main-block"><div class="node node--type-page node--view-mode-full"><div class="node__content">
<div class="clearfix text-formatted field field--name-body field--type-text-with-summary field--label-hidden field__item">${main}</div>
</div></div></div>${below}</div></div>${beside === '' ? '' : `<aside class="layout-sidebar-second" role="complementary"><div class="region region-sidebar-second">${beside}</div></aside>`}
</main><footer role="contentinfo"><div class="region region-footer"><p>${rights(sheet)}</p></div></footer></div></div></body></html>`

const handmade: Frame = (sheet, { title, head = '', main, below = '', beside = '' }) =>
  `<!doctype html>${htmlTag(sheet)}<head><meta charset="utf-8"><title>${title}</title>${head}</head><body>
<header><nav><ul>${menuItems(sheet, 'top')}</ul></nav></header>
<main><article>
${main}
</article>
${below}</main>
${beside === '' ? '' : `<aside>${beside}</aside>`}
<footer><p>${rights(sheet)}</p></footer></body></html>`

/** Frames of pages to learn from. */
export const TRAIN_FRAMES: readonly Frame[] = [wordpress, bootstrap, drupal, handmade]

/** A frame without any element that wraps the text. */
export const trainBare: Frame = (sheet, { title, head = '', main, below = '' }: Body) =>
  `<!doctype html>${htmlTag(sheet)}<head><meta charset="utf-8"><title>${title}</title>${head}</head><body>
<ul class="menu">${menuItems(sheet, 'mi')}</ul>
${main}
${below}
<hr><p class="copyright">${rights(sheet)}</p></body></html>`

/** The frame of a documentation. */
export const trainDocs: Frame = (sheet, { title, head = '', main, below = '', beside = '' }) => {
  const pages = sheet.random.times(6, (at) => {
    const active = at === 1 ? ' menu__link--active' : ''
    return `<li class="theme-doc-sidebar-item-link menu__list-item"><a class="menu__link${active}" href="/docs/p${at}">${sheet.drop('chrome', sheet.title())}</a></li>`
  })
  return `<!doctype html>${htmlTag(sheet, ' class="docs-wrapper plugin-docs" data-has-hydrated="false"')}<head><meta charset="UTF-8"><meta name="generator" content="Docusaurus v3.1.0"><title data-rh="true">${title}</title>${head}
<script src="/assets/js/main.js" defer="defer"></script></head><body class="navigation-with-keyboard"><div id="__docusaurus"><nav aria-label="Main" class="navbar navbar--fixed-top"><div class="navbar__inner"><div class="navbar__items">
${sheet.tongue.menu.map((word, at) => `<a class="navbar__item navbar__link" href="/n${at}">${sheet.drop('chrome', word)}</a>`).join('')}</div></div></nav>
<div id="__docusaurus_skipToContent_fallback" class="main-wrapper mainWrapper_z2l0"><div class="docsWrapper_hBAB"><div class="docRoot_UBD9">
<aside class="theme-doc-sidebar-container docSidebarContainer_YfHR"><div class="sidebarViewport_aRkj"><nav class="menu thin-scrollbar"><ul class="theme-doc-sidebar-menu menu__list">${pages.join('')}</ul></nav></div></aside>
<main class="docMainContainer_TBSr"><div class="container padding-top--md padding-bottom--lg"><div class="row"><div class="col docItemCol_VOVn"><div class="docItemContainer_Djhp"><article>
<div class="theme-doc-markdown markdown">${main}</div></article>${below}</div></div>${beside === '' ? '' : `<div class="col col--3">${beside}</div>`}</div></div></main></div></div></div>
<footer class="footer footer--dark"><div class="container"><div class="footer__copyright">${rights(sheet)}</div></div></footer></div></body></html>`
}
