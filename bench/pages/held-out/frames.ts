import { type Body, type Frame, htmlTag } from '../frame.ts'
import type { Sheet } from '../sheet.ts'

function entries(sheet: Sheet, write: (word: string, at: number) => string): string {
  return sheet.tongue.menu.map((word, at) => write(sheet.drop('chrome', word), at)).join('')
}

function imprint(sheet: Sheet): string {
  return `${sheet.drop('chrome', sheet.tongue.rights)} · ${sheet.random.int(2019, 2026)}`
}

const joomla: Frame = (sheet, { title, head = '', main, below = '', beside = '' }) =>
  `<!DOCTYPE html>
${htmlTag(sheet)}
<head>
	<meta charset="utf-8">
	<meta name="generator" content="Joomla! - Open Source Content Management">
	<title>${title}</title>
	${head}
	<link href="/media/templates/site/cassiopeia/css/template.min.css?a1" rel="stylesheet">
</head>
<body class="j-site com_content wrapper-static view-article layout-blog no-task itemid-${sheet.random.int(100, 900)} has-sidebar-right">
	<header class="header container-header full-width position-sticky">
		<div class="grid-child"><div class="navbar-logo"><a class="brand-logo" href="/"><img loading="eager" decoding="async" src="/media/logo.svg" alt=""></a></div></div>
		<div class="grid-child container-nav"><ul class="mod-menu mod-list nav">
${entries(sheet, (word, at) => `<li class="nav-cell item-${101 + at}"><a href="/index.php/e${at}">${word}</a></li>`)}</ul></div>
	</header>
	<div class="site-grid">
		<div class="grid-child container-component">
			<div id="system-message-container" aria-live="polite"></div>
			<div class="com-content-article item-page" itemscope itemtype="https://schema.org/Article">
				<div itemprop="articleBody" class="com-content-article__body">
${main}
				</div>
			</div>
${below}
		</div>
${beside === '' ? '' : `<div class="grid-child container-sidebar-right"><div class="sidebar-right card-side">${beside}</div></div>`}
	</div>
	<footer class="container-footer full-width"><div class="grid-child"><div class="mod-custom custom" id="mod-custom77"><p>${imprint(sheet)}</p></div></div></footer>
</body>
</html>`

const ghost: Frame = (sheet, { title, head = '', main, below = '', beside = '' }) =>
  `<!DOCTYPE html>
${htmlTag(sheet)}<head><title>${title}</title><meta charset="utf-8">${head}<meta name="generator" content="Ghost 5.75"></head>
<body class="post-template is-head-left-logo has-sans-body"><div class="viewport">
<header id="gh-head" class="gh-head outer is-header-hidden"><div class="gh-head-inner inner"><nav class="gh-head-menu"><ul class="nav">${entries(sheet, (word, at) => `<li class="nav-e${at}"><a href="/e${at}/">${word}</a></li>`)}</ul></nav><div class="gh-head-actions"><button class="gh-search gh-icon-btn" data-ghost-search></button></div></div></header>
<div class="gh-outer-content"><main id="gh-main" class="gh-main"><article class="article post-plain no-image">
<section class="gh-content gh-canvas">
${main}
</section></article></main>
${below}
${beside === '' ? '' : `<aside class="gh-sidebar">${beside}</aside>`}</div>
<footer class="gh-foot outer"><div class="inner"><section class="gh-copyright">${imprint(sheet)}</section></div></footer></div></body></html>`

const hashed: Frame = (sheet, { title, head = '', main, below = '', beside = '' }) =>
  `<!DOCTYPE html>${htmlTag(sheet)}<head><meta charSet="utf-8"/><title>${title}</title>${head}<link rel="preload" href="/_next/static/css/8d2.css" as="style"/></head><body><div id="__next"><div class="Shell_root__p3Kx1"><div class="TopBar_bar__Qm2zs"><div class="TopBar_inner__77wal">${entries(sheet, (word, at) => `<a class="TopBar_link__vT0b9" href="/e${at}">${word}</a>`)}</div></div><div class="Shell_columns__9sLwQ"><div class="Story_story__1hVce">${main}</div>${below}${beside === '' ? '' : `<div class="Rail_rail__aa01k">${beside}</div>`}</div><div class="Bottom_bottom__5Tyhs"><span>${imprint(sheet)}</span></div></div></div><script id="__NEXT_DATA__" type="application/json">{"props":{},"page":"/s","buildId":"x1"}</script></body></html>`

const typo: Frame = (sheet, { title, head = '', main, below = '', beside = '' }) =>
  `<!DOCTYPE html>
${htmlTag(sheet)}
<head><meta charset="utf-8"><!-- This website is powered by TYPO3 --><title>${title}</title><meta name="generator" content="TYPO3 CMS">${head}</head>
<body id="p${sheet.random.int(2, 400)}" class="page-1 pagelevel-2 language-0 backendlayout-default layout-default">
<div id="top"></div><div class="body-bg body-bg-top">
<header id="page-header" class="bp-page-header navbar-mainnavigation navbar-default"><nav id="mainnavigation" class="collapse navbar-collapse"><ul class="nav-row">${entries(sheet, (word, at) => `<li class="nav-cell"><a href="/e${at}.html" class="nav-ref"><span class="nav-link-text">${word}</span></a></li>`)}</ul></nav></header>
<div id="page-content" class="bp-page-content main-section"><div class="section section-default"><div class="container-fluid"><div class="section-row"><div class="section-column maincontent-wrap">
<div id="c${sheet.random.int(10, 999)}" class="frame frame-default frame-type-text frame-layout-default"><div class="frame-container"><div class="frame-inner">
${main}
</div></div></div>${below}</div>${beside === '' ? '' : `<div class="section-column subcontent-wrap">${beside}</div>`}</div></div></div></div>
<footer id="page-footer" class="bp-page-footer"><section class="section footer-section-meta"><div class="frame-inner"><p>${imprint(sheet)}</p></div></section></footer></div></body></html>`

/** Frames of pages that nothing is tuned on. */
export const HELD_OUT_FRAMES: readonly Frame[] = [joomla, ghost, hashed, typo]

/** A frame of old times, without any element that wraps the text. */
export const heldOutBare: Frame = (sheet, { title, head = '', main, below = '' }: Body) =>
  `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
${htmlTag(sheet)}<head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${title}</title>${head}</head>
<body bgcolor="#ffffff" text="#000000">
<p align="center">${entries(sheet, (word, at) => `[<a href="e${at}.htm">${word}</a>] `)}</p>
${main}
${below}
<hr size="1"><center><font size="1">${imprint(sheet)}</font></center></body></html>`

/** The frame of a documentation. */
export const heldOutDocs: Frame = (sheet, { title, head = '', main, below = '', beside = '' }) => {
  const pages = sheet.random.times(
    5,
    (at) =>
      `<li class="toctree-l1"><a class="reference internal" href="p${at}.html">${sheet.drop('chrome', sheet.title())}</a></li>`,
  )
  return `<!DOCTYPE html>
${htmlTag(sheet, ' class="writer-html5" data-content_root="./"')}
<head><meta charset="utf-8" /><title>${title}</title>${head}<script src="_static/doctools.js"></script></head>
<body class="wy-body-for-nav"><div class="wy-grid-for-nav">
<nav data-toggle="wy-nav-shift" class="wy-nav-side"><div class="wy-side-scroll"><div class="wy-menu wy-menu-vertical" data-spy="affix" role="navigation" aria-label="Navigation menu"><ul>${pages.join('\n')}</ul></div></div></nav>
<section data-toggle="wy-nav-shift" class="wy-nav-content-wrap"><div class="wy-nav-content"><div class="rst-content">
<div role="navigation" aria-label="Page navigation"><ul class="wy-breadcrumbs">${entries(sheet, (word, at) => `<li class="breadcrumb-item"><a href="e${at}.html">${word}</a></li>`)}</ul><hr/></div>
<div role="main" class="document" itemscope="itemscope" itemtype="http://schema.org/Article"><div itemprop="articleBody">
<section id="s1">${main}</section></div></div>
${below}${beside === '' ? '' : `<div class="sidebar-box">${beside}</div>`}
<footer><hr/><div role="contentinfo"><p>${imprint(sheet)}</p></div></footer></div></div></section></div></body></html>`
}
