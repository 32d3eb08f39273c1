/**
 * Ways in which a page holds text that nobody sees, beside text that everybody can. `{h}` stands for a sentence that is not seen, `{s}`
 * for one that is or that a visitor opens, `{c}` for the name of a class, `{n}` for a number of some thousands.
 */
export interface HidingWay {
  css?: string
  html: string
  script?: string
}

/** Written before the rules that they try were read; see docs/benchmarks.md for what came of them at first. */
export const HIDING_WAYS: Readonly<Record<string, HidingWay>> = {
  tinyLetters: {
    css: '.{c}{font-size:.4px} .{c}z{zoom:.01} .{c}m{font:1px/1 serif;letter-spacing:0}',
    html: '<p class={c}>{h}</p><p>{s}</p><p class={c}z>{h}</p><p class={c}m>{h}</p><p><small>{s}</small></p>',
  },
  overlappingLetters: {
    html: '<p style="letter-spacing:-1.2em">{h}</p><p style="letter-spacing:-.44em;white-space:nowrap">{h}</p><p style="letter-spacing:.3em">{s}</p><p style="letter-spacing:-.01em">{s}</p>',
  },
  paintedGround: {
    css: '.{c}{background:linear-gradient(#fff,#fff);color:#fff} .{c}b{background:#123;color:#fff} .{c}d{background:linear-gradient(#111,#333);color:#eee}',
    html: '<div class={c}><p>{h}</p></div><div class={c}b><p>{s}</p></div><div class={c}d><p>{s}</p></div>',
  },
  nearlyTheGround: {
    html: '<p style="color:#fdfdfd">{h}</p><p style="color:rgb(0 0 0 / 1%)">{h}</p><p style="color:color-mix(in srgb, white 99%, black)">{h}</p><p style="color:#666">{s}</p>',
  },
  filledTransparent: {
    css: '.{c}{-webkit-text-fill-color:transparent} .{c}g{background:linear-gradient(90deg,#900,#009);-webkit-background-clip:text;background-clip:text;color:transparent}',
    html: '<p class={c}>{h}</p><h2 class={c}g>{s}</h2><p style="color:hsla(10,50%,50%,0)">{h}</p>',
  },
  clippedGround: {
    css: '.{c}{background:white;-webkit-background-clip:text;background-clip:text;color:transparent}',
    html: '<p class={c}>{h}</p><p class={c} style="background-color:#900">{s}</p>',
  },
  faintTogether: {
    html: '<div style="opacity:.2"><div style="opacity:.2"><div style="opacity:.2"><p>{h}</p></div></div></div><div style="background:linear-gradient(90deg,#fff,#09f)"><p style="opacity:.06">{h}</p></div><div style="opacity:.7"><p>{s}</p></div>',
  },
  filteredAway: {
    html: '<p style="filter:opacity(0)">{h}</p><p style="filter:blur(40px)">{h}</p><div style="filter:opacity(1%)"><p>{h}</p></div><p style="filter:grayscale(1)">{s}</p>',
  },
  filteredWhite: {
    html: '<p style="filter:brightness(0) invert(1)">{h}</p><p style="filter:invert(1)">{h}</p><div style="background:#000;filter:invert(1);color:#fff"><p>{s}</p></div>',
  },
  masked: {
    html: '<p style="-webkit-mask-image:linear-gradient(transparent,transparent);mask-image:linear-gradient(transparent,transparent)">{h}</p><p style="mask:linear-gradient(#000 0 0) no-repeat;mask-size:0 0">{h}</p><p style="-webkit-mask-image:linear-gradient(#000,rgba(0,0,0,.6))">{s}</p>',
  },
  clippedShapes: {
    html: '<p style="position:absolute;clip:rect(0,0,0,0)">{h}</p><p style="position:absolute;clip:rect(auto,0,auto,0)">{h}</p><p style="clip-path:circle(0)">{h}</p><p style="clip-path:polygon(0 0,0 0,0 0)">{h}</p><p style="clip-path:inset(100% 0 0 0)">{h}</p><p style="clip-path:inset(0 round 4px)">{s}</p>',
  },
  clippedByDrawing: {
    html: '<svg width=0 height=0 style="position:absolute"><clipPath id={c}><rect width=0 height=0 /></clipPath></svg><p style="clip-path:url(#{c})">{h}</p><p>{s}</p>',
  },
  movedBesides: {
    html: '<p style="translate:-300vw">{h}</p><p style="margin-left:-{n}px;width:900px">{h}</p><p style="position:relative;right:{n}px">{h}</p><p style="position:relative;right:10px">{s}</p>',
  },
  movedAbove: {
    html: '<div style="position:absolute;bottom:{n}px"><p>{h}</p></div><div style="position:fixed;top:-400px"><p>{h}</p></div><p style="margin-top:1em">{s}</p>',
  },
  movedRight: {
    css: 'html{overflow-x:hidden}',
    html: '<p style="position:absolute;left:{n}px;width:300px">{h}</p><p style="transform:translateX(250vw)">{h}</p><p>{s}</p>',
  },
  movedAlongPath: {
    html: `<p style="offset-path:path('M -{n} 0 L -9999 0')">{h}</p><p>{s}</p>`,
  },
  indented: {
    html: '<p style="text-indent:-{n}px;overflow:hidden;white-space:nowrap">{h}</p><p style="text-indent:100%;white-space:nowrap;overflow:hidden">{h}</p><p style="text-indent:2em">{s}</p>',
  },
  noRoom: {
    html: '<div style="height:0;overflow:clip"><p>{h}</p></div><div style="max-height:1px;overflow:hidden">{h}</div><div style="width:0;overflow:hidden;white-space:nowrap;height:20px">{h}</div><div style="height:0"><p>{s}</p></div><p style="margin-top:9em">{s}</p>',
  },
  gridNoRoom: {
    html: '<div style="display:grid;grid-template-rows:0fr"><div style="overflow:hidden;min-height:0"><p>{h}</p></div></div><div style="display:grid;grid-template-columns:0 1fr"><span style="overflow:hidden;white-space:nowrap;min-width:0">{h}</span><p>{s}</p></div>',
  },
  pushedOutOfBox: {
    html: '<div style="height:120px;overflow:hidden"><p>{s}</p><div style="height:900px"></div><p>{h}</p></div><div style="position:relative;overflow:hidden;height:60px"><p style="position:absolute;top:100%">{h}</p><p>{s}</p></div>',
  },
  flatLines: {
    html: '<div style="line-height:0;overflow:hidden">{h}</div><div style="contain:size;overflow:hidden">{h}</div><div style="contain:strict;height:0"><p>{h}</p></div><p style="line-height:1">{s}</p>',
  },
  skipped: {
    html: '<div style="content-visibility:hidden"><p>{h}</p></div><div style="content-visibility:auto;contain-intrinsic-size:500px"><p>{s}</p></div>',
  },
  collapsedRows: {
    html: '<table><tr><td>{s}<tr style="visibility:collapse"><td>{h}<tr><td>{s}<tr style="display:none"><td>{h}</table><table><colgroup><col><col style="visibility:collapse"></colgroup><tr><td>{s}<td>{h}</table>',
  },
  closedDialogs: {
    html: '<dialog><p>{h}</p></dialog><div popover><p>{h}</p></div><p inert>{s}</p><div popover=manual id={c}><p>{h}</p></div>',
  },
  fallbacks: {
    html: '<object data="data:image/gif;base64,R0lGODlhAQABAAAAACw="><p>{h}</p></object><video controls><p>{h}</p></video><audio controls>{h}</audio><meter value=.5>{h}</meter><progress value=1 max=2>{h}</progress><p>{s}</p>',
  },
  inertElements: {
    html: '<template><p>{h}</p></template><noscript><p>{h}</p></noscript><datalist><option>{h}</datalist><noframes>{h}</noframes><script type=text/plain>{h}</script><iframe>{h}</iframe><p>{s}</p>',
  },
  drawnTexts: {
    html: '<svg width=400 height=60><desc>{h}</desc><metadata>{h}</metadata><defs><text>{h}</text></defs><symbol><text>{h}</text></symbol><text y=20>Tons</text></svg><p>{s}</p>',
  },
  drawnUnseen: {
    html: '<svg viewBox="0 0 400 60" width=400 height=60><text y=20 fill=none>{h}</text><text y=20 fill-opacity=0>{h}</text><text y=900>{h}</text><text y=20 visibility=hidden>{h}</text><text y=40>Tons</text></svg><p>{s}</p>',
  },
  drawnForeign: {
    html: '<svg width=400 height=60><foreignObject width=0 height=0><p>{h}</p></foreignObject></svg><p>{s}</p>',
  },
  coveredBySibling: {
    html: '<div style="position:relative;background:#fff"><p>{h}</p><div style="position:absolute;inset:0;background:#fff"></div></div><div style="position:relative"><p>{s}</p><div style="position:absolute;inset:0"></div></div>',
  },
  behindAll: {
    css: '.{c}{position:relative;background:#fff;z-index:0} .{c} i{position:absolute;z-index:-1;top:0;left:0} .{c} b{display:block;background:#fff;font-weight:400}',
    html: '<div class={c}><i>{h}</i><b>{s} {s}</b></div>',
  },
  printedOnly: {
    css: '.{c}{display:none} @media print{.{c}{display:block} .{c}s{display:none}} @media (min-width:20000px){.{c}{display:block}}',
    html: '<p class={c}>{h}</p><p class={c}s>{s}</p>',
  },
  replacedContent: {
    css: '.{c}{content:url("data:image/gif;base64,R0lGODlhAQABAAAAACw=")} .{c}q::before{content:"→ "}',
    html: '<div class={c}>{h}</div><p class={c}q>{s}</p>',
  },
  hiddenUntilFound: {
    css: '.{c}[hidden]{display:block}',
    html: '<p hidden=until-found>{h}</p><p class={c} hidden>{s}</p><p hidden>{h}</p>',
  },
  turnedAway: {
    html: '<p style="transform:rotateY(90deg)">{h}</p><p style="transform:matrix(0,0,0,1,0,0)">{h}</p><p style="transform:rotateX(180deg);backface-visibility:hidden">{h}</p><p style="rotate:x 90deg">{h}</p><p style="scale:1 0">{h}</p><p style="scale:1 .1">{h}</p><p style="transform:rotate(1deg)">{s}</p>',
  },
  farAway: {
    html: '<div style="perspective:1px"><p style="transform:translateZ(-{n}px)">{h}</p></div><div style="transform:scale(.02);transform-origin:0 0"><p>{h}</p></div><p>{s}</p>',
  },
  disguisedLetters: {
    html: '<p style="-webkit-text-security:disc">{h}</p><p>{s}</p>',
  },
  blended: {
    html: '<p style="mix-blend-mode:screen;color:#000">{h}</p><p style="mix-blend-mode:lighten">{h}</p><p style="mix-blend-mode:multiply">{s}</p>',
  },
  fadedOut: {
    css: '@keyframes {c}{to{opacity:0}} .{c}{animation:{c} 50ms forwards} @keyframes {c}i{from{opacity:0}} .{c}i{animation:{c}i 400ms} @keyframes {c}v{from{visibility:hidden}to{visibility:hidden}} .{c}v{animation:{c}v 9s infinite}',
    html: '<p class={c}>{h}</p><p class={c}v>{h}</p><p class={c}i>{s}</p>',
  },
  pausedAtNothing: {
    css: '@keyframes {c}{from{font-size:0}} .{c}{animation:{c} 9s paused}',
    html: '<p class={c}>{h}</p><p>{s}</p>',
  },
  revealedOnScroll: {
    css: '.{c}{opacity:0;transform:translateY(40px);transition:opacity .3s} .{c}.in{opacity:1;transform:none}',
    html: '<p class={c}>{s}</p><p style="opacity:0">{h}</p><p class={c}>{s}</p>',
    script:
      'const o=new IntersectionObserver((all)=>{for(const e of all)if(e.isIntersecting)e.target.classList.add("in")});for(const e of document.querySelectorAll(".{c}"))o.observe(e)',
  },
  pictureTexts: {
    html: '<img alt="{h}" width=1 height=1 src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img alt="{h}" style="display:none" src="/p.png"><img alt="{h}" width=300 height=200 style="visibility:hidden" src="/p.png"><p>{s}</p><p data-note="{h}" title="{h}" aria-description="{h}">{s}</p>',
  },
  unslotted: {
    html: '<div id={c}><p>{h}</p></div><div id={c}s><p slot=a>{s}</p><p slot=z>{h}</p></div>',
    script:
      'document.getElementById("{c}").attachShadow({mode:"open"}).innerHTML="<p>{s}</p>";document.getElementById("{c}s").attachShadow({mode:"open"}).innerHTML="<slot name=a>{h}</slot>"',
  },
  hiddenSlot: {
    html: '<div id={c}><p>{h}</p></div><p>{s}</p>',
    script:
      'document.getElementById("{c}").attachShadow({mode:"open"}).innerHTML="<style>div{opacity:0}</style><div><slot></slot></div><p>{s}</p>"',
  },
  falsePanels: {
    html: '<div role=tabpanel hidden><p>{h}</p></div><div class="accordion-content" style="display:none"><p>{h}</p></div><div class="tab-pane" style="display:none"><p>{h}</p></div><p>{s}</p>',
  },
  panelsOfHiddenTabs: {
    html: '<div role=tablist style="display:none"><button role=tab aria-controls={c}>More</button></div><div role=tabpanel id={c} hidden><p>{h}</p></div><button aria-expanded=false aria-controls={c}b style="position:absolute;left:-{n}px">x</button><div id={c}b hidden><p>{h}</p></div><p>{s}</p>',
  },
  hiddenInPanels: {
    html: '<div role=tablist><button role=tab aria-selected=true aria-controls={c}a>First</button><button role=tab aria-selected=false aria-controls={c}b>Second</button></div><div role=tabpanel id={c}a><p>{s}</p></div><div role=tabpanel id={c}b hidden><p>{s}</p><p style="display:none">{h}</p><p style="font-size:0">{h}</p><p style="opacity:0">{h}</p></div>',
  },
  hiddenDetails: {
    html: '<details style="display:none"><summary>More</summary><p>{h}</p></details><details hidden><summary>More</summary><p>{h}</p></details><div style="height:0;overflow:hidden"><details><summary>More</summary><p>{h}</p></details></div><details><summary>Read on</summary><p>{s}</p></details>',
  },
  hiddenInDetails: {
    html: '<details><summary>Read on</summary><p>{s}</p><p style="display:none">{h}</p><p style="color:#fff">{h}</p><p style="position:absolute;left:-{n}px">{h}</p></details>',
  },
  emptySummary: {
    html: '<details style="font-size:0"><summary></summary><p>{h}</p></details><details style="position:absolute;left:-{n}px"><summary>More</summary><p>{h}</p></details><details><summary style="opacity:0;list-style:none">x</summary><p>{h}</p></details><details><summary>Read on</summary><p>{s}</p></details>',
  },
  framesUnseen: {
    html: '<iframe width=0 height=0 style="border:0" srcdoc="<p>{h}</p>"></iframe><iframe style="opacity:0" srcdoc="<p>{h}</p>"></iframe><iframe hidden srcdoc="<p>{h}</p>"></iframe><iframe width=600 height=200 srcdoc="<p>{s}</p><p style=display:none>{h}</p>"></iframe>',
  },
  firstLines: {
    css: '.{c}{white-space:nowrap;overflow:hidden} .{c}::first-line{color:transparent}',
    html: '<p class={c}>{h}</p><p>{s}</p>',
  },
  oldColours: {
    html: '<p><font color=white>{h}</font></p><table bgcolor=black><tr><td><font color="#010101">{h}</font><tr><td><font color=white>{s}</font></table>',
  },
  systemColours: {
    html: '<p style="color:Canvas">{h}</p><p style="background:currentColor">{h}</p><p style="color:CanvasText">{s}</p>',
  },
  verticalNoRoom: {
    html: '<div style="writing-mode:vertical-rl;width:0;overflow:hidden;height:200px">{h}</div><div style="writing-mode:vertical-rl;height:300px">{s}</div>',
  },
  columnsCut: {
    html: '<div style="columns:1;height:24px;overflow:hidden"><p style="margin:0">{s}</p><p style="break-before:column;margin:0">{h}</p></div>',
  },
  choices: {
    html: '<select><option>{s}</option><option hidden>{h}</option><option style="display:none">{h}</option></select><select hidden><option>{h}</select><p>{s}</p>',
  },
  fieldsUnseen: {
    html: '<input type=hidden value="{h}"><textarea style="display:none">{h}</textarea><button style="opacity:0">{h}</button><label class={c}>{h}</label><p>{s}</p>',
    css: '.{c}{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap}',
  },
  withoutBox: {
    html: '<div style="display:contents"><div style="display:contents"><p>{s}</p></div></div><div style="display:contents;visibility:hidden"><p>{h}</p></div><div style="visibility:hidden"><p>{h}</p><p style="visibility:visible">{s}</p></div>',
  },
  onHover: {
    css: '.{c} i{display:none} .{c}:hover i{display:block} .{c} u{visibility:hidden;opacity:0} .{c}:hover u{visibility:visible;opacity:1}',
    html: '<p class={c}>{s} <i>{h}</i> <u>{h}</u></p>',
  },
  removedLater: {
    html: '<p id={c}>{h}</p><p>{s}</p>',
    script: 'setTimeout(()=>{document.getElementById("{c}").style.cssText="display:none"},60)',
  },
  rulesInLayers: {
    css: '@layer {c}{.{c}{display:none!important}} .{c}{display:block} p:has(+ hr.{c}e){visibility:hidden} @supports (display:grid){.{c}g{display:none}} @container (min-width:0px){.{c}k{display:none}} main,body{container-type:inline-size}',
    html: '<p class={c}>{h}</p><p>{h}</p><hr class={c}e><p class={c}g>{h}</p><p class={c}k>{h}</p><p>{s}</p>',
  },
  slides: {
    html: '<div class="{c} swiper" style="overflow:hidden;width:600px"><div style="display:flex;transform:translateX(-600px)"><p style="flex:0 0 600px">{s}</p><p style="flex:0 0 600px">{s}</p><p style="flex:0 0 600px">{s}</p></div></div>',
  },
  readMore: {
    html: '<div><div style="height:44px;overflow:hidden"><p>{s}</p><p>{s}</p><p>{s}</p></div><button>Read on</button></div><div class="{c} clamped" style="height:44px;overflow:hidden"><p>{s}</p><p>{s}</p></div>',
  },
  scrolled: {
    html: '<div style="height:60px;overflow:auto"><p>{s}</p><div style="height:500px"></div><p>{s}</p></div><div style="width:0;height:0;overflow:auto"><p>{h}</p></div><div style="overflow-x:scroll;width:200px"><p style="width:3000px">{s}</p></div>',
  },
  panelsOverOthers: {
    html: '<div style="position:relative"><div role=tablist><button role=tab aria-controls={c}a>First</button><button role=tab aria-controls={c}b>Second</button></div><div role=tabpanel id={c}a style="min-height:80px">{s}</div><div role=tabpanel id={c}b hidden style="position:absolute;inset:20px 0 0 0;background:#fff">{s}</div></div>',
  },
  letThrough: {
    html: '<div style="position:relative"><p>{h}</p><div style="position:absolute;inset:0;background:#fff;pointer-events:none"></div></div><p style="pointer-events:none">{s}</p>',
  },
  shadowedLetters: {
    html: '<p style="color:transparent;text-shadow:0 0 1px #000">{s}</p><p style="color:transparent;text-shadow:0 0 1px transparent">{h}</p><p style="color:#fff;text-shadow:9999px 0 1px #000">{h}</p><p style="color:#fff;-webkit-text-stroke:1px #900">{s}</p><h2 style="background:linear-gradient(90deg,#900,#009);-webkit-background-clip:text;background-clip:text;color:transparent"><span>{s}</span></h2>',
  },
  folds: {
    html: '<div class=accordion><div class=accordion-item><h3 class=accordion-header tabindex=0>Head</h3><div class=accordion-body style="display:none"><p>{s}</p></div></div></div><details name={c}><summary>One</summary><p>{s}</p></details><details name={c}><summary>Two</summary><p>{s}</p></details><div><button>Open</button><div class=collapse style="max-height:0;overflow:hidden"><p>{s}</p><details><summary>Three</summary><p>{s}</p></details></div></div><h3 style="cursor:pointer">Head</h3><div class="{c}-collapse" style="height:0;overflow:hidden"><p>{s}</p></div>',
  },
  underWindows: {
    html: '<div style="position:fixed;top:0;left:0;right:0;bottom:0;background:#fff;z-index:9">Welcome. {h} <button>Close</button></div><p>{s}</p>',
  },
  coveredByPseudo: {
    css: '.{c}{position:relative} .{c}::after{content:"";position:absolute;inset:0;background:#fff} .{c}q{position:relative} .{c}q::after{content:"";position:absolute;inset:0}',
    html: '<p class={c}>{h}</p><p class={c}q>{s}</p>',
  },
  coveredByOutline: {
    html: '<div style="position:relative;height:30px"><p style="margin:0">{h}</p><div style="position:absolute;inset:0;outline:60px solid #fff;outline-offset:-60px"></div></div><p style="margin-top:70px">{s}</p>',
  },
  coveredByShadow: {
    html: '<div style="position:relative"><p>{h}</p><div style="position:absolute;inset:0;box-shadow:inset 0 0 0 999px #fff"></div></div><div style="box-shadow:inset 0 0 9px #000"><p>{s}</p></div>',
  },
  coveredByBorder: {
    html: '<div style="position:relative;height:40px"><p style="margin:0">{h}</p><div style="position:absolute;left:0;top:0;width:0;border-left:1280px solid #fff;border-bottom:40px solid #fff"></div></div><p style="border:9px solid #fff">{s}</p>',
  },
  coveredByBlur: {
    html: '<div style="position:relative"><p>{h}</p><div style="position:absolute;inset:0;backdrop-filter:blur(30px)"></div></div><p>{s}</p>',
  },
  coveredByDrawing: {
    html: '<div style="position:relative"><p>{h}</p><svg style="position:absolute;left:0;top:0;width:100%;height:100%"><rect width="100%" height="100%" fill="#fff"/></svg></div><p>{s}</p>',
  },
  pictureGround: {
    html: '<div style="background-image:url(data:image/gif;base64,R0lGODlhAQABAIAAAP///////yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==);color:#fff"><p>{h}</p></div><p>{s}</p>',
  },
  stripedGround: {
    html: '<p style="background:linear-gradient(#fff,#fff 98%,#000 98%);color:#fff">{h}</p><p style="background:linear-gradient(90deg,#fff,#fefefe),#fff;color:#fff">{h}</p><p style="background:linear-gradient(#234,#567);color:#fff">{s}</p>',
  },
  inheritedInk: {
    html: '<section style="color:#fff"><div><p>{h}</p><p><b>{h}</b></p></div><div style="background:#222"><p>{s}</p></div></section>',
  },
  skewed: {
    html: '<p style="transform:skewX(89.5deg)">{h}</p><p style="transform:skewX(5deg)">{s}</p>',
  },
  behindCamera: {
    html: '<div style="perspective:500px"><p style="transform:translateZ(900px)">{h}</p></div><div style="perspective:500px"><p style="transform:translateZ(10px)">{s}</p></div>',
  },
  shrunkTogether: {
    html: '<div style="zoom:.4"><div style="scale:.4;transform-origin:0 0"><div style="zoom:.4"><p>{h}</p></div></div></div><div style="zoom:.9"><p>{s}</p></div>',
  },
  detailsContent: {
    css: '.{c}::details-content{display:none} .{c}o::details-content{opacity:0}',
    html: '<details class={c} open><summary>One</summary><p>{h}</p></details><details class={c}o open><summary>Two</summary><p>{h}</p></details><details><summary>Three</summary><p>{s}</p></details>',
  },
  frameCut: {
    html: '<iframe scrolling=no width=700 height=60 srcdoc="<p>{s}</p><p style=margin-top:900px>{h}</p>"></iframe><iframe width=700 height=60 srcdoc="<p>{s}</p><p style=margin-top:900px>{s}</p>"></iframe>',
  },
  linkLabels: {
    html: '<p>{s} <a href="/a" aria-label="{h}"></a><a href="/b" title="{h}">berth</a></p><table summary="{h}"><tr><th abbr="{h}">{s}<tr><td aria-label="{h}">{s}</table>',
  },
  faintMask: {
    html: '<p style="-webkit-mask-image:linear-gradient(rgba(0,0,0,.02),rgba(0,0,0,.03));mask-image:linear-gradient(rgba(0,0,0,.02),rgba(0,0,0,.03))">{h}</p><p style="mask-image:linear-gradient(#000 0 0);mask-repeat:no-repeat;mask-position:-{n}px 0">{h}</p><p style="mask-image:linear-gradient(#000,transparent)">{s}</p>',
  },
  drawnFilter: {
    html: '<svg width=0 height=0 style="position:absolute"><filter id={c}><feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"/></filter></svg><p style="filter:url(#{c})">{h}</p><p style="filter:drop-shadow(0 0 1px #999)">{s}</p>',
  },
  shapesOfNothing: {
    html: `<p style="clip-path:path('M0 0L0 0Z')">{h}</p><p style="clip-path:xywh(0 0 0 0)">{h}</p><p style="clip-path:rect(0 0 0 0)">{h}</p><p style="clip-path:ellipse(0 50%)">{h}</p><p style="clip-path:polygon(0 0,100% 0,100% 100%,0 100%)">{s}</p>`,
  },
  overflowBackwards: {
    html: '<div style="direction:rtl;width:14px;overflow:hidden;white-space:nowrap">{h}</div><div style="display:inline-block;width:1px;height:1px;overflow:hidden">{h}</div><p dir=rtl>{s}</p>',
  },
  scrolledAway: {
    html: '<div id={c} style="height:30px;overflow:hidden"><p style="margin:0;height:400px">{h}</p><p style="margin:0;height:400px">{s}</p></div><p>{s}</p>',
    script: 'document.getElementById("{c}").scrollTop=400',
  },
  indentedFar: {
    html: '<p style="text-indent:-999em;overflow:clip">{h}</p><p style="padding-left:{n}px;width:200px;overflow:hidden;box-sizing:border-box">{h}</p><p style="padding-left:1em">{s}</p>',
  },
  hangingAbove: {
    html: '<div style="position:absolute;bottom:3200px"><p>{h}</p></div><div style="height:9000px"></div><p>{s}</p>',
  },
  coveredFarDown: {
    html: '<div style="height:14000px"></div><div style="position:relative"><p>{h}</p><div style="position:absolute;inset:0;background:#fff"></div></div><p>{s}</p>',
  },
}
