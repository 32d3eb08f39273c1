import { WINDOW } from '../limits.ts'

/** What the flags of a browser depend on. */
export interface FlagOptions {
  /** Folder of its profile. */
  profile: string
  /** Port of 127.0.0.1 where everything is refused that no page's own proxy takes. */
  holePort: number
  /** Whether the operator gave the browser's own sandbox up. */
  withoutSandbox?: boolean
}

/** Heap of one page's scripts. */
const SCRIPT_HEAP_MAX_MB = 512

/** Parts of browsers that call somebody by themselves, look for devices, or fetch ahead of the page. */
const DISABLED_FEATURES = [
  'AIPromptAPI',
  'AcceptCHFrame',
  'AsyncDns',
  'AutofillServerCommunication',
  'BackForwardCache',
  'CastMediaRouteProvider',
  'CertificateTransparencyComponentUpdater',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'DirectSockets',
  'DnsOverHttps',
  'DnsOverHttpsUpgrade',
  'FedCm',
  'GlobalMediaControls',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  'LensOverlay',
  'MediaRouter',
  'NetworkErrorLogging',
  'NetworkPrediction',
  'OnDeviceModelBackgroundDownload',
  'OptimizationGuideModelDownloading',
  'OptimizationHints',
  'OptimizationTargetPrediction',
  'PaintHolding',
  'PreconnectToSearch',
  'Prerender2',
  'PrivacySandboxSettings4',
  'ReportingApi',
  'SegmentationPlatform',
  'SpeculationRulesPrefetchFuture',
  'Translate',
  'WebOTP',
  'WebTransport',
  'WebUSB',
]

/**
 * The command line of a browser for pages of strangers. The network part is the second half of the guard: everything goes to a
 * proxy, names are looked up by the proxy, and nothing goes out beside it.
 */
export function listFlags({ profile, holePort, withoutSandbox = false }: FlagOptions): string[] {
  return [
    '--headless=new',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--no-startup-window',
    `--proxy-server=http://127.0.0.1:${holePort}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    // Its name in older versions.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--dns-prefetch-disable',
    '--no-pings',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
    '--disable-sync',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-component-extensions-with-background-pages',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--disable-field-trial-config',
    '--metrics-recording-only',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    // It would measure three minutes after its start how fast models run here, in processes of 30 MB that stay: said to be none.
    '--optimization-guide-performance-class=1',
    '--disable-search-engine-choice-screen',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-service-autorun',
    '--password-store=basic',
    '--use-mock-keychain',
    '--block-new-web-contents',
    '--deny-permission-prompts',
    '--disable-notifications',
    '--disable-file-system',
    '--disable-speech-api',
    '--mute-audio',
    '--autoplay-policy=user-gesture-required',
    '--disable-gpu',
    '--disable-3d-apis',
    '--disable-dev-shm-usage',
    '--disable-background-timer-throttling',
    '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows',
    '--disable-hang-monitor',
    '--disable-prompt-on-repost',
    '--hide-scrollbars',
    '--force-color-profile=srgb',
    `--window-size=${WINDOW.width},${WINDOW.height}`,
    `--js-flags=--max-old-space-size=${SCRIPT_HEAP_MAX_MB}`,
    '--renderer-process-limit=4',
    '--site-per-process',
    ...(withoutSandbox ? ['--no-sandbox'] : []),
  ]
}
